import type { plunk } from '@org/email/plunk';
import type { Harness } from '../support/harness.ts';

/** What the contract suite needs of the driver, of either entry. */
export const harness: Harness<typeof plunk, { readonly apiKey: string }> = (
  plunk,
  { url: baseUrl, apiKey },
) => ({
  driver: plunk({ baseUrl, apiKey, webhookSecret: 'shared' }),
  driverWithWrongCredential: plunk({ baseUrl, apiKey: 'sk_somebody_else' }),
  template: { from: 'Ann <ann@acme.dev>' },
  eventFilter: () => ({ recipient: 'bob@example.com' }),
  webhook: {
    payload: {
      contact: { email: 'bob@example.com', subscribed: true, data: {} },
      workflow: { id: 'w1', name: 'Deliveries' },
      execution: { id: 'x1', startedAt: '2026-01-15T10:30:01.000Z' },
      event: { emailId: 'e1', deliveredAt: '2026-01-15T10:30:00.000Z', sourceType: 'TRANSACTIONAL' },
    },
    event: { type: 'delivered', messageId: 'e1', recipient: 'bob@example.com' },
  },
});
