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
