import { loops } from '@org/email/loops';
import { testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { startLoops } from './stand-in.ts';

testEmailDriver({ describe, it, expect }, 'loops', async () => {
  const service = await startLoops();
  return {
    driver: loops({ apiKey: 'lo-good', baseUrl: service.url, webhookSecret: `whsec_${btoa('a secret')}` }),
    driverWithWrongCredential: loops({ apiKey: 'lo-bad', baseUrl: service.url }),
    received: () => service.mails,
    close: service.close,
    webhook: {
      wrongSecret: `whsec_${btoa('another secret')}`,
      payload: {
        eventName: 'email.softBounced',
        eventTime: 1_893_553_445,
        webhookSchemaVersion: '1.0.0',
        contactIdentity: { id: 'c1', email: 'bob@example.com', userId: null },
        email: { id: 'em1', emailMessageId: 'emm1', subject: 'Hi' },
        sourceType: 'transactional',
        transactionalId: 'stored',
      },
      event: {
        type: 'bounced',
        recipient: 'bob@example.com',
        bounce: { class: 'soft' },
        timestamp: new Date('2030-01-02T03:04:05Z'),
      },
    },
  };
});
