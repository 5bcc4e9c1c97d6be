import type { elasticemail } from '@org/email/elasticemail';
import type { Harness } from '../support/harness.ts';

/** What the contract suite needs of the driver, of either entry. */
export const harness: Harness<typeof elasticemail> = (elasticemail, { url: baseUrl }) => ({
  driver: elasticemail({ apiKey: 'ee-good', baseUrl, webhookSecret: 'chosen-by-us' }),
  driverWithWrongCredential: elasticemail({ apiKey: 'ee-bad', baseUrl }),
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
});
