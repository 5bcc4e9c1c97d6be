import { scaleway } from '@org/email/scaleway';
import { testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { harness } from './harness.ts';
import { startScaleway } from './stand-in.ts';

testEmailDriver({ describe, it, expect }, 'scaleway', async () => {
  const service = await startScaleway();
  return { ...harness(scaleway, service), received: () => service.mails, close: service.close };
});
