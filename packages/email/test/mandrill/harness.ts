import type { mandrill } from '@org/email/mandrill';
import type { Harness } from '../support/harness.ts';

/** What the contract suite needs of the driver, of either entry. */
export const harness: Harness<typeof mandrill> = (mandrill, { url: baseUrl }) => ({
  driver: mandrill({ apiKey: 'md-good', baseUrl, webhookSecret: 'key-of-webhook' }),
  driverWithWrongCredential: mandrill({ apiKey: 'md-bad', baseUrl }),
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
});
