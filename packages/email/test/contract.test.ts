import { plunk } from '@org/email/plunk';
import { smtp } from '@org/email/smtp';
import { testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { startMailService } from '../../sandbox/src/mail/service/service.ts';
import { readMailbox } from '../../sandbox/test/mail-doors/read-mailbox.ts';
import { harness } from './plunk/harness.ts';

testEmailDriver({ describe, it, expect }, 'plunk', async () => {
  const service = await startMailService({ strict: true });
  const { apiUrl: url, apiKey } = service;
  return {
    ...harness(plunk, { url, apiKey }),
    received: () => readMailbox(service),
    close: () => service.close(),
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
