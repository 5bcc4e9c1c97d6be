import { createEmailClient, type DeliveryEvent } from '@org/email';
import { brevo } from '@org/email/brevo';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { needs } from './needs.ts';

const secret = 'a long shared secret';
const email = createEmailClient({
  driver: brevo({ apiKey: 'xkeysib-test', webhookSecret: [secret, 'older'] }),
});

const url = (token: string) => `https://acme.dev/hook?${new URLSearchParams({ token })}`;
const parse = async (body: unknown, token = secret, headers = {}) =>
  (await email.webhooks.parse({ headers, body: JSON.stringify(body), url: url(token) })).events;

async function read(extra: object): Promise<DeliveryEvent> {
  const [event] = await parse({ ...needs.webhook.payload, ...extra });
  if (event === undefined) throw new Error('The webhook has no event.');
  return event;
}

describe('brevo: events', () => {
  it.each<[string, string, object?]>([
    ['request', 'queued'],
    ['sent', 'sent'],
    ['delivered', 'delivered'],
    ['deferred', 'deferred', { class: 'soft', diagnostic: 'why' }],
    ['soft_bounce', 'bounced', { class: 'soft', diagnostic: 'why' }],
    ['hard_bounce', 'bounced', { class: 'hard', diagnostic: 'why' }],
    ['blocked', 'rejected', { class: 'undetermined', category: 'blocked', diagnostic: 'why' }],
    ['invalid_email', 'rejected', { class: 'hard', category: 'invalid-address', diagnostic: 'why' }],
    ['error', 'failed', { class: 'undetermined', diagnostic: 'why' }],
    ['spam', 'complained'],
    ['complaint', 'complained'],
    ['opened', 'opened'],
    ['unique_opened', 'opened'],
    ['proxy_open', 'opened'],
    ['unique_proxy_open', 'opened'],
    ['click', 'clicked'],
    ['unsubscribe', 'unsubscribed'],
    ['unsubscribed', 'unsubscribed'],
    ['list_addition', 'subscribed'],
    ['a_new_event', 'unknown'],
  ])('%s is %s', async (event, type, bounce) => {
    expect(await read({ event, reason: 'why' })).toMatchObject({ type, ...(bounce ? { bounce } : {}) });
  });

  it.each(['blacklist user', 'unsubscribed user'])('blocked due to %s is suppressed', async (cause) => {
    const reason = `blocked : due to ${cause}`;
    expect(await read({ event: 'blocked', reason })).toMatchObject({
      type: 'suppressed',
      bounce: { category: 'blocked', diagnostic: reason },
    });
  });

  it('has the whole event', async () => {
    const payload = {
      ...needs.webhook.payload,
      event: 'click',
      link: 'https://acme.dev/a',
      user_agent: 'Mail/1',
      'X-Mailin-custom': '{"order":"17"}',
    };
    const [event] = await parse(payload);
    expect(event).toEqual({
      provider: 'brevo',
      type: 'clicked',
      id: expect.stringMatching(/^[\da-f]{32}$/),
      messageId: 'a.1@smtp-relay.mailin.fr',
      recipient: 'bob@example.com',
      timestamp: new Date(1795341600123),
      click: { url: 'https://acme.dev/a' },
      client: { userAgent: 'Mail/1' },
      tags: [{ name: 'spring' }],
      metadata: { order: '17' },
      raw: payload,
    });
  });

  it('marks what a proxy opened, and keeps a header of others out of metadata', async () => {
    expect(await read({ event: 'proxy_open' })).toMatchObject({ client: { machineOpen: true } });
    expect((await read({ 'X-Mailin-custom': 'my own text' })).metadata).toBeUndefined();
  });

  it('prefers ts_epoch to ts_event, and both to the local time', async () => {
    const seconds = 1795341600;
    const timestamp = new Date(seconds * 1_000);
    expect(await read({ ts_epoch: undefined, ts: 1 })).toMatchObject({ timestamp });
    expect(await read({ ts_epoch: seconds, ts_event: 1 })).toMatchObject({ timestamp });
    expect(await read({ ts_epoch: undefined, ts_event: undefined })).toMatchObject({ timestamp });
  });

  it.each([
    ['spring', ['spring']],
    [
      ['spring', 'sale'],
      ['spring', 'sale'],
    ],
    [[], undefined],
  ])('reads a tag that is %j', async (tag, names) => {
    const { tags } = await read({ tags: undefined, tag });
    expect(tags?.map(({ name }) => name)).toEqual(names);
  });

  it('reads each mail that arrived', async () => {
    const arrived = {
      MessageId: '<A1@mail.example.com>',
      To: [{ Name: null, Address: 'orders@acme.dev' }],
      SentAtDate: 'Mon, 2 Mar 2026 11:11:22 +0100',
    };
    expect(await parse({ items: [arrived, {}] })).toMatchObject([
      {
        type: 'inbound',
        messageId: 'A1@mail.example.com',
        recipient: 'orders@acme.dev',
        timestamp: new Date('2026-03-02T10:11:22Z'),
        raw: arrived,
      },
      { type: 'unknown', raw: {} },
    ]);
  });

  it('reads a batch, with an id for each event that stays the same', async () => {
    const { payload } = needs.webhook;
    const batch = [payload, { ...payload, event: 'opened' }, { ...payload, ts_epoch: 1795341600124 }];
    const ids = (await parse(batch)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    expect((await parse(batch.toReversed())).map(({ id }) => id)).toEqual(ids.toReversed());
  });

  it.each(['', 'x', '7', '[7]', '{}', '{"event":7}'])('keeps the form of %j as unknown', async (body) => {
    const received = email.webhooks.parse({ headers: {}, body, url: url(secret) });
    expect((await received).events).toMatchObject([{ type: 'unknown' }]);
  });
});

describe('security: webhooks of brevo', () => {
  it('accepts each live secret, in the URL or as a bearer token', async () => {
    const { payload } = needs.webhook;
    expect(await parse(payload, 'older')).toHaveLength(1);
    const headers = { Authorization: `Bearer ${secret.replaceAll(' ', '')}` };
    await expect(parse(payload, '', headers)).rejects.toMatchObject({ code: 'webhook-signature' });
    const basic = { authorization: `Basic ${btoa(`brevo:${secret}`)}` };
    expect(await parse(payload, '', basic)).toHaveLength(1);
  });

  it('E8: accepts no mutation of the token, and never throws anything else', async () => {
    const mutation = fc
      .tuple(fc.nat(secret.length), fc.nat(2), fc.string({ maxLength: 3 }), fc.string())
      .map(([at, removed, added, header]) => [
        secret.slice(0, at) + added + secret.slice(at + removed),
        header.replace(/[^\x20-\x7e]/g, ''),
      ])
      .filter(([token]) => token !== secret && token !== 'older');
    await fc.assert(
      fc.asyncProperty(mutation, async ([token = '', authorization = '']) => {
        const received = parse(needs.webhook.payload, token, { authorization });
        await expect(received).rejects.toMatchObject({ code: 'webhook-signature' });
      }),
      { numRuns: 3_000 },
    );
  });
});
