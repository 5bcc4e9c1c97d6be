// The site as its readers see it: built, served on loopback, and opened in Chromium.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumNote, hasChromium, launchChromium } from '../../packages/sandbox/test/chromium.ts';
import { root } from '../../scripts/package-entries.ts';
import { run } from '../../scripts/run.ts';
import { writtenPages } from '../../site/make.ts';
import { siteUrl } from '../../site/pages.ts';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};
const dist = join(root, 'site', 'dist');
const base = new URL(siteUrl).pathname;
const fileOf = (path: string) =>
  [path, `${path}.html`, join(path, 'index.html')]
    .map((name) => join(dist, name))
    .find((name) => existsSync(name) && statSync(name).isFile());

beforeAll(async () => {
  await run('npm', ['ci', '--prefix', 'site', '--no-audit', '--no-fund'], { cwd: root, timeoutMs: 300_000 });
  await run('npm', ['run', 'build', '--prefix', 'site'], { cwd: root, timeoutMs: 1_200_000 });
}, 1_600_000);

describe('the files of the site', () => {
  it('have the text of each page as Markdown, and lead to it', () => {
    expect(writtenPages().filter(({ path }) => fileOf(path) === undefined)).toEqual([]);
    for (const list of ['llms.txt', 'llms-full.txt']) {
      const text = readFileSync(join(dist, list), 'utf8');
      const links = [...text.matchAll(/\]\(([^)#\s]+)/g)]
        .map(([, link = '']) => link)
        .filter((link) => link.startsWith(`${siteUrl}/`));
      expect(links.length).toBeGreaterThan(100);
      expect(links.filter((link) => !existsSync(dist + link.slice(siteUrl.length)))).toEqual([]);
    }
  });
});

describe.skipIf(!hasChromium)(`the site in Chromium${chromiumNote}`, () => {
  let server: Server;
  let browser: Browser;
  let address: string;

  beforeAll(async () => {
    server = createServer(({ url = '/' }, response) => {
      const file = fileOf(decodeURIComponent(new URL(url, 'http://site').pathname).slice(base.length));
      if (file === undefined) return void response.writeHead(404).end();
      response.setHeader('content-type', `${types[extname(file)] ?? 'text/plain'}; charset=utf-8`);
      response.end(readFileSync(file));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}/`;
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  const overflow = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

  async function centred(element: Locator) {
    await element.evaluate((one) => one.scrollIntoView({ block: 'center' }));
    return (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  }

  it('scrolls no page sideways on a phone', async () => {
    // The pages are whole before their scripts run.
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false });
    const wide: string[] = [];
    for (const { path } of writtenPages()) {
      await page.goto(address + path.replace(/index$/, ''));
      if ((await overflow(page)) > 0) wide.push(path);
    }
    await page.close();
    expect(wide).toEqual([]);
  });

  it('shows each line of code whole on a wide screen', async () => {
    const page = await browser.newPage({ viewport: { width: 1680, height: 900 }, javaScriptEnabled: false });
    const cut: string[] = [];
    for (const { path } of writtenPages().filter(({ text }) => /^ *```/m.test(text))) {
      await page.goto(address + path.replace(/index$/, ''));
      const isCut = await page
        .locator('.vp-doc pre')
        .evaluateAll((blocks) => blocks.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth));
      if (isCut) cut.push(path);
    }
    await page.close();
    expect(cut).toEqual([]);
  });

  describe.each([
    [1280, 800, 'light'],
    [1280, 800, 'dark'],
    [390, 844, 'light'],
    [390, 844, 'dark'],
  ] as const)('%i × %i, %s', (width, height, colorScheme) => {
    let page: Page;
    const complaints: string[] = [];

    beforeAll(async () => {
      page = await browser.newPage({ viewport: { width, height }, colorScheme });
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    });
    afterAll(() => page?.close());

    it('shows the picture and the program on the first screen', async () => {
      await page.goto(address);
      expect(await page.title()).toContain('@org');
      expect(await page.evaluate(() => document.documentElement.classList.contains('dark'))).toBe(
        colorScheme === 'dark',
      );
      const picture = await page.locator('.first img').boundingBox();
      const program = await page.locator('.first pre').boundingBox();
      expect(picture?.height).toBeGreaterThan(100);
      expect((picture?.y ?? height) + (picture?.height ?? 0)).toBeLessThan(height);
      // On a phone, the program begins there.
      const lowest = (program?.y ?? height) + (width > 1000 ? (program?.height ?? 0) : 100);
      expect(lowest).toBeLessThan(height);
    });

    it('finds "idempotency"', async () => {
      await page.goto(address);
      await page.getByRole('button', { name: 'Search' }).click();
      await page.locator('.search-input').fill('idempotency');
      await page.locator('.result').first().waitFor();
      expect(await page.locator('.result').count()).toBeGreaterThan(3);
    });

    it('shows the type of a name on hover and with the keyboard', async () => {
      await page.goto(`${address}email/batches`);
      await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}));
      const popover = page.locator('.type-popover');
      const pageHeight = () => page.evaluate(() => document.documentElement.scrollHeight);
      const height = await pageHeight();
      await page
        .locator('[data-name]', { hasText: /^createEmailClient$/ })
        .first()
        .hover();
      await popover.waitFor();
      expect(await popover.innerText()).toMatch(/^createEmailClient: .*=> EmailClient<[\s\S]*A client for/);
      expect(await pageHeight()).toBe(height);
      await page.keyboard.press('Escape');
      expect(await popover.isVisible()).toBe(false);
      await page.locator('[data-hovers]').first().focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      expect(await popover.innerText()).toMatch(/^plunk: /);
      const described = await page.evaluate(() => document.activeElement?.getAttribute('aria-describedby'));
      expect(described).toBe(await popover.getAttribute('id'));
    });

    it('asks for the route again when a waypoint of the playground moves', async () => {
      await page.goto(`${address}playground`);
      const answer = page.locator('.playground .answer');
      const call = page.locator('.playground pre');
      await answer.waitFor();
      expect(await call.innerText()).toContain('[10.0028, 50.0018]');
      const first = await answer.innerText();
      const waypoint = page.locator('.waypoint').first();
      await waypoint.focus();
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Shift+ArrowLeft');
      expect(await call.innerText()).toContain('[10.0014, 50.00189]');
      await expect.poll(() => answer.innerText()).not.toBe(first);
      const second = await answer.innerText();
      const { x, y, width: size, height: tall } = await centred(waypoint);
      await page.mouse.move(x + size / 2, y + tall / 2);
      await page.mouse.down();
      await page.mouse.move(x + size / 2 + 60, y + tall / 2 - 30, { steps: 3 });
      await page.mouse.up();
      expect(await call.innerText()).not.toContain('[10.0014, 50.00189]');
      await expect.poll(() => answer.innerText()).not.toBe(second);
      await page.getByLabel('walking').check();
      expect(await call.innerText()).toContain("profile: 'walking'");
      expect(await overflow(page)).toBe(0);
    });

    it('reports no error', async () => {
      const some = writtenPages().filter((_, at) => at % 20 === 0);
      for (const path of [...some.map((one) => one.path), 'reference/email/root']) {
        await page.goto(address + path.replace(/index$/, ''));
        expect(await overflow(page), path).toBe(0);
      }
      expect(complaints).toEqual([]);
    });
  });
});
