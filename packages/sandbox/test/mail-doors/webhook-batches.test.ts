import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import { createParser, startReceiver, type WebhookReceiver } from './webhook-receiver.ts';

let receiver: WebhookReceiver;
let service: MailService;

beforeEach(async () => {
  receiver = await startReceiver();
  service = await startMailService();
});
afterEach(async () => {
  vi.useRealTimers();
  await service.close();
  receiver.close();
});

const content = { from: 'ann@acme.dev', subject: 'Hi', html: '<p>Hi</p>' };

async function send(name: string, ...recipients: readonly string[]): Promise<void> {
  const email = createParser(service, name);
  for (const to of recipients) await email.send({ ...content, to });
  await email.close();
}

const attempts = (count: number) =>
  vi.waitFor(() => expect(service.webhooks.attempts()).toHaveLength(count), 10_000);

describe('batches', () => {
  it.each(['sendgrid', 'mailjet'])('%s: events of about the same time are one list', async (name) => {
    // A batch is collected until the test waits for it.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    service.webhooks.targets.add({ url: receiver.url, service: name });
    await send(name, 'click@example.com', 'bounce@example.com');
    await attempts(1);
    const kinds = service.webhooks.attempts()[0]?.events.map(({ kind }) => kind);
    expect(kinds).toEqual(['delivered', 'opened', 'clicked', 'bounced']);
    const email = createParser(service, name);
    const { events } = await email.webhooks.parse(receiver.received[0] as Request);
    expect(events.map(({ type }) => type)).toEqual(kinds);
    await email.close();
  });

  it('Mailjet: version 1 of a callback has single events', async () => {
    const { url = '', apiKey = '' } = service.services['mailjet'] ?? {};
    await fetch(`${url}/v3/REST/eventcallbackurl`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${apiKey}:secret`)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ EventType: 'open', Url: receiver.url, Version: 1 }),
    });
    await send('mailjet', 'open@example.com');
    await attempts(1);
    expect(JSON.parse(service.webhooks.attempts()[0]?.body ?? '')).toMatchObject({ event: 'open' });
  });
});

describe('a login in the URL of a target', () => {
  it('is sent instead of the printed secret', async () => {
    const url = receiver.url.replace('://', '://ann:s%40cret@');
    service.webhooks.targets.add({ url, service: 'postmark' });
    const [attempt] = await service.webhooks.trigger({ event: 'opened' });
    expect([attempt?.status, attempt?.headers['authorization']]).toEqual([
      200,
      `Basic ${btoa('ann:s@cret')}`,
    ]);
    const email = createParser(service, 'postmark', 'ann:s@cret');
    expect((await email.webhooks.parse(receiver.received[0] as Request)).events[0]?.type).toBe('opened');
    await email.close();
  });
});

describe('a subscription of SES', () => {
  it('is confirmed before the first event', async () => {
    service.webhooks.targets.add({ url: receiver.url, service: 'ses' });
    await service.webhooks.trigger({ event: 'delivered' });
    await service.webhooks.trigger({ event: 'bounced' });
    const types = receiver.received.map(({ headers }) => headers.get('x-amz-sns-message-type'));
    expect(types).toEqual(['SubscriptionConfirmation', 'Notification', 'Notification']);
    const email = createParser(service, 'ses');
    const [confirmation, notification] = receiver.received as [Request, Request];
    const { SubscribeURL } = (await confirmation.clone().json()) as { readonly SubscribeURL: string };
    expect((await fetch(SubscribeURL)).status).toBe(200);
    expect((await email.webhooks.parse(confirmation)).events).toEqual([]);
    const changed = (await notification.clone().text()).replace('Delivery', 'Complaint');
    const forged = email.webhooks.parse({ headers: {}, body: changed });
    await expect(forged).rejects.toMatchObject({ code: 'webhook-signature' });
    expect((await email.webhooks.parse(notification)).events[0]?.type).toBe('delivered');
    await email.close();
  });
});

interface Suppressing {
  readonly suppressions: { list(): AsyncIterable<{ readonly email: string }> };
}

describe('the lists of a service', () => {
  const names = ['brevo', 'elasticemail', 'mailersend', 'mailgun', 'postmark', 'resend', 'sendgrid', 'ses'];
  it.each(names)('%s: a bounce and a complaint are on its list', async (name) => {
    await send(name, 'bounce@example.com', 'complaint@example.com');
    const email = createParser(service, name);
    const { suppressions } = email as unknown as Suppressing;
    await vi.waitFor(async () => {
      const listed = new Set<string>();
      for await (const each of suppressions.list()) listed.add(each.email);
      expect([...listed].sort()).toEqual(['bounce@example.com', 'complaint@example.com']);
    }, 10_000);
    await email.close();
  });

  it('Plunk unsubscribes its contact', async () => {
    await send('plunk', 'bounce@example.com', 'bob@example.com');
    await vi.waitFor(() => {
      const contacts = service.project().contacts.map(({ email, subscribed }) => [email, subscribed]);
      expect(contacts).toContainEqual(['bounce@example.com', false]);
    }, 10_000);
  });
});
