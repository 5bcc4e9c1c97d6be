import { createEmailClient, type EmailMessage } from '@org/email';
import { elasticemail } from '@org/email/elasticemail';
import { testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { startElasticEmail } from './stand-in.ts';

testEmailDriver({ describe, it, expect }, 'elasticemail', async () => {
  const service = await startElasticEmail();
  return {
    driver: elasticemail({ apiKey: 'ee-good', baseUrl: service.url, webhookSecret: 'chosen-by-us' }),
    driverWithWrongCredential: elasticemail({ apiKey: 'ee-bad', baseUrl: service.url }),
    received: () => service.mails,
    close: service.close,
    placeholder: (name) => `{${name}}`,
    contactSubscription: false,
    webhook: {
      payload: { status: 'Opened', messageid: 'msg1', to: 'bob@example.com', date: '1/2/2030 03:04:05 AM' },
      event: {
        type: 'opened',
        messageId: 'msg1',
        recipient: 'bob@example.com',
        timestamp: new Date('2030-01-02T03:04:05Z'),
      },
    },
  };
});

describe('E5: elasticemail, when responses are lost', () => {
  const message: EmailMessage = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hi' };

  it('does not know the outcome, and never sends a second mail', async () => {
    const service = await startElasticEmail();
    const driver = elasticemail({ apiKey: 'ee-good', baseUrl: service.url });
    const email = createEmailClient({ driver, retry: { baseMs: 1, throttledBaseMs: 1, quota: false } });
    for (let index = 0; index < 20; index += 1) {
      service.loseAnswers(1);
      const sending = email.send({ ...message, to: `to-${index}@example.com` });
      await expect(sending).rejects.toMatchObject({ outcome: 'unknown', attempts: 1 });
    }
    await email.close();
    await service.close();
    expect(service.mails).toHaveLength(20);
  });
});
