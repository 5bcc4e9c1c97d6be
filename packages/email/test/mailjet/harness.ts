import type { mailjet } from '@org/email/mailjet';
import type { Harness } from '../support/harness.ts';

/** What the contract suite needs of the driver, of either entry. */
export const harness: Harness<typeof mailjet> = (mailjet, { url: baseUrl }) => {
  const options = { apiKey: 'key', secretKey: 'secret', baseUrl, webhookSecret: 'token' };
  return {
    driver: mailjet(options),
    driverWithWrongCredential: mailjet({ ...options, secretKey: 'wrong' }),
    placeholder: (name) => `{{var:${name}}}`,
    contactField: 'plan',
    webhook: {
      payload: {
        event: 'sent',
        time: 1_433_333_949,
        MessageID: 17_421_777,
        email: 'api@mailjet.com',
        mj_message_id: '17421777',
      },
      event: { type: 'delivered', messageId: '17421777', recipient: 'api@mailjet.com' },
    },
  };
};
