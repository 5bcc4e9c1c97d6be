import { createRealtimeClient } from '@org/realtime';
import { createRealtimeServerClient } from '@org/realtime/server';
import { platformSupport } from '@org/routing/embedded';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type PageService, type Sandbox, startSandbox } from '../src/index.ts';
import { chromiumNote, hasChromium, launchChromium } from './chromium.ts';

const support = platformSupport();

describe.skipIf(!hasChromium || !support.supported)(`the page in a real browser${chromiumNote}`, () => {
  let sandbox: Sandbox;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];
  const foreign: string[] = [];

  beforeAll(async () => {
    sandbox = await startSandbox();
    browser = await launchChromium();
    page = await browser.newPage({ colorScheme: 'dark' });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('request', (request) => {
      if (!request.url().startsWith(sandbox.page?.url ?? '-') && !request.url().startsWith('data:'))
        foreign.push(request.url());
    });
  });
  afterAll(async () => {
    await browser?.close();
    await sandbox?.close();
  });
  beforeEach(async () => {
    // A change of the hash alone would keep the old page, which complains about mail that is gone.
    await page.goto('about:blank');
    sandbox.mail?.mailbox.clear();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  const open = async (view: string) => {
    await page.goto(`${sandbox.page?.url}#/${view}`);
    await page.locator('[data-state=on]').waitFor();
  };
  const send = (subject: string) =>
    fetch(`${sandbox.mail?.apiUrl}/v1/send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.mail?.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        from: 'ann@acme.dev',
        to: 'bob@example.com',
        subject,
        body: `<p>${subject}</p><a href="https://acme.example/?a=1&amp;b=2">go</a>`,
      }),
    });

  it('shows contacts, lists and rules of the project, as text', async () => {
    const { apiUrl, apiKey } = sandbox.mail ?? { apiUrl: '', apiKey: '' };
    const post = (path: string, body: object) =>
      fetch(`${apiUrl}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await post('/contacts', { email: 'zoe@example.com', data: { note: '<b id="bold">x</b>' } });
    await post('/segments', { name: 'Beta testers', type: 'STATIC' });
    await post('/suppressions', { name: 'QA', kind: 'PREFIX', pattern: 'qa+' });
    await open('project');
    const row = page.getByRole('table', { name: 'Contacts' }).locator('tr', { hasText: 'zoe@example.com' });
    await row.locator('td', { hasText: '<b id=' }).waitFor();
    await page.getByRole('table', { name: 'Lists' }).getByText('Beta testers').waitFor();
    await page.getByRole('table', { name: 'Suppression rules' }).getByText('qa+').waitFor();
    await page.getByText('None yet.').waitFor(); // campaigns
    expect(await page.locator('#bold').count()).toBe(0);
  });

  it('shows new mail at once, opens it, and moves through its tabs by keyboard', async () => {
    await open('inbox');
    await page.getByText('No mail yet').waitFor();
    await send('Hello there');
    await page.locator('.reader h2', { hasText: 'Hello there' }).waitFor();
    await page.frameLocator('iframe').locator('p', { hasText: 'Hello there' }).waitFor();
    const tab = page.getByRole('tab', { name: 'HTML', exact: true });
    await tab.focus();
    await page.keyboard.press('ArrowLeft');
    await page.locator('.panel pre', { hasText: 'Subject: Hello there' }).waitFor();
    await page.getByRole('tab', { name: /Links/ }).click();
    expect(await page.locator('.links a').getAttribute('href')).toBe('https://acme.example/?a=1&b=2');
    await page.getByRole('button', { name: 'Delete all' }).click();
    await page.getByText('No mail yet').waitFor();
    expect(sandbox.mail?.mailbox.list()).toEqual([]);
  });

  it('routes between two places, draws reachable areas, and reports an island without a route', async () => {
    await open('map');
    await page.locator('.steps li', { hasText: 'You have arrived' }).waitFor();
    expect(await page.locator('.ways .route').count()).toBe(1);
    await page.getByLabel(/Show the reachable area/).check();
    await page.locator('.ways .reach').nth(2).waitFor();
    await page.getByText('On foot').click();
    await page.locator('.steps li', { hasText: 'Walk' }).first().waitFor();
    await page.getByLabel('To').selectOption('Heron House');
    const problem = page.locator('.result .problem');
    await problem.waitFor();
    expect(await problem.textContent()).toContain('no-route');
    expect(await page.locator('.ways .route').count()).toBe(0);
  });

  it('keeps the open message and request while others come', async () => {
    await send('First');
    await open('inbox');
    await page.locator('.reader h2', { hasText: 'First' }).waitFor();
    await send('Second');
    await page.locator('.row', { hasText: 'Second' }).waitFor();
    expect(await page.locator('.reader h2').textContent()).toBe('First');
    await open('requests');
    const isOpen = page.locator('.row.request[aria-current=true]');
    await isOpen.waitFor();
    const opened = await isOpen.getAttribute('href');
    await send('Third');
    const newest = page.locator('.row.request').first();
    await expect.poll(() => newest.getAttribute('href')).not.toBe(opened);
    expect(await isOpen.getAttribute('href')).toBe(opened);
  });

  it('compares the profiles of a route, and shows its request as typed code and curl', async () => {
    await open('map');
    await page.getByRole('button', { name: 'Compare all profiles' }).click();
    const compared = page.getByRole('table', { name: 'All profiles' }).getByRole('row');
    await expect.poll(() => compared.filter({ hasText: /\d s.*km/ }).count()).toBe(4);
    await page.getByText('The request as code').click();
    const code = page.getByRole('region', { name: 'TypeScript' });
    expect(await code.textContent()).toContain("from '@org/routing'");
    const curl = await page.getByRole('region', { name: 'curl' }).textContent();
    expect(curl).toContain('curl "$VALHALLA_BASE_URL/route"');
  });

  it('sets an end of the route with a click on the map', async () => {
    await open('map');
    await page.locator('.ways .route').waitFor();
    const box = (await page.locator('.town-map').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const asked = page.waitForRequest((request) => request.url().endsWith('/api/ways'));
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    const { from } = (await asked).postDataJSON();
    expect(from[0]).toBeCloseTo(10.0077, 3); // the middle of the town
    expect(from[1]).toBeCloseTo(50.00495, 3);
  });

  it('shows live channels, and publishes', async () => {
    const { url, app } = sandbox.realtime ?? { url: '', app: { key: '' } };
    await open('channels');
    await page.getByText('No channels yet').waitFor();
    const socket = new WebSocket(`${url.replace('http', 'ws')}/app/${app.key}?protocol=7`);
    const frames: { event: string; data: unknown }[] = [];
    socket.on('message', (bytes) => {
      const frame = JSON.parse(String(bytes));
      frames.push(frame);
      if (frame.event === 'pusher:connection_established')
        socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel: 'orders' } }));
    });
    await page.locator('.channel .name', { hasText: 'orders' }).click();
    expect(await page.getByLabel('Channel', { exact: true }).inputValue()).toBe('orders');
    await page.getByLabel('Event', { exact: true }).fill('paid');
    await page.getByLabel('Data', { exact: true }).fill('{"id":1}');
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Published.').waitFor();
    await page.locator('.log li.kind-event', { hasText: 'paid' }).waitFor();
    await page.getByLabel('Event', { exact: true }).fill('pusher:forged');
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText("Reserved event name: 'pusher:forged'").waitFor();
    // The browser notes the refusal itself.
    await expect.poll(() => complaints.splice(0)).toEqual([expect.stringContaining('400')]);
    await expect
      .poll(() => frames)
      .toContainEqual(expect.objectContaining({ event: 'paid', channel: 'orders', data: '{"id":1}' }));
    socket.close();
    await page.getByText('No channels yet').waitFor();
  });

  it('shows the members of a room, and encrypted data as encrypted', async () => {
    const { host = '', port = 0, app } = sandbox.realtime ?? {};
    const encryptionMasterKey = Buffer.alloc(32, 7).toString('base64');
    const account = { appId: app?.id, key: app?.key, secret: app?.secret, host, port };
    await using server = createRealtimeServerClient({ ...account, encryptionMasterKey });
    await using realtime = createRealtimeClient({
      ...{ key: app?.key, host, port },
      authorize: ({ socketId, channelName }) =>
        server.authorizeChannel({ socketId, channelName, member: { userId: 'ann' } }),
    });
    await open('channels');
    await realtime.subscribe('presence-room').subscribed();
    await page
      .locator('.channel', { hasText: 'presence-room' })
      .locator('.user', { hasText: 'ann' })
      .waitFor();
    const orders = realtime.subscribe('private-encrypted-orders');
    await orders.subscribed();
    const received = orders.events('charged').next();
    await server.trigger('private-encrypted-orders', 'charged', { card: 'of Ann' });
    expect((await received).value?.data).toEqual({ card: 'of Ann' });
    const row = page.locator('.log li.kind-event', { hasText: 'private-encrypted-orders' });
    await row.locator('.tag', { hasText: /^encrypted$/ }).waitFor();
    expect(await row.textContent()).not.toContain('of Ann');
    sandbox.realtime?.publish({ channel: 'private-encrypted-orders', event: 'leak', data: '{"card":"1"}' });
    await page
      .locator('.log li', { hasText: 'leak' })
      .locator('.tag', { hasText: 'not encrypted' })
      .waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await realtime.close();
    await page.getByText('No channels yet').waitFor();
  });

  it.each(['inbox', 'map', 'channels'])('%s fits a phone', async (view) => {
    await send('A subject that is much longer than a phone is wide, whatever phone that may be');
    await page.setViewportSize({ width: 360, height: 740 });
    await open(view);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(360);
  });

  it('frees the listener of a closed page', async () => {
    const service = sandbox.page as PageService;
    const own = await browser.newPage();
    await own.goto(sandbox.page?.url ?? '');
    await own.locator('[data-state=on]').waitFor();
    await own.close();
    // A new page can always listen: the bound is on open pages, not on all there ever were.
    for (let round = 0; round < 40; round += 1) {
      // The server notices the end of a connection some time after it.
      await expect.poll(() => service.listeners, { timeout: 2_000, interval: 5 }).toBe(0);
      const news = await fetch(`${sandbox.page?.url}api/live`);
      expect(news.status).toBe(200);
      expect(service.listeners).toBe(1);
      await news.body?.cancel();
    }
  });

  it('sends requests to its own server only, and the browser reports no problem', async () => {
    await send('One more');
    for (const view of ['inbox', 'map', 'channels']) await open(view);
    expect(complaints).toEqual([]);
    expect(foreign.filter((url) => url !== 'about:blank')).toEqual([]);
  });
});

describe('live updates', () => {
  it('serve at most 32 pages', async () => {
    await using sandbox = await startSandbox({ routing: false, mail: {}, realtime: false });
    const open = () => fetch(`${sandbox.page?.url}api/live`);
    const pages = await Promise.all(Array.from({ length: 32 }, open));
    expect(pages.map(({ status }) => status)).toEqual(Array.from({ length: 32 }, () => 200));
    const refused = await open();
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('5');
    await refused.body?.cancel();
  });
});
