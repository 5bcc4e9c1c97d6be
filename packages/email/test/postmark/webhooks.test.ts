import { createEmailClient, memoryReplayStore } from '@org/email';
import { postmark } from '@org/email/postmark';
import { signTestWebhook } from '@org/email/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const secret = 'hook-secret';
const driver = postmark({ apiKey: 'x', webhookSecret: secret });
const email = createEmailClient({ driver });
const parse = async (payload: string | object) => {
  const { events } = await email.webhooks.parse(await signTestWebhook(driver, payload));
  expect(events).toHaveLength(1);
  return events[0];
};
const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;

const common = {
  MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
  MessageStream: 'outbound',
  ServerID: 23,
  Tag: 'welcome-email',
  Metadata: { a_key: 'a_value', number: 43 },
};
const geo = { CountryISOCode: 'RS', City: 'Novi Sad', IP: '188.2.95.4' };
const bounce = {
  ...common,
  RecordType: 'Bounce',
  Type: 'HardBounce',
  TypeCode: 1,
  Details: 'smtp;550 5.1.1 No such user',
  Email: 'john@example.com',
  BouncedAt: '2019-11-05T16:33:54.9070259Z',
};
const [tags, metadata] = [[{ name: 'welcome-email' }], { a_key: 'a_value', number: '43' }];

describe('postmark: events of webhooks', () => {
  it.each<[string, object, object]>([
    [
      'Delivery',
      {
        ...common,
        RecordType: 'Delivery',
        Recipient: 'john@example.com',
        DeliveredAt: '2014-08-01T13:28:10.2735393-04:00',
        Details: 'ok',
      },
      { type: 'delivered', timestamp: new Date('2014-08-01T17:28:10.273Z'), tags, metadata },
    ],
    [
      'Open',
      {
        ...common,
        RecordType: 'Open',
        FirstOpen: true,
        Recipient: 'john@example.com',
        ReceivedAt: '2019-11-05T16:33:54.9070259Z',
        UserAgent: 'Mozilla/5.0',
        Geo: geo,
      },
      { type: 'opened', client: { ip: '188.2.95.4', userAgent: 'Mozilla/5.0' }, tags, metadata },
    ],
    [
      'Click',
      {
        ...common,
        RecordType: 'Click',
        OriginalLink: 'https://example.com',
        ClickLocation: 'HTML',
        Recipient: 'john@example.com',
        ReceivedAt: '2017-10-25T15:21:11.9065619Z',
        Geo: null,
      },
      { type: 'clicked', click: { url: 'https://example.com' } },
    ],
    [
      'SpamComplaint',
      { ...bounce, RecordType: 'SpamComplaint', Type: 'SpamComplaint', ID: 42 },
      { type: 'complained', id: '42' },
    ],
    [
      'SubscriptionChange, off',
      {
        ...common,
        RecordType: 'SubscriptionChange',
        MessageID: null,
        ChangedAt: '2020-02-01T10:53:34.416071Z',
        Recipient: 'john@example.com',
        SuppressSending: true,
        SuppressionReason: 'ManualSuppression',
      },
      { type: 'unsubscribed', messageId: undefined, timestamp: new Date('2020-02-01T10:53:34.416Z') },
    ],
    [
      'SubscriptionChange, on',
      {
        ...common,
        RecordType: 'SubscriptionChange',
        Tag: null,
        Metadata: {},
        ChangedAt: '2020-02-01T10:53:34.416071Z',
        Recipient: 'john@example.com',
        SuppressSending: false,
      },
      { type: 'subscribed', tags: undefined, metadata: undefined },
    ],
    [
      'metadata in another form',
      { ...common, RecordType: 'Forward', Metadata: 'abc', Recipient: 'john@example.com' },
      { type: 'unknown', metadata: undefined },
    ],
    [
      'an event of a later version',
      { ...common, RecordType: 'Forward', Recipient: 'john@example.com' },
      { type: 'unknown' },
    ],
  ])('%s', async (_what, payload, expected) => {
    const event = await parse(payload);
    expect(event).toMatchObject({ provider: 'postmark', recipient: 'john@example.com', raw: payload });
    expect(event).toMatchObject(
      Object.fromEntries(Object.entries(expected).filter(([, value]) => value !== undefined)),
    );
    for (const [name, value] of Object.entries(expected))
      if (value === undefined) expect(event?.[name as keyof typeof event]).toBeUndefined();
  });

  it.each([
    ['HardBounce', 'bounced', 'hard'],
    ['SoftBounce', 'bounced', 'soft'],
    ['BadEmailAddress', 'bounced', 'hard'],
    ['Transient', 'deferred', 'soft'],
    ['DnsError', 'deferred', 'soft'],
    ['SpamNotification', 'complained', undefined],
    ['SpamComplaint', 'complained', undefined],
    ['Blocked', 'rejected', 'undetermined'],
    ['DMARCPolicy', 'rejected', 'undetermined'],
    ['ManuallyDeactivated', 'rejected', 'undetermined'],
    ['Unsubscribe', 'unsubscribed', undefined],
    ['ManualSuppression', 'unsubscribed', undefined],
    ['Subscribe', 'subscribed', undefined],
    ['AutoResponder', 'autoreplied', undefined],
    ['AddressChange', 'autoreplied', undefined],
    ['ChallengeVerification', 'autoreplied', undefined],
    ['TemplateRenderingFailed', 'failed', 'undetermined'],
    ['SMTPApiError', 'failed', 'undetermined'],
    ['VirusNotification', 'bounced', 'undetermined'],
  ])('Bounce of the type %s is %s', async (Type, type, bounceClass) => {
    const event = await parse({ ...bounce, Type });
    expect([event?.type, event?.bounce?.class]).toEqual([type, bounceClass]);
    if (bounceClass !== undefined)
      expect(event?.bounce).toMatchObject({
        smtpCode: '550',
        enhancedCode: '5.1.1',
        diagnostic: bounce.Details,
      });
  });

  // The bounce and the complaint behind it have webhooks of their own.
  it.each([
    ['HardBounce', 'Recipient', 'suppressed'],
    ['HardBounce', 'Admin', 'suppressed'],
    ['SpamComplaint', 'Recipient', 'suppressed'],
    ['ManualSuppression', 'Recipient', 'unsubscribed'],
    ['ManualSuppression', 'Customer', 'suppressed'],
    ['ManualSuppression', 'Admin', 'suppressed'],
    ['ManualSuppression', undefined, 'unsubscribed'],
    ['ANewReason', 'Recipient', 'suppressed'],
  ])('SubscriptionChange because of %s by %s is %s', async (SuppressionReason, Origin, type) => {
    const change = { ...common, RecordType: 'SubscriptionChange', ChangedAt: '2026-02-01T10:53:34Z', Origin };
    const off = await parse({ ...change, SuppressSending: true, SuppressionReason });
    expect([off?.type, off?.bounce]).toEqual([type, undefined]);
    const on = await parse({ ...change, SuppressSending: false, SuppressionReason });
    expect(on?.type).toBe('subscribed');
  });

  it.each([undefined, null, 'perhaps'])('SubscriptionChange with the state %s is unknown', async (state) => {
    const change = { ...common, RecordType: 'SubscriptionChange', SuppressionReason: 'HardBounce' };
    expect(await parse({ ...change, SuppressSending: state })).toMatchObject({ type: 'unknown' });
  });

  it('keeps every digit of the id of a bounce', async () => {
    const text = JSON.stringify(bounce).replace('{', '{"ID":4323372036854775807,');
    const event = await parse(text);
    expect(event).toMatchObject({ id: '4323372036854775807', raw: { ID: '4323372036854775807' } });
  });

  it('an inbound message has no RecordType', async () => {
    const inbound = {
      MessageID: '22c74902',
      From: 'a@example.com',
      OriginalRecipient: 'in@inbound.acme.dev',
      Subject: 'x',
      Date: 'Thu, 5 Nov 2026 16:59:01 +0200 (CEST)',
    };
    expect(await parse(inbound)).toMatchObject({
      type: 'inbound',
      messageId: '22c74902',
      recipient: 'in@inbound.acme.dev',
      timestamp: new Date('2026-11-05T14:59:01Z'),
    });
  });

  it('clicks on two links at one time have two ids', async () => {
    const click = {
      ...common,
      RecordType: 'Click',
      Recipient: 'john@example.com',
      ReceivedAt: '2017-10-25T15:21:11Z',
    };
    const [one, other] = [
      await parse({ ...click, OriginalLink: 'https://a.dev' }),
      await parse({ ...click, OriginalLink: 'https://b.dev' }),
    ];
    expect(one?.id).not.toBe(other?.id);
    expect((await parse({ ...click, OriginalLink: 'https://a.dev' }))?.id).toBe(one?.id);
  });

  it.each(['', 'no JSON', '"text"', 'null'])('a genuine body that is %j is unknown', async (body) => {
    expect(await parse(body)).toMatchObject({ type: 'unknown' });
  });
});

describe('security: postmark webhooks', () => {
  const body = JSON.stringify(bounce);
  const genuine = { url: `https://acme.dev/hook?token=${secret}`, headers: {}, body };

  it.each<[string, { readonly url?: string; readonly headers: Record<string, string> }]>([
    ['a token in the URL', { url: genuine.url, headers: {} }],
    ['the password of basic authentication', { headers: { Authorization: basic(`any:${secret}`) } }],
    ['a bearer token', { headers: { authorization: `Bearer ${secret}` } }],
  ])('accepts %s', async (_what, request) => {
    expect((await email.webhooks.parse({ ...request, body })).events.length).toBe(1);
  });

  it.each<[string, { readonly url?: string; readonly headers: Record<string, string> }]>([
    ['no secret', { headers: {} }],
    ['an empty token', { url: 'https://acme.dev/hook?token=', headers: {} }],
    ['a longer token', { url: `${genuine.url}x`, headers: {} }],
    ['another password', { headers: { authorization: basic('any:Hook-secret') } }],
    ['the secret as the user', { headers: { authorization: basic(`${secret}:`) } }],
  ])('refuses %s', async (_what, request) => {
    await expect(email.webhooks.parse({ ...request, body })).rejects.toMatchObject({
      code: 'webhook-signature',
    });
  });

  it('E8: accepts no mutation of the secret', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.nat(secret.length), fc.string(), async (text, at, header) => {
        const token = secret.slice(0, at) + text;
        fc.pre(token !== secret);
        const url = `https://acme.dev/hook?${new URLSearchParams({ token })}`;
        const request = { url, headers: { authorization: header }, body };
        await expect(email.webhooks.parse(request)).rejects.toMatchObject({ code: 'webhook-signature' });
      }),
      { numRuns: 2_000 },
    );
  });

  it('handles a repeated webhook once, and both secrets during a rotation', async () => {
    const rotating = createEmailClient({ driver, webhooks: { replayStore: memoryReplayStore() } });
    await (await rotating.webhooks.parse(genuine)).settle();
    await expect(rotating.webhooks.parse(genuine)).rejects.toMatchObject({ code: 'webhook-replayed' });
    process.env.POSTMARK_WEBHOOK_SECRET = 'new-secret';
    process.env.POSTMARK_WEBHOOK_SECRET_PREVIOUS = secret;
    const fromEnvironment = createEmailClient({ driver: postmark({ apiKey: 'x' }) });
    expect((await fromEnvironment.webhooks.parse(genuine)).events.length).toBe(1);
    delete process.env.POSTMARK_WEBHOOK_SECRET;
    delete process.env.POSTMARK_WEBHOOK_SECRET_PREVIOUS;
  });
});
