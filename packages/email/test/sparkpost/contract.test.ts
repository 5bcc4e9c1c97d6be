import { sparkpost } from '@org/email/sparkpost';
import { testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { harness } from './harness.ts';
import { startSparkPost } from './stand-in.ts';

testEmailDriver({ describe, it, expect }, 'sparkpost', async () => {
  const service = await startSparkPost();
  return { ...harness(sparkpost, service), received: () => service.mails, close: service.close };
});
