import type { mailersend } from '@org/email/mailersend';
import type { Harness } from '../support/harness.ts';
import { sentWebhook } from './vector.ts';

/** The key of the stand-in. */
export const apiKey = 'mlsn.stand-in';

/** What the contract suite needs of the driver, of either entry. */
export const harness: Harness<typeof mailersend> = (mailersend, { url: baseUrl }) => {
  const options = { baseUrl, domainId: 'z3m5jgr' };
  return {
    driver: mailersend({ ...options, apiKey, webhookSecret: 'hook-secret' }),
    driverWithWrongCredential: mailersend({ ...options, apiKey: 'mlsn.somebody-else' }),
    webhook: {
      payload: sentWebhook,
      event: {
        type: 'sent',
        id: '631a6250bd4f6bd6844a2307',
        messageId: '631a6250bd4f6bd6844a2307',
        recipient: 'test@test.com',
      },
    },
  };
};
