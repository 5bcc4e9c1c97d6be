import { loops } from '@org/email/loops';
import { testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { harness } from './harness.ts';
import { startLoops } from './stand-in.ts';

testEmailDriver({ describe, it, expect }, 'loops', async () => {
  const service = await startLoops();
  return { ...harness(loops, service), received: () => service.mails, close: service.close };
});
