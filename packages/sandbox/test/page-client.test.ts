import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../src/index.ts';
import { chromiumNote, hasChromium, launchChromium } from './chromium.ts';

describe.skipIf(!hasChromium)(`the client of the channels view${chromiumNote}`, () => {
  let sandbox: Sandbox;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    sandbox = await startSandbox({ mail: false, routing: false });
    browser = await launchChromium();
    page = await browser.newPage();
    page.setDefaultTimeout(20_000);
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  });
  afterAll(async () => {
    await browser?.close();
    await sandbox?.close();
  });

  const openView = async () => {
    await page.goto('about:blank'); // a change of the hash alone would keep the old page
    await page.goto(`${sandbox.page?.url}#/channels`);
    await page.locator('[data-state=on]').waitFor();
  };
  const openClient = async () => {
    await page.getByRole('tab', { name: 'Client' }).click();
    await page.getByText('Client of this page: idle').waitFor();
  };
  const join = async (name: string) => {
    await page.getByLabel('Subscribe to').fill(name);
    await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
  };
  const channel = (name: string) => page.locator('.client-channels li', { hasText: name });
  const message = (name: string) => page.locator('.frames li', { hasText: name });

  it('joins channels, and shows states and messages, data when asked, and no tokens', async () => {
    const files: string[] = [];
    page.on('request', (request) => files.push(new URL(request.url()).pathname));
    await openView();
    expect(files).toContain('/assets/app.js');
    expect(files).not.toContain('/assets/client.js');
    await openClient();
    expect(files).toContain('/assets/client.js');

    for (const name of ['orders', 'private-orders', 'presence-room']) {
      await join(name);
      await channel(name).locator('.tag', { hasText: 'subscribed' }).first().waitFor();
    }
    await page.getByText(/Client of this page: connected, socket \d+\.\d+/).waitFor();
    const ids = sandbox.realtime?.channels().find(({ name }) => name === 'presence-room')?.userIds;
    expect(ids).toEqual(['sandbox-page']);

    const publish = (id: number) =>
      sandbox.realtime?.publish({ channel: 'orders', event: 'paid', data: `{"card":"Ann ${id}"}` });
    publish(1);
    await message('↓ paid').waitFor();
    expect(await page.locator('.frames').textContent()).not.toContain('Ann');
    await page.getByLabel('Keep and show data').check();
    publish(2);
    await message('Ann 2').waitFor();
    const shown = await page.locator('.frames').textContent();
    expect(shown).not.toContain('Ann 1');
    await join('private-late');
    await channel('private-late').locator('.tag', { hasText: 'subscribed' }).waitFor();
    await page.locator('.frames pre', { hasText: '[hidden]' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('shows why a channel failed, asks again, and closes with the tab', async () => {
    await openView();
    await openClient();
    sandbox.realtime?.faults.refuseNextSubscribe({ channel: 'down', status: 403 });
    await join('down');
    await channel('down').getByText('The service refused the subscription').waitFor();
    await channel('down').getByRole('button', { name: 'Retry' }).click();
    await channel('down').locator('.tag', { hasText: 'subscribed' }).waitFor();
    await channel('down').getByRole('button', { name: 'Unsubscribe' }).click();
    await channel('down').waitFor({ state: 'detached' });
    await join('two words');
    await page.getByRole('alert').getByText('channel').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.getByRole('tab', { name: 'Activity' }).click();
    await expect.poll(() => sandbox.realtime?.stats.connections).toBe(0);
  });
});
