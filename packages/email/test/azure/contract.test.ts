import { azure } from '@org/email/azure';
import { testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { goodKey, startAzure } from './stand-in.ts';

testEmailDriver({ describe, it, expect }, 'azure', async () => {
  const service = await startAzure();
  const badKey = Buffer.from('key of another resource').toString('base64');
  return {
    driver: azure({ apiKey: goodKey, baseUrl: service.url, webhookSecret: 'chosen-by-us' }),
    driverWithWrongCredential: azure({ apiKey: badKey, baseUrl: service.url }),
    received: () => service.mails,
    close: service.close,
    webhook: {
      payload: [
        {
          id: 'e-1',
          eventType: 'Microsoft.Communication.EmailDeliveryReportReceived',
          eventTime: '2030-01-02T03:04:06Z',
          data: {
            recipient: 'bob@example.com',
            messageId: 'id-1',
            status: 'Delivered',
            deliveryAttemptTimeStamp: '2030-01-02T03:04:05.0000000+00:00',
          },
        },
      ],
      event: {
        type: 'delivered',
        id: 'e-1',
        messageId: 'id-1',
        recipient: 'bob@example.com',
        timestamp: new Date('2030-01-02T03:04:05Z'),
      },
    },
  };
});
