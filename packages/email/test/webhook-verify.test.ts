import { createHmac, timingSafeEqual } from 'node:crypto';
import { createEmailClient, memoryReplayStore, type ReceivedWebhook, type WebhookOptions } from '@org/email';
import { elasticemail } from '@org/email/elasticemail';
import { mailgun } from '@org/email/mailgun';
import { describe, expect, it, vi } from 'vitest';

const key = 'a key of this test';
const sign = (time: string, body: string) =>
  createHmac('sha256', key).update(`${time}.${body}`).digest('hex');

/** A signature of this test. What Elastic Email really signs is not published. */
function verify({ header, text }: ReceivedWebhook): boolean {
  const given = Buffer.from(header('x-test-signature') ?? '');
  const expected = Buffer.from(sign(header('x-test-time') ?? '', text));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const clientWith = (webhooks: WebhookOptions) =>
  createEmailClient({ driver: elasticemail({ apiKey: 'x' }), webhooks });
const sent = JSON.stringify({ status: 'Sent', transaction: 't1', messageid: 'm1', to: 'bob@example.com' });

function notify(body: string, signature = sign('1', body)): Request {
  const headers = { 'x-test-time': '1', 'x-test-signature': signature };
  return new Request('https://acme.dev/hook', { method: 'POST', headers, body });
}

describe("security: the caller's own verification of webhooks", () => {
  it.each<[string, WebhookOptions['verify']]>([
    ['at once', verify],
    ['later', async (webhook) => verify(webhook)],
  ])('replaces the secret of the driver: %s', async (_what, own) => {
    const { webhooks } = clientWith({ verify: own });
    expect((await webhooks.parse(notify(sent))).events).toMatchObject([{ recipient: 'bob@example.com' }]);
    for (const forged of [notify(sent, 'a'.repeat(64)), notify(`${sent} `, sign('1', sent))])
      await expect(webhooks.parse(forged)).rejects.toMatchObject({
        code: 'webhook-signature',
        responseStatus: 401,
        message: expect.stringContaining('webhooks.verify'),
      });
  });

  it.each([1, 'true', {}, [], undefined, null])('accepts nothing but true: %j', async (value) => {
    const { webhooks } = clientWith({ verify: () => value as never });
    await expect(webhooks.parse(notify(sent))).rejects.toMatchObject({ code: 'webhook-signature' });
  });

  it('no token of the URL is accepted beside it', async () => {
    const driver = elasticemail({ apiKey: 'x', webhookSecret: 's3cret' });
    const { webhooks } = createEmailClient({ driver, webhooks: { verify } });
    const request = new Request('https://acme.dev/hook?token=s3cret', { method: 'POST', body: sent });
    await expect(webhooks.parse(request)).rejects.toMatchObject({ code: 'webhook-signature' });
  });

  it("its error is the program's: 500, and the service sends the webhook again", async () => {
    const failure = new Error('no key store');
    const onError = vi.fn();
    const { webhooks } = clientWith({ verify: () => Promise.reject(failure) });
    const response = await webhooks.handler(() => expect.unreachable(), { onError })(notify(sent));
    expect([response.status, onError.mock.calls]).toEqual([500, [[failure]]]);
  });

  it('a webhook that it accepted is handled once, and told from others by its parameters', async () => {
    const { webhooks } = clientWith({ verify: () => true, replayStore: memoryReplayStore() });
    const get = (query: string) => webhooks.parse(new Request(`https://acme.dev/hook?${query}`));
    await (await get('status=Sent&to=bob@example.com')).settle();
    await (await get('status=Opened&to=bob@example.com')).settle();
    await expect(get('status=Sent&to=bob@example.com')).rejects.toMatchObject({ code: 'webhook-replayed' });
  });

  it('a forgery has the status of the service', async () => {
    const driver = mailgun({ apiKey: 'x', domain: 'mg.acme.dev' });
    const { webhooks } = createEmailClient({ driver, webhooks: { verify: () => false } });
    expect((await webhooks.handler(() => {})(notify(sent))).status).toBe(406);
  });

  it('a polluted Object.prototype accepts no webhook', async () => {
    const { webhooks } = createEmailClient({
      driver: elasticemail({ apiKey: 'x', webhookSecret: 's3cret' }),
      webhooks: {},
    });
    Object.defineProperty(Object.prototype, 'verify', { value: () => true, configurable: true });
    try {
      await expect(webhooks.parse(notify(sent))).rejects.toMatchObject({ code: 'webhook-signature' });
    } finally {
      Reflect.deleteProperty(Object.prototype, 'verify');
    }
  });

  it('must be a function', () => {
    expect(() => clientWith({ verify: 'whsec_x' as never })).toThrow('webhooks.verify must be a function');
  });
});

describe('a replay store of the program', () => {
  it('without owners, as an earlier version had it, is refused when the client is created', () => {
    const replayStore = { claim: () => 'claimed', settle: () => {}, release: () => {} } as never;
    expect(() => clientWith({ replayStore })).toThrow(/webhooks\.replayStore must have .* Missing: renew\./);
  });
});
