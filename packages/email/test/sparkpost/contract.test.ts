import { sparkpost } from '@org/email/sparkpost';
import { testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { startSparkPost } from './stand-in.ts';

testEmailDriver({ describe, it, expect }, 'sparkpost', async () => {
  const service = await startSparkPost();
  return {
    driver: sparkpost({ apiKey: 'sp-good', baseUrl: service.url, webhookSecret: 'chosen-by-us' }),
    driverWithWrongCredential: sparkpost({ apiKey: 'sp-bad', baseUrl: service.url }),
    received: () => service.mails,
    close: service.close,
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
  };
});
