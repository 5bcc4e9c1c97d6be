import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { expect, it } from 'vitest';
import { startExample } from '../support/example-app.ts';
import { freePort } from '../support/free-port.ts';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const hasChromium = existsSync(executablePath);
const note = hasChromium ? '' : ` (skipped: no Chromium at ${executablePath}; set CHROMIUM_PATH)`;
// The map draws with WebGL, on the processor.
const args = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

it.skipIf(!hasChromium)(
  `examples/courier: a courier rides over the map, arrives and mails${note}`,
  async () => {
    await using app = startExample('courier', { PORT: String(await freePort()) });
    const url = await app.printed(/The couriers: +(\S+)/);
    const sandbox = await app.printed(/Their mail: +(\S+)/);
    const browser = await chromium.launch({ executablePath, args });
    try {
      const page = await browser.newPage();
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(error.message));
      await page.goto(url);
      await page.getByText('Couriers, connected').waitFor();
      const channels = () => fetch(`${sandbox}api/channels`).then((response) => response.text());
      await expect.poll(channels).toContain('"deliveries"');
      const marker = page.locator('.marker', { hasText: 'Ada' });
      const before = await marker.getAttribute('style');

      const reach = page.waitForResponse(/\/api\/reach\?courier=Ada/);
      await page.getByRole('button', { name: 'Ada' }).click();
      expect(await (await reach).json()).toMatchObject([{ type: 'Polygon' }, { type: 'Polygon' }]);

      await page.getByLabel('To', { exact: true }).selectOption('Bakery');
      await page.getByRole('button', { name: 'Send a courier' }).click();
      await page.getByText('Ada to the Bakery').waitFor();
      await page.getByText(/^\d+ m to go$/).waitFor();
      await page.getByText('arrived, and mailed').waitFor();
      expect(await marker.getAttribute('style')).not.toBe(before);
      const mail = await (await fetch(`${sandbox}api/messages/wait?subject=*Bakery`)).json();
      expect(mail).toMatchObject({ subject: 'Your parcel is at the Bakery' });
      expect(problems).toEqual([]);
    } finally {
      await browser.close();
    }
  },
);
