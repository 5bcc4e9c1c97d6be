import type { azure } from '@org/email/azure';
import type { Harness } from '../support/harness.ts';

/** The key of the stand-in. */
export const goodKey = btoa('key of the resource');

/** What the contract suite needs of the driver, of either entry. */
export const harness: Harness<typeof azure> = (azure, { url: baseUrl }) => {
  const badKey = btoa('key of another resource');
  return {
    driver: azure({ apiKey: goodKey, baseUrl, webhookSecret: 'chosen-by-us' }),
    driverWithWrongCredential: azure({ apiKey: badKey, baseUrl }),
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
};
