import { mailtrap } from '@org/email/mailtrap';
import { testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { startMailtrap } from './stand-in.ts';

testEmailDriver({ describe, it, expect }, 'mailtrap', async () => {
  const service = await startMailtrap();
  return {
    driver: mailtrap({ apiKey: 'mt-good', baseUrl: service.url, webhookSecret: 'key-of-webhook' }),
    driverWithWrongCredential: mailtrap({ apiKey: 'mt-bad', baseUrl: service.url }),
    received: () => service.mails,
    close: service.close,
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
  };
});
