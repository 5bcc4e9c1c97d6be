import { createEmailClient } from '@org/email';
import { plunk } from '@org/email/plunk';
import { signTestWebhook } from '@org/email/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const driver = plunk({ apiKey: 'sk_test', webhookSecret: ['s3cret', 'previous'] });
const { webhooks } = createEmailClient({ driver });

const at = '2026-01-15T10:30:00.000Z';
const sourceType = 'TRANSACTIONAL';
const base = {
  contact: { email: 'bob@example.com', subscribed: true, data: { plan: 'free' } },
  workflow: { id: 'w1', name: 'Deliveries' },
  execution: { id: 'x1', startedAt: '2026-01-15T10:30:01.000Z' },
};
const mail = {
  subject: 'Hi',
  from: 'ann@acme.dev',
  messageId: 'ses-1',
  emailId: 'e1',
  templateId: null,
  sourceType,
};

const parse = async (event: object | undefined, url?: string, extra: object = {}) =>
  (await webhooks.parse(await signTestWebhook(driver, { ...base, event, ...extra }, { url }))).events;

describe('plunk(): the content of a webhook', () => {
  it.each([
    ['email.sent', { ...mail, sentAt: at }, { type: 'sent' }],
    ['email.delivery', { ...mail, deliveredAt: at }, { type: 'delivered' }],
    ['email.open', { ...mail, openedAt: at, opens: 1, isFirstOpen: true }, { type: 'opened' }],
    [
      'email.click',
      { ...mail, link: 'https://acme.dev/', clickedAt: at, clicks: 1, isFirstClick: true },
      { type: 'clicked', click: { url: 'https://acme.dev/' } },
    ],
    [
      'email.bounce',
      { ...mail, bounceType: 'Permanent', bouncedAt: at },
      { type: 'bounced', bounce: { class: 'hard' } },
    ],
    [
      'email.bounce',
      { ...mail, bounceType: 'Transient', transientBounce: true },
      { type: 'bounced', bounce: { class: 'soft' }, timestamp: new Date(base.execution.startedAt) },
    ],
    ['email.complaint', { ...mail, complainedAt: at }, { type: 'complained' }],
  ])('%s, with its name in the URL or without', async (name, event, expected) => {
    const [named] = await parse(event, `https://acme.dev/hook?event=${name}`);
    const common = { provider: 'plunk', messageId: 'e1', recipient: 'bob@example.com' };
    expect(named).toMatchObject({ timestamp: new Date(at), ...common, ...expected });
    expect(await parse(event)).toEqual([named]);
  });

  it.each([
    ['email.received', { subject: 'Re: Hi' }, 'inbound'],
    ['contact.subscribed', {}, 'subscribed'],
    ['contact.unsubscribed', { reason: 'bounce' }, 'unsubscribed'],
    ['segment.vip.entry', {}, 'unknown'],
    ['purchase', { amount: 17 }, 'unknown'],
  ])('%s, which needs its name', async (name, event, type) => {
    const [found] = await parse(event, `https://acme.dev/hook?event=${name}`);
    expect(found).toMatchObject({ type, recipient: 'bob@example.com', raw: { event } });
    expect((await parse(event, undefined, { type: name }))[0]?.type).toBe(type);
  });

  it('has the same id when it is repeated, and another one for another event', async () => {
    const [first] = await parse({ ...mail, openedAt: at });
    const [again] = await parse({ ...mail, openedAt: at });
    const [other] = await parse({ ...mail, clickedAt: at });
    expect([again?.id, other?.id === first?.id]).toEqual([first?.id, false]);
  });

  it.each(['no JSON', 'null', '{"contact":{}}'])('is unknown in another form: %s', async (payload) => {
    const request = await signTestWebhook(driver, payload);
    expect((await webhooks.parse(request)).events).toMatchObject([
      { type: 'unknown', timestamp: new Date(0) },
    ]);
  });
});

describe('security: the senders of a webhook of plunk()', () => {
  const body = JSON.stringify({ ...base, event: { ...mail, deliveredAt: at } });

  it.each([
    ['a header', { headers: { authorization: 'Bearer s3cret' } }],
    ['a header, with the previous secret', { headers: { authorization: 'Bearer previous' } }],
    ['the URL', { headers: {}, url: '/hook?token=s3cret' }],
  ])('are the holders of the secret: %s', async (_what, request) => {
    expect((await webhooks.parse({ body, ...request })).events).toHaveLength(1);
  });

  it('E8: are no others, for any header and any body', async () => {
    const secrets = ['s3cret', 'previous'];
    const foreign = fc.string().filter((text) => !secrets.some((secret) => text.includes(secret)));
    const authorization = fc.oneof(
      foreign,
      foreign.map((text) => `Bearer ${text}`),
      foreign.map((text) => `Basic ${text}`),
    );
    await fc.assert(
      fc.asyncProperty(authorization, foreign, fc.uint8Array(), async (header, token, bytes) => {
        const url = `/hook?${new URLSearchParams({ token })}`;
        const parsed = webhooks.parse({ headers: { authorization: header }, url, body: bytes });
        await expect(parsed).rejects.toMatchObject({ code: 'webhook-signature' });
      }),
      { numRuns: 3_000 },
    );
  });
});
