import { mailjet } from '@org/email/mailjet';
import { testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { startMailjet } from './stand-in.ts';

testEmailDriver({ describe, it, expect }, 'mailjet', async () => {
  const service = await startMailjet();
  const options = { apiKey: 'key', secretKey: 'secret', baseUrl: service.url, webhookSecret: 'token' };
  return {
    driver: mailjet(options),
    driverWithWrongCredential: mailjet({ ...options, secretKey: 'wrong' }),
    received: () => service.mails,
    close: service.close,
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
});
