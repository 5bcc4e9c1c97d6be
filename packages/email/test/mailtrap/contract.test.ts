import { mailtrap } from '@org/email/mailtrap';
import { testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { harness } from './harness.ts';
import { startMailtrap } from './stand-in.ts';

testEmailDriver({ describe, it, expect }, 'mailtrap', async () => {
  const service = await startMailtrap();
  return { ...harness(mailtrap, service), received: () => service.mails, close: service.close };
});
