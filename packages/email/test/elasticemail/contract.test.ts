import { elasticemail } from '@org/email/elasticemail';
import { testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { harness } from './harness.ts';
import { startElasticEmail } from './stand-in.ts';

testEmailDriver({ describe, it, expect }, 'elasticemail', async () => {
  const service = await startElasticEmail();
  return { ...harness(elasticemail, service), received: () => service.mails, close: service.close };
});
