import { mailgun } from '@org/email/mailgun';
import { testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { domain, key, startMailgun } from './stand-in.ts';

testEmailDriver({ describe, it, expect }, 'mailgun', async () => {
  const service = await startMailgun();
  const options = { domain, baseUrl: service.url, webhookSecret: 'key-test-signing' };
  return {
    driver: mailgun({ ...options, apiKey: key }),
    driverWithWrongCredential: mailgun({ ...options, apiKey: 'somebody-else' }),
    received: () => service.mails,
    close: () => service.close(),
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
});
