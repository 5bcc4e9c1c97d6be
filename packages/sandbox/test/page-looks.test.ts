import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { platformSupport } from '@org/routing/embedded';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Sandbox, startSandbox } from '../src/index.ts';
import { chromiumNote, hasChromium, launchChromium } from './chromium.ts';

/** A view with what is shown when it is ready. */
interface Sight {
  readonly path: string;
  readonly ready: string;
  readonly act?: (page: Page) => Promise<unknown>;
}

const tab = (name: string | RegExp) => (page: Page) => page.getByRole('tab', { name, exact: true }).click();
const sights: Readonly<Record<string, Sight>> = {
  inbox: { path: 'inbox', ready: '.row .subject' },
  // The page keeps the tab that was chosen last.
  'a message as HTML': { path: 'inbox/long', ready: 'iframe', act: tab('HTML') },
  'a message as text': { path: 'inbox/long', ready: '.panel pre', act: tab('Text') },
  'headers of a message': { path: 'inbox/long', ready: '.panel table', act: tab('Headers') },
  'links of a message': { path: 'inbox/long', ready: '.links a', act: tab(/^Links/) },
  'links of a message with their answers': {
    path: 'inbox/long',
    ready: '.links .outcome',
    act: async (page) => {
      await tab(/^Links/)(page);
      await page.getByRole('button', { name: 'Check links' }).click();
    },
  },
  'HTML source of a message': { path: 'inbox/long', ready: '.panel pre', act: tab('HTML source') },
  'HTML check of a message': {
    path: 'inbox/long',
    ready: '.html-check li a',
    act: async (page) => {
      await tab('HTML check')(page);
      await page.locator('.html-check summary').first().click();
    },
  },
  'a message that was not delivered': { path: 'inbox/held', ready: '.notice' },
  'a question': {
    path: 'inbox',
    ready: 'dialog >> text=Reset the sandbox?',
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill('reset');
      await page.keyboard.press('Enter');
    },
  },
  'source of a message': { path: 'inbox/long', ready: '.panel pre', act: tab('Source') },
  requests: { path: 'requests', ready: '.row.request' },
  faults: { path: 'faults', ready: '.active-faults li' },
  webhooks: {
    path: 'webhooks',
    ready: '.webhook-log pre',
    act: (page) => page.locator('.webhook-log summary').first().click(),
  },
  inbound: { path: 'inbound', ready: '.webhook-log li' },
  channels: { path: 'channels', ready: '.log li' },
  frames: { path: 'channels', ready: '.frame-bar', act: tab('Frames') },
  authorization: { path: 'channels', ready: '#authorization-kind', act: tab('Authorization') },
  'client of the page': { path: 'channels', ready: '.panel [role=status]', act: tab('Client') },
  ...(platformSupport().supported && {
    map: {
      path: 'map',
      ready: '.comparison',
      act: async (page: Page) => {
        await page.getByLabel(/Show the reachable area/).check();
        await page.locator('.ways .reach').nth(2).waitFor();
        await page.getByText('The request as code').click();
        await page.getByRole('button', { name: 'Compare all profiles' }).click();
      },
    },
  }),
  project: { path: 'project', ready: 'table[aria-label=Contacts]' },
  'command palette': {
    path: 'inbox',
    ready: '[role=option] >> text=A subject',
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill('subject');
    },
  },
};
const empty: Readonly<Record<string, Sight>> = Object.fromEntries(
  ['inbox', 'requests', 'channels', 'project'].map((path) => [`empty ${path}`, { path, ready: '.empty h2' }]),
);

const word = 'aVeryLongWordWithoutSpaces'.repeat(6);

async function fill(sandbox: Sandbox): Promise<void> {
  const { mail, faults, realtime } = sandbox;
  const headers = [
    `From: "${word}" <${word}@example.com>`,
    `To: ${Array.from({ length: 9 }, (_, index) => `bob${index}@example.com`).join(', ')}`,
    `Subject: A subject that is longer than a phone is wide, ${word}`,
    `X-Tags: order, ${word}`,
    'Content-Type: multipart/mixed; boundary=b',
  ];
  const parts = [
    `Content-Type: text/html\r\n\r\n<table width=900><td>x</table><a href="https://a.dev/${word}">x</a>`,
    `Content-Type: text/plain\r\n\r\n${word}`,
    `Content-Type: text/csv; name="${word}.csv"\r\nContent-Disposition: attachment\r\n\r\na,b`,
  ].map((part) => `--b\r\n${part}\r\n`);
  const raw = Buffer.from(`${headers.join('\r\n')}\r\n\r\n${parts.join('')}--b--\r\n`);
  const envelope = { from: `${word}@example.com`, to: ['bob@example.com'] };
  await holdMail(sandbox);
  await mail?.mailbox.deliver({ id: 'long', via: 'api', envelope, raw });
  faults.add({ service: 'mail', status: 500, match: { path: `/${word}` } });
  const post = (path: string, body: object) =>
    fetch(`${mail?.apiUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mail?.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await post('/contacts', { email: `${word.slice(0, 60)}@example.com`, data: { note: word } });
  // Nobody listens on this port: the log has an attempt without an answer.
  mail?.webhooks.targets.add({ url: `http://127.0.0.1:9/${word}`, service: 'resend' });
  await mail?.webhooks.trigger({ event: 'bounced' });
  // With its retries: a row that is pressed must not move.
  await vi.waitFor(() => expect(mail?.webhooks.attempts()).toHaveLength(3), { timeout: 15_000 });
  mail?.inbound.routes.add({ address: `*@${word}.dev`, url: `http://127.0.0.1:9/${word}`, service: 'ses' });
  await mail?.inbound.receive({ to: `${word}@${word}.dev` });
  await vi.waitFor(() => expect(mail?.inbound.attempts()).toHaveLength(3), { timeout: 15_000 });
  realtime?.publish({ channel: word.slice(0, 150), event: 'paid', data: JSON.stringify({ word }) });
}

/** Puts a mail in that no recipient got. */
async function holdMail(sandbox: Sandbox): Promise<void> {
  const state = sandbox.save();
  const row = { id: 'held', serial: 1, createdAt: 1, updatedAt: 1 };
  const recipients = ['bob@example.com', `${word.slice(0, 60)}@example.com`];
  const envelope = { from: 'ann@acme.dev', to: recipients };
  const raw = Buffer.from(`Subject: Held ${word}\r\n\r\n${word}`).toString('base64');
  const undelivered = [{ ...row, envelope, raw, acceptedAt: 1 }];
  const fields = { service: 'resend', from: 'ann@acme.dev', subject: 'Held', labels: { service: 'resend' } };
  const outcome = { state: 'sent', suppressed: recipients, suppressedBy: ['bounce', 'manual'], own: {} };
  const messages = [{ ...row, ...fields, recipients, ...outcome }];
  await sandbox.load({ ...state, tables: { ...state.tables, undelivered, messages } });
}

// The smaller file of axe: each page parses it.
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const sizes = [
  [1280, 800],
  [390, 844],
] as const;

describe.skipIf(!hasChromium)(`the looks of the page${chromiumNote}`, () => {
  let browser: Browser;
  let full: Sandbox;
  let fresh: Sandbox;
  // One context for all: what it has compiled of the page and of axe stays.
  const pages: Page[] = [];

  beforeAll(async () => {
    [browser, full, fresh] = await Promise.all([
      launchChromium(),
      startSandbox(platformSupport().supported ? {} : { routing: false }),
      startSandbox({ routing: false }),
    ]);
    await fill(full);
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    await context.addInitScript(axe);
    for (const [width, height] of sizes) {
      const page = await context.newPage();
      await page.setViewportSize({ width, height });
      pages.push(page);
    }
  });
  afterAll(() => Promise.all([browser?.close(), full?.close(), fresh?.close()]));

  it.each(Object.keys({ ...sights, ...empty }))(
    '%s: passes axe, and fits desktop and phone',
    async (name) => {
      const sandbox = name in empty ? fresh : full;
      const { path, ready, act } = { ...sights, ...empty }[name] as Sight;
      for (const [at, [width]] of sizes.entries()) {
        const page = pages[at] as Page;
        await page.emulateMedia({ colorScheme: 'light' });
        await show(page, `${sandbox.page?.url}`, path);
        await act?.(page);
        await page.locator(ready).first().waitFor();
        expect(await findFaults(page), `${width}`).toEqual([]);
        await page.emulateMedia({ colorScheme: 'dark' });
        expect(await findFaults(page, ['color-contrast']), `${width}, dark`).toEqual([]);
        const scrolled = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(scrolled).toBeLessThanOrEqual(width);
        if (width === 390) expect(await findSmall(page)).toEqual([]);
      }
    },
  );
});

/** A view as it begins: another one was shown before it, and the page is loaded once for each sandbox. */
async function show(page: Page, url: string, path: string): Promise<void> {
  for (const view of [path === 'faults' ? 'requests' : 'faults', path]) {
    // Dialogs belong to the page, and not to a view.
    await page.keyboard.press('Escape');
    await page.goto(`${url}#/${view}`);
    await page.locator('[data-state=on]').waitFor();
    const [name = ''] = view.split('/');
    await page.locator(`nav [aria-current=page][href="#/${name}"]`).first().waitFor();
  }
}

/** What axe finds serious, by all rules or by some. */
function findFaults(page: Page, rules?: readonly string[]): Promise<unknown> {
  const options = JSON.stringify({ iframes: false, ...(rules && { runOnly: rules }) });
  return page.evaluate(`axe.run(${options}).then(({ violations }) => violations
    .filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | ')))`);
}

/** Buttons and fields lower than 24 px, WCAG 2.2 criterion 2.5.8. A switch is as large as its label. */
function findSmall(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'button, select, textarea, summary, input:not([type=radio], [role=switch])',
      ),
    ]
      .filter((element) => element.checkVisibility() && element.closest('label') === null)
      .filter((element) => element.getBoundingClientRect().height < 24)
      .map((element) => element.outerHTML.slice(0, 120)),
  );
}
