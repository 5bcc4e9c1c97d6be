import { azure } from '@org/email/azure';
import { testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { harness } from './harness.ts';
import { startAzure } from './stand-in.ts';

testEmailDriver({ describe, it, expect }, 'azure', async () => {
  const service = await startAzure();
  return { ...harness(azure, service), received: () => service.mails, close: service.close };
});
