import { postmark } from '@org/email/postmark';
import { testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { startPostmark, token } from './stand-in.ts';

testEmailDriver({ describe, it, expect }, 'postmark', async () => {
  const service = await startPostmark();
  const options = { baseUrl: service.url, webhookSecret: 'hook-secret' };
  return {
    driver: postmark({ ...options, apiKey: token }),
    driverWithWrongCredential: postmark({ ...options, apiKey: 'somebody-else' }),
    received: () => service.mails,
    close: () => service.close(),
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
});
