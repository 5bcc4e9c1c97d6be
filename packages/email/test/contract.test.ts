import { plunk } from '@org/email/plunk';
import { smtp } from '@org/email/smtp';
import { testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { startMailService } from '../../sandbox/src/mail/service/service.ts';
import { readMailbox } from '../../sandbox/test/mail-doors/read-mailbox.ts';

testEmailDriver({ describe, it, expect }, 'plunk', async () => {
  const service = await startMailService({ strict: true });
  const options = { baseUrl: service.apiUrl };
  return {
    driver: plunk({ ...options, apiKey: service.apiKey, webhookSecret: 'shared' }),
    driverWithWrongCredential: plunk({ ...options, apiKey: 'sk_somebody_else' }),
    received: () => readMailbox(service),
    close: () => service.close(),
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
  };
});

testEmailDriver({ describe, it, expect }, 'smtp', async () => {
  const service = await startMailService({ strict: true });
  return {
    driver: smtp(service.smtp),
    driverWithWrongCredential: smtp({ ...service.smtp, password: 'somebody else' }),
    received: () => readMailbox(service),
    close: () => service.close(),
  };
});
