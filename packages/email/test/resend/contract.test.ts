import { createEmailClient, type EmailDriver, type EmailMessage } from '@org/email';
import { type ResendCapabilities, resend } from '@org/email/resend';
import { testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { startResend } from './stand-in.ts';

/** Two requests a second would make the suite slow. */
const unlimited = (driver: EmailDriver<ResendCapabilities>): EmailDriver<ResendCapabilities> => ({
  ...driver,
  open: (options) => driver.open({ ...options, limiter: false }),
});

testEmailDriver({ describe, it, expect }, 'resend', async () => {
  const service = await startResend();
  return {
    driver: unlimited(resend({ apiKey: 're_good', baseUrl: service.url, webhookSecret: 'whsec_c2VjcmV0' })),
    driverWithWrongCredential: resend({ apiKey: 're_bad', baseUrl: service.url }),
    received: () => service.mails,
    close: service.close,
    placeholder: (name) => `{{{${name}}}}`,
    webhook: {
      payload: {
        type: 'email.delivered',
        created_at: '2023-11-22T23:41:12.126Z',
        data: { email_id: '56761188', to: ['bob@example.com'] },
      },
      event: { type: 'delivered', messageId: '56761188', recipient: 'bob@example.com' },
      wrongSecret: 'whsec_b3RoZXI=',
    },
  };
});

describe('E5: resend, when responses are lost', () => {
  const retry = { baseMs: 1, throttledBaseMs: 1, quota: false } as const;
  const message: EmailMessage = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hi' };

  it('accepts every mail once, with the id of the first response', async () => {
    const service = await startResend();
    const driver = resend({ apiKey: 're_good', baseUrl: service.url });
    const email = createEmailClient({ driver, retry, limiter: false });
    const ids: unknown[] = [];
    for (let index = 0; index < 20; index += 1) {
      service.loseAnswers(index % 3);
      ids.push((await email.send({ ...message, to: `to-${index}@example.com` })).messageId);
    }
    await email.close();
    await service.close();
    expect(ids).toEqual(Array.from({ length: 20 }, (_, index) => `id-${index + 1}`));
    expect(service.mails).toHaveLength(20);
  });

  it('does not know the outcome when no response arrives at all', async () => {
    const service = await startResend();
    const driver = resend({ apiKey: 're_good', baseUrl: service.url });
    const email = createEmailClient({ driver, retry, limiter: false });
    service.loseAnswers(10);
    await expect(email.send(message)).rejects.toMatchObject({ outcome: 'unknown', attempts: 3 });
    await email.close();
    await service.close();
    expect(service.mails).toHaveLength(1);
  });
});
