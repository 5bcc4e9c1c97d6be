import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExampleApp, startExample } from '../support/example-app.ts';
import { freePort } from '../support/free-port.ts';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const hasChromium = existsSync(executablePath);
const note = hasChromium ? '' : ` (skipped: no Chromium at ${executablePath}; set CHROMIUM_PATH)`;

describe.skipIf(!hasChromium)(`examples/shop${note}`, () => {
  let app: ExampleApp;
  let shop: string;
  let sandbox: string;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    app = startExample('shop', { PORT: String(await freePort()) });
    shop = await app.printed(/The shop: +(\S+)/);
    sandbox = await app.printed(/Its mail: +(\S+)/);
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
    page = await browser.newPage();
    await page.goto(shop);
  });

  afterAll(async () => {
    await browser?.close();
    await app?.[Symbol.asyncDispose]();
  });

  const addFault = (fault: object) =>
    fetch(`${sandbox}api/faults`, {
      method: 'POST',
      headers: { 'x-sandbox-page': 'yes' },
      body: JSON.stringify(fault),
    });
  const order = async (email: string) => {
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Order' }).click();
  };
  const row = (email: string) => page.getByRole('row').filter({ hasText: email });
  const mailTo = async (email: string) => {
    const found = await fetch(`${sandbox}api/v1/search?query=to:${email}`);
    return (await found.json()).messages;
  };

  it('an order sends one mail, and the page follows it', async () => {
    await order('bob@example.com');
    await row('bob@example.com')
      .getByText(/^accepted \(\w+\) → delivered$/)
      .waitFor();
    expect(await mailTo('bob@example.com')).toHaveLength(1);
  });

  it('while Resend is down, Postmark sends', async () => {
    const fault = { service: 'mail', status: 503, headers: { 'retry-after': '1' }, count: 1 };
    await addFault({ ...fault, match: { path: '/resend/emails' } });
    await order('cat@example.com');
    await row('cat@example.com').getByText('accepted (postmark) → delivered').waitFor();
  });

  it('a bounce that is told twice is handled once, and its address gets no further mail', async () => {
    await addFault({ on: 'webhook', match: { event: 'bounced' }, duplicate: true });
    await order('bounce@example.com');
    await page.getByRole('listitem').getByText('bounce@example.com').waitFor();
    const attempts = async () => {
      const body = await (await fetch(`${sandbox}api/webhooks/attempts`)).json();
      return JSON.stringify(body.attempts).match(/"kind":"bounced"/g);
    };
    await expect.poll(attempts).toHaveLength(2);
    await order('bounce@example.com');
    await row('bounce@example.com').getByText('no mail: suppressed').waitFor();
    const histories = await row('bounce@example.com').allTextContents();
    expect(histories.join().match(/→ bounced/g)).toHaveLength(1);
  });

  it('a webhook without its signature is refused', async () => {
    const forged = JSON.stringify({ type: 'email.bounced', data: { to: ['bob@example.com'] } });
    for (const service of ['resend', 'postmark']) {
      const response = await fetch(`${shop}webhooks/${service}`, { method: 'POST', body: forged });
      expect([service, response.status]).toEqual([service, 401]);
    }
    expect(await page.getByRole('listitem').filter({ hasText: 'bob@example.com' }).count()).toBe(0);
  });
});
