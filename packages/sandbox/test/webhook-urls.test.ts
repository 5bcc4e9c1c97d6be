import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Sandbox, startSandbox } from '../src/index.ts';
import { type MailService, startMailService } from '../src/mail/service/service.ts';
import { createParser, startReceiver } from './mail-doors/webhook-receiver.ts';

const open = new Set<Sandbox>();
async function start(): Promise<Sandbox> {
  const sandbox = await startSandbox({ routing: false, realtime: false });
  open.add(sandbox);
  return sandbox;
}
const stop = async (sandbox: Sandbox): Promise<void> => {
  open.delete(sandbox);
  await sandbox.close();
};
afterEach(async () => {
  for (const sandbox of open) await stop(sandbox);
});

const mailOf = ({ mail }: Sandbox) => {
  if (mail === undefined) throw new Error('The mail service is not running.');
  return mail;
};

/** How an SDK registers a webhook at each service that has a route for it. */
const registrations: Readonly<
  Record<string, (url: string) => [path: string, body: object | URLSearchParams]>
> = {
  resend: (endpoint) => ['/webhooks', { endpoint, events: ['email.sent', 'email.delivered'] }],
  brevo: (url) => ['/webhooks', { url, events: ['delivered'] }],
  sendgrid: (url) => ['/v3/user/webhooks/event/settings', { url, enabled: true, delivered: true }],
  postmark: (Url) => ['/webhooks', { Url, Triggers: { Delivery: { Enabled: true } } }],
  mailersend: (url) => [
    '/v1/webhooks',
    { url, name: 'Hook', events: ['activity.delivered'], domain_id: 'd' },
  ],
  mailjet: (Url) => ['/v3/REST/eventcallbackurl', { Url, EventType: 'sent' }],
  mailgun: (url) => ['/v3/domains/acme.dev/webhooks', new URLSearchParams({ id: 'delivered', url })],
};

const badUrls = [
  'not a url',
  '',
  'http://',
  'ftp://127.0.0.1/',
  'javascript:alert(1)',
  'http://a%zz@127.0.0.1/',
];

async function register(mail: MailService, service: string, url: string) {
  const { url: base = '', apiKey = '' } = mail.services[service] ?? {};
  const [path, body] = registrations[service]?.(url) ?? ['/', {}];
  const isForm = body instanceof URLSearchParams;
  const basic = `Basic ${Buffer.from(`api:${apiKey}`).toString('base64')}`;
  const headers = {
    authorization: ['mailgun', 'mailjet'].includes(service) ? basic : `Bearer ${apiKey}`,
    'api-key': apiKey,
    'x-postmark-server-token': apiKey,
    ...(!isForm && { 'content-type': 'application/json' }),
  };
  // A base URL may have the version, as the paths of some services here.
  const origin = /^\/v\d\//.test(path) ? base.replace(/\/v\d$/, '') : base;
  return fetch(`${origin}${path}`, { method: 'POST', headers, body: isForm ? body : JSON.stringify(body) });
}

/** Sends a mail, and waits for the event of its delivery: what goes wrong in the background has happened. */
async function deliver(mail: MailService, service: string): Promise<void> {
  const receiver = await startReceiver();
  mail.webhooks.targets.add({ url: receiver.url, service });
  const email = createParser(mail, service);
  await email.send({ from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', html: '<p>Hi</p>' });
  await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(0), 10_000);
  await email.close();
  receiver.close();
}

describe('a webhook whose URL cannot be posted to', () => {
  it.each(Object.keys(registrations))('is refused by the door of %s, and mail goes on', async (service) => {
    const sandbox = await start();
    expect((await register(mailOf(sandbox), service, 'http://127.0.0.1:9/hook')).status).toBeLessThan(300);
    for (const url of badUrls) {
      const response = await register(mailOf(sandbox), service, url);
      expect([url, response.status]).toEqual([url, expect.toBeOneOf([400, 422])]);
    }
    await deliver(mailOf(sandbox), service);
  });

  it('is refused by the page, by targets.add() and by a state', async () => {
    const sandbox = await start();
    for (const url of badUrls) {
      const response = await fetch(`${sandbox.page?.url}api/webhooks`, {
        method: 'POST',
        headers: { 'x-sandbox-page': 'yes', 'content-type': 'application/json' },
        body: JSON.stringify({ url, service: 'resend' }),
      });
      expect([url, response.status]).toEqual([url, 400]);
      expect(() => mailOf(sandbox).webhooks.targets.add({ url })).toThrow(TypeError);
    }
    await deliver(mailOf(sandbox), 'resend');
  });

  it('of a data folder is left out with a warning, and stays in the folder', async () => {
    const data = mkdtempSync(join(tmpdir(), 'sandbox-urls-'));
    const first = await startMailService({ data });
    await register(first, 'resend', 'http://127.0.0.1:9/hook');
    await first.close();
    const database = new DatabaseSync(join(data, 'sandbox.sqlite'));
    database.exec("UPDATE rows SET json = replace(json, 'http://127.0.0.1:9/hook', 'not a url')");
    database.close();
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const second = await startMailService({ data });
    expect(warn).toHaveBeenCalledWith(expect.stringMatching(/left out, and stays in it.*valid http/));
    warn.mockRestore();
    await deliver(second, 'resend');
    await second.close();
    const kept = new DatabaseSync(join(data, 'sandbox.sqlite'), { readOnly: true });
    const rows = kept.prepare("SELECT json FROM rows WHERE kind = 'webhooks'").all();
    kept.close();
    expect(rows.some(({ json }) => String(json).includes('not a url'))).toBe(true);
    rmSync(data, { recursive: true, force: true });
  });
});
