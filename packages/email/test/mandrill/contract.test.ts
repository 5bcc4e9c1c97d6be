import { mandrill } from '@org/email/mandrill';
import { testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { harness } from './harness.ts';
import { startMandrill } from './stand-in.ts';

testEmailDriver({ describe, it, expect }, 'mandrill', async () => {
  const service = await startMandrill();
  return { ...harness(mandrill, service), received: () => service.mails, close: service.close };
});
