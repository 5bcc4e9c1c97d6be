import { createEmailClient } from '@org/email';
import { plunk } from '@org/email/plunk';
import { resend } from '@org/email/resend';
import { smtp } from '@org/email/smtp';
import { signTestWebhook } from '@org/email/testing';
import { describe, expect, it } from 'vitest';

const payload = {
  type: 'email.delivered',
  created_at: '2026-01-15T10:30:00.000Z',
  data: { email_id: 'e1', to: ['bob@example.com'] },
};
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const driver = resend({ apiKey: 're_x', webhookSecret: secret });
const { webhooks } = createEmailClient({ driver });

describe('signTestWebhook', () => {
  it('makes the request that the client accepts, from an object or from the text itself', async () => {
    const request = await signTestWebhook(driver, payload);
    expect([request.method, request.url, request.headers.get('content-type')]).toEqual([
      'POST',
      'https://example.com/webhook',
      'application/json',
    ]);
    const { events } = await webhooks.parse(request);
    expect(events[0]).toMatchObject({ type: 'delivered', messageId: 'e1', recipient: 'bob@example.com' });
    const text = JSON.stringify(payload, undefined, 2);
    const spaced = await signTestWebhook(driver, text);
    expect(await spaced.clone().text()).toBe(text);
    expect((await webhooks.parse(spaced)).events).toHaveLength(1);
  });

  it('signs at another time, for another address, with another secret', async () => {
    const url = 'https://acme.dev/mail/hook?tenant=7';
    expect((await signTestWebhook(driver, payload, { url })).url).toBe(url);
    const signedAt = new Date(Date.now() - 3_600_000);
    for (const options of [{ signedAt }, { secret: `whsec_${btoa('another secret')}` }]) {
      const request = await signTestWebhook(driver, payload, options);
      await expect(webhooks.parse(request)).rejects.toMatchObject({ code: 'webhook-signature' });
    }
  });

  it('puts a shared secret where the service does', async () => {
    const shared = plunk({ apiKey: 'sk_x', webhookSecret: 's3cret' });
    const request = await signTestWebhook(shared, payload);
    expect(request.headers.get('authorization')).toBe('Bearer s3cret');
  });

  it('needs a driver with webhooks, and a secret', async () => {
    await expect(signTestWebhook(smtp({ host: 'smtp.acme.dev' }), payload)).rejects.toMatchObject({
      code: 'configuration',
      message: 'smtp has no webhooks to sign.',
    });
    await expect(signTestWebhook(resend({ apiKey: 're_x' }), payload)).rejects.toMatchObject({
      code: 'credential',
    });
  });
});
