import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Sandbox, startSandbox } from '../src/index.ts';
import { chromiumNote, hasChromium, launchChromium } from './chromium.ts';

const run = promisify(execFile);
const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
);

describe.skipIf(!hasChromium)(`mail on the page${chromiumNote}`, () => {
  let sandbox: Sandbox;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    sandbox = await startSandbox({ routing: false });
    browser = await launchChromium();
    page = await browser.newPage();
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  });
  afterAll(async () => {
    await browser?.close();
    await sandbox?.close();
  });
  beforeEach(async () => {
    await page.goto('about:blank');
    sandbox.reset();
    complaints.length = 0;
  });

  const mailOf = ({ mail }: Sandbox) => {
    if (mail === undefined) throw new Error('The mail service is not running.');
    return mail;
  };
  const open = async (path = 'inbox') => {
    await page.goto(`${sandbox.page?.url}#/${path}`);
    await page.locator('[data-state=on]').waitFor();
  };
  const send = async (subject: string, more: object = {}) => {
    const { url, apiKey } = mailOf(sandbox).services['resend'] ?? {};
    const response = await fetch(`${url}/emails`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        from: 'ann@acme.dev',
        to: ['bob@example.com'],
        subject,
        html: '<p>x</p>',
        ...more,
      }),
    });
    return ((await response.json()) as { readonly id: string }).id;
  };
  const becomes = (id: string, state: string) =>
    vi.waitFor(() => expect(mailOf(sandbox).outcomes.of(id)[0]?.state).toBe(state), 5000);
  const row = (subject: string) => page.locator('.row', { hasText: subject });
  const heading = (subject: string) => page.locator('.reader h2', { hasText: subject }).waitFor();

  it('shows recipient, size, files and outcome, and why mail was not delivered', async () => {
    await open();
    await becomes(await send('First', { to: ['bounce@x.io'] }), 'bounced');
    await send('Second', { to: ['bounce@x.io'] });
    await send('Third', { attachments: [{ filename: 'a.txt', content: 'aGk=' }] });
    await send('Fourth', { scheduled_at: new Date(Date.now() + 3_600_000).toISOString() });
    for (const [subject, recipient, state] of [
      ['First', 'bounce@x.io', 'bounced'],
      ['Second', 'bounce@x.io', 'suppressed'],
      ['Third', 'bob@example.com', 'delivered'],
      ['Fourth', 'bob@example.com', 'scheduled'],
    ] as const) {
      await row(subject).locator('.outcome', { hasText: state }).waitFor();
      expect(await row(subject).textContent()).toContain(recipient);
      expect(await row(subject).textContent()).toMatch(/\d(\.\d)? K?B/);
    }
    expect(await row('Third').getByText('1 file').count()).toBe(1);
    await row('Second').click();
    await page.getByText('Accepted, and not delivered.').waitFor();
    await page.getByText('An earlier mail to it bounced').waitFor();
    await page.getByLabel('Search mail', { exact: true }).fill('outcome:suppressed');
    await expect.poll(() => page.locator('.row .subject').allTextContents()).toEqual(['Second']);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('No mail matches').waitFor();
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await expect.poll(() => page.locator('.row').count()).toBe(3);
    expect(complaints).toEqual([]);
  });

  it('counts the outcomes of all recipients, and knows undelivered mail without any', async () => {
    await open();
    await becomes(await send('First', { to: ['bounce@x.io'] }), 'bounced');
    await send('Many', { to: ['a@x.io', 'b@x.io', 'c@x.io', 'bounce@x.io'] });
    await row('Many').getByText('3 delivered').waitFor();
    await row('Many').getByText('1 suppressed').waitFor();
    expect(await row('Many').textContent()).toContain('a@x.io and 3 more');
    await send('Held', { to: ['bounce@x.io'] });
    const state = sandbox.save();
    await sandbox.load({ ...state, tables: { ...state.tables, messages: [] } });
    await open();
    await row('Held').click();
    await heading('Held');
    await page.getByText('Accepted, and not delivered.').waitFor();
    await row('Many').click();
    await heading('Many');
    await page.locator('.head dt', { hasText: 'Received' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('changes the outcome of the open mail as it happens', async () => {
    const id = await send('Open');
    await open();
    await page.locator('.head .outcome', { hasText: 'delivered' }).waitFor();
    await mailOf(sandbox).webhooks.trigger({ event: 'complained', message: id });
    await page.locator('.head .outcome', { hasText: 'complained' }).waitFor();
    await row('Open').locator('.outcome', { hasText: 'complained' }).waitFor();
  });

  it('counts unread mail in title and tab, and marks mail as unread by button and key', async () => {
    for (const subject of ['One', 'Two', 'Three']) await send(subject);
    await open();
    await heading('Three');
    await expect.poll(() => page.title()).toBe('(2) Inbox · Sandbox');
    await expect.poll(() => page.locator('nav .badge').first().textContent()).toBe('2 unread');
    await page.getByRole('button', { name: 'Mark unread' }).click();
    await expect.poll(() => page.title()).toBe('(3) Inbox · Sandbox');
    await page.getByRole('button', { name: 'Mark read' }).click();
    await expect.poll(() => page.title()).toBe('(2) Inbox · Sandbox');
    await page.keyboard.press('u');
    await expect.poll(() => page.title()).toBe('(3) Inbox · Sandbox');
    expect(
      mailOf(sandbox)
        .mailbox.list()
        .map(({ isRead }) => isRead),
    ).toEqual([false, false, false]);
  });

  it('goes to the next and the previous mail by buttons, and downloads a mail', async () => {
    for (const subject of ['One', 'Two']) await send(subject);
    await open();
    await heading('Two');
    const [newer, older] = ['Newer message', 'Older message'].map((name) =>
      page.getByRole('button', { name }),
    );
    expect(await newer?.isDisabled()).toBe(true);
    await older?.click();
    await heading('One');
    expect(await older?.isDisabled()).toBe(true);
    await newer?.click();
    await heading('Two');
    const started = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download' }).click();
    const download = await started;
    expect(download.suggestedFilename()).toMatch(/\.eml$/);
    expect(await readFile(await download.path(), 'utf8')).toContain('Subject: Two');
  });

  it('shows the HTML source, the texts of links with their answers, and the HTML check', async () => {
    const url = sandbox.page?.url ?? '';
    const links = `<a href="${url}">Confirm &amp; go</a><a href="https://acme.example/"><img alt="Logo"></a>`;
    await send('Checked', { html: `<p>Hi</p>${links}<video></video>` });
    await open();
    await heading('Checked');
    await page.getByRole('tab', { name: 'HTML source' }).click();
    await page.locator('.panel pre', { hasText: '<video></video>' }).waitFor();
    await page.getByRole('tab', { name: /^Links/ }).click();
    expect(await page.locator('.link-text').allTextContents()).toEqual(['Confirm & go', 'Logo']);
    await page.getByRole('button', { name: 'Check links' }).click();
    await expect
      .poll(() => page.locator('.links .outcome').allTextContents())
      .toEqual(['200 OK', 'not asked: acme.example is not on this machine']);
    await page.getByRole('tab', { name: 'HTML check' }).click();
    await page.getByText('<video> element').first().click();
    await page.getByText(/Not supported: Gmail \(/).waitFor();
    expect(complaints).toEqual([]);
  });

  it('shows a preview again when it is made again, in the same tab, and as read', async () => {
    const put = (html: string) =>
      fetch(new URL('api/previews/auth~welcome.tsx', sandbox.page?.url), {
        method: 'PUT',
        headers: { 'x-sandbox-page': 'yes', 'content-type': 'application/json' },
        body: JSON.stringify({ subject: 'Welcome', html }),
      });
    expect((await put('<p>First</p>')).status).toBe(200);
    await open('inbox/preview-auth~welcome.tsx');
    const frame = page.frameLocator('iframe');
    await frame.getByText('First').waitFor();
    await put('<p>Second</p>');
    await frame.getByText('Second').waitFor();
    await page.getByRole('tab', { name: 'HTML source' }).click();
    await page.getByText('<p>Second</p>').waitFor();
    await put('<p>Third</p>');
    await page.getByText('<p>Third</p>').waitFor();
    expect(await page.locator('.side .count').textContent()).toBe('1 message');
    await expect.poll(() => mailOf(sandbox).mailbox.list()[0]?.isRead).toBe(true);
    expect(complaints).toEqual([]);
  });

  it('goes to the search box with a slash, and asks before a reset', async () => {
    await send('Kept');
    await open();
    await heading('Kept');
    await page.keyboard.press('/');
    await expect
      .poll(() => page.getByLabel('Search mail', { exact: true }).evaluate((box) => box.matches(':focus')))
      .toBe(true);
    const reset = async (answer: string) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill('reset');
      await page.keyboard.press('Enter');
      await page
        .getByRole('dialog', { name: 'Reset the sandbox?' })
        .getByRole('button', { name: answer })
        .click();
    };
    await reset('Cancel');
    expect(mailOf(sandbox).mailbox.list()).toHaveLength(1);
    await reset('Reset');
    await page.getByText('No mail yet').waitFor();
  });

  it.skipIf(!hasCurl).each([
    ['inbox', 'A command that sends a mail', '.row'],
    ['requests', 'A command that makes a request', '.row.request'],
    ['project', 'A command that adds a contact', 'table[aria-label=Contacts]'],
  ])('%s, empty: its command fills it', async (path, label, filled) => {
    await open(path);
    const command = (await page.getByRole('region', { name: label }).textContent()) ?? '';
    await run('sh', ['-c', command]);
    await page.locator(filled).first().waitFor();
  });
});
