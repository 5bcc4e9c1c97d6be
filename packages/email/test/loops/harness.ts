import type { loops } from '@org/email/loops';
import type { Harness } from '../support/harness.ts';

/** What the contract suite needs of the driver, of either entry. */
export const harness: Harness<typeof loops> = (loops, { url: baseUrl }) => ({
  driver: loops({ apiKey: 'lo-good', baseUrl, webhookSecret: `whsec_${btoa('a secret')}` }),
  driverWithWrongCredential: loops({ apiKey: 'lo-bad', baseUrl }),
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
});
