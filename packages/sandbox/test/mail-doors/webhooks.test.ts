import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createEmailClient, type DeliveryEvent, type EmailDriver } from '@org/email';
import { brevo } from '@org/email/brevo';
import { elasticemail } from '@org/email/elasticemail';
import { mailersend } from '@org/email/mailersend';
import { mailgun } from '@org/email/mailgun';
import { mailjet } from '@org/email/mailjet';
import { postmark } from '@org/email/postmark';
import { resend } from '@org/email/resend';
import { sendgrid } from '@org/email/sendgrid';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service.ts';

type Parser = EmailDriver<{ readonly webhooks: true } & EmailDriver['capabilities']>;

const drivers: Readonly<Record<string, (options: object) => unknown>> = {
  brevo,
  elasticemail,
  mailersend,
  mailgun: (options) => mailgun({ ...options, domain: 'mg.acme.dev' }),
  mailjet: (options) => mailjet({ ...options, secretKey: 'secret' }),
  postmark,
  resend,
  sendgrid,
};

let server: Server;
let url: string;
let statuses: number[];
let received: Request[];
let service: MailService | undefined;

beforeEach(async () => {
  [statuses, received] = [[], []];
  server = createServer(async (request, response) => {
    const headers = new Headers(request.headers as Record<string, string>);
    const init = { method: 'POST', headers, body: await text(request) };
    const status = statuses.shift() ?? 200;
    if (status === 200) received.push(new Request(new URL(request.url ?? '', url), init));
    response.writeHead(status).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await service?.close();
  server.closeAllConnections();
  server.close();
});

const message = { from: 'ann@acme.dev', subject: 'Hi', html: '<p>Hi</p>' };
const events = (count: number) => vi.waitFor(() => expect(received).toHaveLength(count), 10_000);

function clientOf(name: string, webhookSecret: string) {
  const { url: baseUrl, apiKey } = service?.services[name] ?? {};
  const driver = drivers[name]?.({ baseUrl, apiKey, webhookSecret }) as Parser;
  return createEmailClient({ driver, limiter: false });
}

/** As Resend's SDK and its pages do; our client refuses a URL that is not https. */
async function register(body: object): Promise<{ readonly signing_secret: string }> {
  const { url: baseUrl, apiKey } = service?.services['resend'] ?? {};
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  return (await (await fetch(`${baseUrl}/webhooks`, init)).json()) as { signing_secret: string };
}

describe('the webhooks of a service', () => {
  it.each(Object.keys(drivers))('%s: its driver accepts each event by the address', async (name) => {
    service = await startMailService({ webhooks: { [name]: `${url}/hook?token=shared` } });
    const secret = service.env[`${name.toUpperCase()}_WEBHOOK_SECRET`] ?? 'shared';
    const email = clientOf(name, secret);
    const sent = new Map<string, string | undefined>();
    for (const to of ['bob@example.com', 'bounce@example.com', 'complaint@example.com']) {
      const { outcomes } = await email.send({ ...message, to });
      sent.set(to, outcomes[0]?.messageId);
    }
    await events(4);
    const parsed: DeliveryEvent[] = [];
    for (const request of received) parsed.push(...(await email.webhooks.parse(request)).events);
    await email.close();
    // Elastic Email tells that a mail was sent, and nothing of its delivery.
    const accepted = name === 'elasticemail' ? 'sent' : 'delivered';
    expect(parsed.map(({ type, recipient }) => `${type} ${recipient}`).sort()).toEqual([
      'bounced bounce@example.com',
      'complained complaint@example.com',
      `${accepted} bob@example.com`,
      `${accepted} complaint@example.com`,
    ]);
    for (const { recipient = '', messageId, timestamp } of parsed) {
      expect(messageId).toBe(sent.get(recipient));
      expect(Math.abs(timestamp.getTime() - Date.now())).toBeLessThan(60_000);
    }
    expect(parsed.find(({ type }) => type === 'bounced')?.bounce?.class).toBe('hard');
  });

  it('are registered by its API, signed with the secret of the response, for the named events', async () => {
    service = await startMailService();
    const { signing_secret } = await register({ endpoint: url, events: ['email.bounced'] });
    const email = clientOf('resend', signing_secret);
    await email.send({ ...message, to: ['bob@example.com'] });
    await email.send({ ...message, to: ['bounce@example.com'] });
    await events(1);
    const {
      events: [event],
    } = await email.webhooks.parse(received[0] as Request);
    await email.close();
    expect([event?.type, event?.recipient]).toEqual(['bounced', 'bounce@example.com']);
  });

  it('are repeated after a failure, and logged with each answer', async () => {
    statuses = [500, 503];
    service = await startMailService({ webhooks: { resend: url } });
    const email = clientOf('resend', '');
    await email.send({ ...message, to: 'bob@example.com' });
    await email.close();
    await events(1);
    await vi.waitFor(() => expect(service?.webhookAttempts()).toHaveLength(3), 10_000);
    const attempts = service.webhookAttempts().map(({ attempt, status, event }) => [attempt, status, event]);
    expect(attempts).toEqual([
      [1, 500, 'delivered'],
      [2, 503, 'delivered'],
      [3, 200, 'delivered'],
    ]);
  });

  it('wait as long as the address says', async () => {
    service = await startMailService({ webhooks: { resend: url } });
    const email = clientOf('resend', '');
    const sentAt = Date.now();
    await email.send({ ...message, to: 'bob+delay-300ms@example.com' });
    await email.close();
    await events(1);
    expect(Date.now() - sentAt).toBeGreaterThanOrEqual(300);
  });

  it('go to this machine only', async () => {
    const elsewhere = { resend: 'http://hooks.example.com/' };
    await expect(startMailService({ webhooks: elsewhere })).rejects.toThrow(/loopback|this machine/i);
    service = await startMailService();
    const email = clientOf('resend', '');
    await register({ endpoint: elsewhere.resend, events: ['email.delivered'] });
    await email.send({ ...message, to: 'bob@example.com' });
    await email.close();
    await vi.waitFor(() => expect(service?.webhookAttempts()).toHaveLength(1), 10_000);
    expect(service.webhookAttempts()[0]).toMatchObject({ status: undefined, problem: expect.any(String) });
  });
});
