import type { mailgun } from '@org/email/mailgun';
import type { Harness } from '../support/harness.ts';

/** The domain and the key of the stand-in. */
export const domain = 'mg.acme.dev';
export const key = 'key-of-the-stand-in';

/** What the contract suite needs of the driver, of either entry. */
export const harness: Harness<typeof mailgun> = (mailgun, { url: baseUrl }) => {
  const options = { domain, baseUrl, webhookSecret: 'key-test-signing' };
  return {
    driver: mailgun({ ...options, apiKey: key }),
    driverWithWrongCredential: mailgun({ ...options, apiKey: 'somebody-else' }),
    list: (name) => ({ name, providerOptions: { mailgun: { address: `${name.toLowerCase()}@${domain}` } } }),
    webhook: {
      payload: {
        event: 'delivered',
        id: 'CPgfbmQMTCKtHW6uIWtuVe',
        timestamp: 1_521_472_262.908181,
        recipient: 'bob@example.com',
        message: { headers: { 'message-id': '20130503182626.18666.16540@mg.acme.dev' } },
      },
      event: {
        type: 'delivered',
        recipient: 'bob@example.com',
        messageId: '20130503182626.18666.16540@mg.acme.dev',
      },
    },
  };
};
