import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../src/index.ts';
import { chromiumNote, hasChromium, launchChromium } from './chromium.ts';
import { createParser, startReceiver, type WebhookReceiver } from './mail-doors/webhook-receiver.ts';

describe.skipIf(!hasChromium)(`webhooks on the page${chromiumNote}`, () => {
  let sandbox: Sandbox;
  let receiver: WebhookReceiver;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    sandbox = await startSandbox({ routing: false, realtime: false });
    receiver = await startReceiver();
    browser = await launchChromium();
    page = await browser.newPage();
    page.on('pageerror', (error) => complaints.push(error.message));
  });
  afterAll(async () => {
    await browser?.close();
    receiver?.close();
    await sandbox?.close();
  });

  beforeEach(async () => {
    await page.goto('about:blank');
    sandbox.reset();
    receiver.statuses.length = 0;
  });

  const open = async (view: string) => {
    await page.goto(`${sandbox.page?.url}#/${view}`);
    await page.locator('[data-state=on]').waitFor();
  };

  it('adds a target, triggers an event, shows the answer and sends it again', async () => {
    await open('webhooks');
    await page.getByLabel('URL').fill(receiver.url);
    await page.getByLabel('Service').selectOption('resend');
    await page.getByRole('button', { name: 'Add target' }).click();
    const targets = page.getByRole('list', { name: 'Targets' }).getByRole('listitem');
    await targets.filter({ hasText: 'resend' }).getByText(receiver.url).waitFor();
    receiver.statuses.push(404, 404, 404);
    await page.getByRole('button', { name: 'bounced' }).click();
    const failed = () => sandbox.mail?.webhooks.attempts().filter(({ status }) => status === 404).length;
    const log = page.getByRole('list', { name: 'Webhooks, newest first' });
    // Each retry adds a row above: a row is opened when all are there.
    await expect.poll(failed).toBe(3);
    await expect.poll(() => log.getByText('404', { exact: true }).count()).toBe(3);
    await log.getByText('404', { exact: true }).first().click();
    await log.getByText('answer 404').first().waitFor();
    await log.getByRole('button', { name: 'Send again' }).first().click();
    await log.getByText('repeats').waitFor();
    expect(receiver.received.some(({ headers }) => headers.has('svix-id'))).toBe(true);
  });

  it('sends a mail to a program, and shows whether the program took it', async () => {
    await open('inbound');
    await page.getByLabel('URL').fill(receiver.url);
    await page.getByLabel('In the form of').selectOption('sendgrid, raw');
    await page.getByRole('button', { name: 'Add route' }).click();
    await page.getByText('*@in.acme.dev →').waitFor();
    const file = (name: string, text: string) => ({ name, mimeType: '', buffer: Buffer.from(text) });
    await page.getByLabel('Attachment').setInputFiles(file('note.txt', 'A note'));
    await page.getByRole('button', { name: 'Send mail' }).click();
    await page.getByText('200 verified').waitFor();
    expect(sandbox.mail?.mailbox.list()[0]?.parsed.attachments).toMatchObject([
      { filename: 'note.txt', content: new TextEncoder().encode('A note') },
    ]);
    receiver.statuses.push(401, 401, 401);
    await page.getByLabel('or .eml file').setInputFiles(file('a.eml', 'Subject: Saved\r\n\r\nOld'));
    await page.getByRole('button', { name: 'Send mail' }).click();
    await page.getByText('401 refused').first().waitFor();
    expect(sandbox.mail?.mailbox.list()[1]?.parsed).toMatchObject({ subject: 'Saved', text: 'Old' });
    await page.getByRole('button', { name: /^Remove the route/ }).click();
    await page.getByText('No routes.').waitFor();
    expect(complaints).toEqual([]);
  });

  it('adds and removes a rule, and makes an event of a message happen', async () => {
    await open('webhooks');
    await page.getByLabel('Subject').fill('Late*');
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByRole('list', { name: 'Rules' }).getByText('subject: Late* → bounced').waitFor();
    await page.getByRole('button', { name: /^Remove rule/ }).click();
    await expect.poll(() => sandbox.mail?.webhooks.rules.list()).toEqual([]);
    if (sandbox.mail === undefined) throw new Error('The mail service is not running.');
    sandbox.mail.webhooks.targets.add({ url: receiver.url, service: 'mailgun' });
    const email = createParser(sandbox.mail, 'mailgun');
    await email.send({ from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hello', html: '<p>Hi</p>' });
    await email.close();
    await open('inbox');
    await page.getByText('Make an event happen').click();
    await page.getByRole('button', { name: 'clicked' }).click();
    await page.getByText('clicked mailgun: 200').waitFor();
    expect(complaints).toEqual([]);
  });
});
