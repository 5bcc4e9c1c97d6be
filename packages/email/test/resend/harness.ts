import type { resend } from '@org/email/resend';
import { type Harness, unlimited } from '../support/harness.ts';

/** What the contract suite needs of the driver, of either entry. */
export const harness: Harness<typeof resend> = (resend, { url: baseUrl }) => ({
  driver: unlimited(resend({ apiKey: 're_good', baseUrl, webhookSecret: 'whsec_c2VjcmV0' })),
  driverWithWrongCredential: resend({ apiKey: 're_bad', baseUrl }),
  placeholder: (name) => `{{{${name}}}}`,
  webhook: {
    payload: {
      type: 'email.delivered',
      created_at: '2023-11-22T23:41:12.126Z',
      data: { email_id: '56761188', to: ['bob@example.com'] },
    },
    event: { type: 'delivered', messageId: '56761188', recipient: 'bob@example.com' },
    wrongSecret: 'whsec_b3RoZXI=',
  },
});
