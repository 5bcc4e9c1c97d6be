import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../src/index.ts';
import { chromiumNote, hasChromium, launchChromium } from './chromium.ts';

describe.skipIf(!hasChromium)(`search and tags on the page${chromiumNote}`, () => {
  let sandbox: Sandbox;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    sandbox = await startSandbox({ routing: false, realtime: false });
    browser = await launchChromium();
    page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  });
  afterAll(async () => {
    await browser?.close();
    await sandbox?.close();
  });
  beforeEach(async () => {
    // First away from the page: what a reset ends under it is no complaint about the next test.
    await page.goto('about:blank');
    sandbox.reset();
    complaints.length = 0;
    for (const [id, tags] of [
      ['Alpha', 'order, big one'],
      ['Beta', 'order'],
      ['Gamma', ''],
    ] as const) {
      const headers = ['From: ann@acme.dev', 'To: bob@example.com', `X-Tags: ${tags}`, `Subject: ${id}`];
      const source = `${headers.join('\r\n')}\r\n\r\nx`;
      const envelope = { from: 'ann@acme.dev', to: ['bob@example.com'] };
      await sandbox.mail?.mailbox.deliver({ id, via: 'smtp', envelope, raw: Buffer.from(source) });
    }
    await page.goto(`${sandbox.page?.url}#/inbox/Gamma`);
    await page.locator('.reader h2', { hasText: 'Gamma' }).waitFor();
  });
  const subjects = async () => {
    const rows = await page
      .locator('.row')
      .evaluateAll((found) =>
        found.map((row) => row.querySelector('.subject')?.firstChild?.textContent ?? ''),
      );
    return rows;
  };
  const box = () => page.getByLabel('Search mail', { exact: true });

  it("finds by Mailpit's language, with hints for the next word", async () => {
    await box().fill('-tag:"big one" tag:order');
    await expect.poll(subjects).toEqual(['Beta']);
    await box().fill('subject:alpha is:un');
    const hints = () =>
      page
        .locator('datalist option')
        .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
    await expect.poll(hints).toEqual(['subject:alpha is:unread']);
    expect(complaints).toEqual([]);
  });

  it('filters by the tags that there are, and edits those of a message', async () => {
    await page.getByRole('button', { name: 'order', exact: true }).click();
    await expect.poll(subjects).toEqual(['Beta', 'Alpha']);
    await page.getByRole('button', { name: 'big one', exact: true }).click();
    await expect.poll(subjects).toEqual(['Alpha']);
    expect(await box().inputValue()).toBe('tag:order tag:"big one"');
    await page.locator('.row', { hasText: 'Alpha' }).click();
    await page.locator('.reader h2', { hasText: 'Alpha' }).waitFor();
    await page.getByRole('button', { name: 'Remove the tag big one' }).click();
    await page.getByLabel('Add a tag').fill('new one');
    await page.getByLabel('Add a tag').press('Enter');
    await page.getByRole('button', { name: 'Remove the tag new one' }).waitFor();
    await expect.poll(() => sandbox.mail?.mailbox.get('Alpha')?.tags).toEqual(['new one', 'order']);
    expect(complaints).toEqual([]);
  });

  it('marks the message as read that is opened', async () => {
    await expect.poll(() => sandbox.mail?.mailbox.search('is:read').map(({ id }) => id)).toEqual(['Gamma']);
    await page.locator('.row.read', { hasText: 'Gamma' }).waitFor();
    expect(await page.locator('.row:not(.read)').count()).toBe(2);
  });
});
