import { createHmac } from 'node:crypto';
import { createEmailClient, memoryReplayStore, type ReplayStore } from '@org/email';
import { mailersend } from '@org/email/mailersend';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { sentWebhook } from './vector.ts';

/** MailerSend publishes it for its test of a new address: anyone can sign with it. */
const publishedSecret = 'test_Am3L1GuOIc4blLUuHqAPxxwkZaJyEk8G';
const sign = (body: string, secret = publishedSecret) =>
  createHmac('sha256', secret).update(body).digest('hex');
// symfony/symfony, `MailerSendRequestParserTest.php`, April 2026.
const ping =
  '{"type":"webhook.test","message":"This is a ping test message",' +
  '"created_at":"2026-04-08T12:19:27.608339Z"}';
const pingSignature = '7fb29be5b1cdb588ee67fa43a0a9d1b394cbb9603a0ac0b87924649d715194c2';

function serve(webhookSecret?: string, replayStore: ReplayStore = memoryReplayStore()) {
  const driver = mailersend({ apiKey: 'mlsn.test', webhookSecret });
  const email = createEmailClient({ driver, webhooks: { replayStore } });
  const onError = vi.fn();
  const handle = email.webhooks.handler((events) => expect(events).toEqual([]), { onError });
  const post = async (body: string, signature: string) => {
    const headers = { signature };
    return (await handle(new Request('https://acme.dev/hook', { method: 'POST', headers, body }))).status;
  };
  return { post, onError };
}

describe("security: MailerSend's test of a new address", () => {
  it.each([
    ['before there is a secret', undefined],
    ['with a secret', 'the-real-secret'],
  ])('is answered with 200 %s, as often as it comes', async (_what, secret) => {
    const { post, onError } = serve(secret);
    expect([await post(ping, pingSignature), await post(ping, pingSignature)]).toEqual([200, 200]);
    expect(onError).not.toHaveBeenCalled();
  });

  it('fills no replay store: anyone can send it', async () => {
    const claim = vi.fn();
    const { post } = serve('the-real-secret', { ...memoryReplayStore(), claim });
    expect([await post(ping, pingSignature), claim.mock.calls]).toEqual([200, []]);
  });

  it('is refused with another signature', async () => {
    const { post } = serve('the-real-secret');
    for (const signature of ['', 'a'.repeat(64), sign(ping, 'another'), sign(`${ping} `)])
      expect(await post(ping, signature)).toBe(401);
    expect(await post(ping, sign(ping, 'the-real-secret'))).toBe(200);
  });

  const otherTypes = [
    sentWebhook,
    sentWebhook.replace('activity.sent', 'Webhook.test'),
    sentWebhook.replace('activity.sent', 'webhook.test '),
    ping.replace('"webhook.test"', '["webhook.test"]'),
    ping.replace('"type"', '"Type"'),
    `{"type":"webhook.test",${sentWebhook.slice(1)}`,
    `[${ping}]`,
    `{"data":${ping}}`,
    '"webhook.test"',
    'null',
    '',
  ];

  it.each(otherTypes)('no other webhook is accepted with the published secret: %s', async (body) => {
    expect(await serve('the-real-secret').post(body, sign(body))).toBe(401);
    expect(await serve().post(body, sign(body))).toBe(401);
    // Not even where it was set by mistake.
    expect(await serve(publishedSecret).post(body, sign(body))).toBe(401);
  });

  it('E8: no type but this one is accepted with the published secret', async () => {
    const { post } = serve('the-real-secret');
    await fc.assert(
      fc.asyncProperty(fc.json(), fc.string(), async (json, type) => {
        fc.pre(type !== 'webhook.test');
        for (const body of [json, JSON.stringify({ type, data: {} })])
          expect(await post(body, sign(body))).toBe(401);
      }),
      { numRuns: 300 },
    );
  });

  it('another webhook before there is a secret is an error, and comes again', async () => {
    const { post, onError } = serve();
    expect(await post(sentWebhook, sign(sentWebhook, 'the-real-secret'))).toBe(500);
    expect(onError.mock.calls).toMatchObject([[{ code: 'credential' }]]);
  });
});
