import type { DeliveryEvent } from '@org/email';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import { messageFor, stored } from './drivers.ts';
import { createParser, services, startReceiver, type WebhookReceiver } from './webhook-receiver.ts';

let receiver: WebhookReceiver;
let service: MailService | undefined;

beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await service?.close();
  receiver.close();
});

const message = { from: 'ann@acme.dev', subject: 'Hi', html: '<p>Hi</p>' };
const events = (count: number) => vi.waitFor(() => expect(receiver.received).toHaveLength(count), 10_000);
const started = (): MailService => {
  if (service === undefined) throw new Error('The mail service is not running.');
  return service;
};
const clientOf = (name: string, webhookSecret?: string) => createParser(started(), name, webhookSecret);

/** The kinds in the words of the drivers. */
const kinds = {
  bob: ['delivered'],
  bounce: ['bounced'],
  complaint: ['delivered', 'complained'],
  defer: ['deferred', 'delivered'],
  open: ['delivered', 'opened'],
  click: ['delivered', 'opened', 'clicked'],
  unsubscribe: ['delivered', 'unsubscribed'],
} as const;

/**
 * Elastic Email tells that a mail was sent; Plunk no delay; Resend that a contact has changed. Azure and
 * Loops tell less, and a delay is a soft bounce of Loops.
 */
const others: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  azure: { deferred: '', complained: '', unsubscribed: '' },
  elasticemail: { delivered: 'sent' },
  loops: { deferred: 'bounced', opened: '', clicked: '', unsubscribed: '' },
  plunk: { deferred: '' },
  resend: { unsubscribed: 'unknown' },
};

/** As Resend's SDK and its pages do; our client refuses a URL that is not https. */
async function register(body: object): Promise<{ readonly signing_secret: string }> {
  const { url: baseUrl, apiKey } = service?.services['resend'] ?? {};
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  return (await (await fetch(`${baseUrl}/webhooks`, init)).json()) as { signing_secret: string };
}

describe('the webhooks of a service', () => {
  it.each(services)('%s: its driver accepts each kind by the address', { timeout: 20_000 }, async (name) => {
    service = await startMailService({ webhooks: { [name]: receiver.url }, seed: stored });
    const email = clientOf(name);
    const sent = new Map<string, string | undefined>();
    const expected: string[] = [];
    for (const [local, types] of Object.entries(kinds)) {
      const to = `${local}@example.com`;
      const { outcomes } = await email.send(messageFor(name, { ...message, to }));
      sent.set(to, outcomes[0]?.messageId);
      const told = types.map((type) => others[name]?.[type] ?? type).filter((type) => type !== '');
      const isNamed = (type: string) => name !== 'azure' || type === 'delivered' || type === 'bounced';
      expected.push(...told.map((type) => `${type} ${isNamed(type) ? to : ''}`));
    }
    const parsed: DeliveryEvent[] = [];
    const read = async () => {
      for (const request of receiver.received.splice(0))
        parsed.push(...(await email.webhooks.parse(request)).events);
      expect(parsed.length).toBeGreaterThanOrEqual(expected.length);
    };
    await vi.waitFor(read, 10_000);
    await email.close();
    // An event of Azure has no recipient.
    const nameless = (type: string, recipient?: string) =>
      type === 'unknown' ? 'unsubscribe@example.com' : (recipient ?? '');
    expect(parsed.map(({ type, recipient }) => `${type} ${nameless(type, recipient)}`).sort()).toEqual(
      expected.sort(),
    );
    for (const { type, recipient = '', messageId, timestamp, click, bounce } of parsed) {
      const isOfContact = type === 'unknown' || (name === 'plunk' && type === 'unsubscribed');
      if (!isOfContact && recipient !== '') expect(messageId).toBe(sent.get(recipient));
      if (type === 'unknown') continue;
      expect(Math.abs(timestamp.getTime() - Date.now())).toBeLessThan(60_000);
      if (type === 'clicked') expect(click?.url).toBe('https://example.com/');
      const isDelay = recipient === 'defer@example.com';
      if (type === 'bounced') expect(bounce?.class).toBe(isDelay ? 'soft' : 'hard');
      // Resend's and MailerSend's have no reason.
      const hasReason = !['resend', 'mailersend'].includes(name);
      if (type === 'deferred' && hasReason) expect(bounce?.class).toBe('soft');
    }
  });

  it('are registered by its API, signed with the secret of the response, for the named events', async () => {
    service = await startMailService();
    const { signing_secret } = await register({ endpoint: receiver.url, events: ['email.bounced'] });
    const email = clientOf('resend', signing_secret);
    await email.send({ ...message, to: ['bob@example.com'] });
    await email.send({ ...message, to: ['bounce@example.com'] });
    await events(1);
    const {
      events: [event],
    } = await email.webhooks.parse(receiver.received[0] as Request);
    await email.close();
    expect([event?.type, event?.recipient]).toEqual(['bounced', 'bounce@example.com']);
  });

  it('are repeated after a failure, and logged with each answer', async () => {
    receiver.statuses.push(500, 503);
    service = await startMailService({ webhooks: { resend: receiver.url } });
    const email = clientOf('resend');
    await email.send({ ...message, to: 'bob@example.com' });
    await email.close();
    await events(1);
    await vi.waitFor(() => expect(service?.webhooks.attempts()).toHaveLength(3), 10_000);
    const attempts = service.webhooks
      .attempts()
      .map(({ attempt, status, events }) => [attempt, status, events[0]?.kind]);
    expect(attempts).toEqual([
      [1, 500, 'delivered'],
      [2, 503, 'delivered'],
      [3, 200, 'delivered'],
    ]);
  });

  it('wait as long as the address says', async () => {
    service = await startMailService({ webhooks: { resend: receiver.url } });
    const email = clientOf('resend');
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
    const email = clientOf('resend');
    await register({ endpoint: elsewhere.resend, events: ['email.delivered'] });
    await email.send({ ...message, to: 'bob@example.com' });
    await email.close();
    await vi.waitFor(() => expect(service?.webhooks.attempts()).toHaveLength(1), 10_000);
    expect(service.webhooks.attempts()[0]).toMatchObject({ status: undefined, problem: expect.any(String) });
  });
});
