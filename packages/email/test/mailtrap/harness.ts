import type { mailtrap } from '@org/email/mailtrap';
import type { Harness } from '../support/harness.ts';

/** What the contract suite needs of the driver, of either entry. */
export const harness: Harness<typeof mailtrap> = (mailtrap, { url: baseUrl }) => ({
  driver: mailtrap({ apiKey: 'mt-good', baseUrl, webhookSecret: 'key-of-webhook' }),
  driverWithWrongCredential: mailtrap({ apiKey: 'mt-bad', baseUrl }),
  webhook: {
    payload: [
      {
        event: 'open',
        event_id: 'e-1',
        message_id: 'id-1',
        email: 'bob@example.com',
        timestamp: 1_893_553_445,
      },
    ],
    event: {
      type: 'opened',
      id: 'e-1',
      messageId: 'id-1',
      recipient: 'bob@example.com',
      timestamp: new Date('2030-01-02T03:04:05Z'),
    },
  },
});
