import type { postmark } from '@org/email/postmark';
import type { Harness } from '../support/harness.ts';

/** The key of the stand-in. */
export const token = 'server-token-of-the-stand-in';

/** What the contract suite needs of the driver, of either entry. */
export const harness: Harness<typeof postmark> = (postmark, { url: baseUrl }) => {
  const options = { baseUrl, webhookSecret: 'hook-secret' };
  return {
    driver: postmark({ ...options, apiKey: token }),
    driverWithWrongCredential: postmark({ ...options, apiKey: 'somebody-else' }),
    webhook: {
      payload: {
        RecordType: 'Delivery',
        MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
        Recipient: 'bob@example.com',
        DeliveredAt: '2026-11-05T16:33:54.9070259Z',
        Details: 'smtp;250 2.0.0 OK',
      },
      event: { type: 'delivered', recipient: 'bob@example.com' },
    },
  };
};
