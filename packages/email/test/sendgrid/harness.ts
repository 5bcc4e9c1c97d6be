import type { sendgrid } from '@org/email/sendgrid';
import type { Harness } from '../support/harness.ts';

/** The keys of the service's webhooks, and another private key. */
interface WebhookKeys {
  readonly publicKey: string;
  readonly privateKey: string;
  readonly wrongKey: string;
}

/** What the contract suite needs of the driver, of either entry. */
export const harness: Harness<typeof sendgrid, WebhookKeys> = (sendgrid, service) => ({
  driver: sendgrid({ apiKey: 'SG.good', baseUrl: service.url, webhookSecret: service.publicKey }),
  driverWithWrongCredential: sendgrid({ apiKey: 'SG.bad', baseUrl: service.url }),
  stream: '12345',
  quotesNames: true,
  webhook: {
    payload: [
      {
        email: 'bob@example.com',
        timestamp: 1_513_299_569,
        event: 'delivered',
        sg_event_id: 'ZGVsaXZlcmVk',
        sg_message_id: '14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0',
        org_message_id: 'own-id',
      },
    ],
    event: { type: 'delivered', messageId: 'own-id', recipient: 'bob@example.com' },
    secret: service.privateKey,
    wrongSecret: service.wrongKey,
  },
});
