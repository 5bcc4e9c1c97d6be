import type { sparkpost } from '@org/email/sparkpost';
import type { Harness } from '../support/harness.ts';

/** What the contract suite needs of the driver, of either entry. */
export const harness: Harness<typeof sparkpost> = (sparkpost, { url: baseUrl }) => ({
  driver: sparkpost({ apiKey: 'sp-good', baseUrl, webhookSecret: 'chosen-by-us' }),
  driverWithWrongCredential: sparkpost({ apiKey: 'sp-bad', baseUrl }),
  quotesNames: true,
  webhook: {
    payload: [
      {
        msys: {
          track_event: {
            type: 'open',
            event_id: 'e-1',
            transmission_id: '11668787484950529',
            raw_rcpt_to: 'bob@example.com',
            timestamp: '1893553445',
          },
        },
      },
    ],
    event: {
      type: 'opened',
      id: 'e-1',
      messageId: '11668787484950529',
      recipient: 'bob@example.com',
      timestamp: new Date('2030-01-02T03:04:05Z'),
    },
  },
});
