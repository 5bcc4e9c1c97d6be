import { mandrill } from '@org/email/mandrill';
import { testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { startMandrill } from './stand-in.ts';

testEmailDriver({ describe, it, expect }, 'mandrill', async () => {
  const service = await startMandrill();
  return {
    driver: mandrill({ apiKey: 'md-good', baseUrl: service.url, webhookSecret: 'key-of-webhook' }),
    driverWithWrongCredential: mandrill({ apiKey: 'md-bad', baseUrl: service.url }),
    received: () => service.mails,
    close: service.close,
    webhook: {
      payload: [
        { event: 'open', _id: 'id-1', ts: 1_893_553_445, msg: { _id: 'id-1', email: 'bob@example.com' } },
      ],
      event: {
        type: 'opened',
        messageId: 'id-1',
        recipient: 'bob@example.com',
        timestamp: new Date('2030-01-02T03:04:05Z'),
      },
    },
  };
});
