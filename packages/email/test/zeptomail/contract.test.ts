import { testEmailDriver } from '@org/email/testing';
import { zeptomail } from '@org/email/zeptomail';
import { describe, expect, it } from 'vitest';
import { harness } from './harness.ts';
import { startZeptoMail } from './stand-in.ts';

testEmailDriver({ describe, it, expect }, 'zeptomail', async () => {
  const service = await startZeptoMail();
  return { ...harness(zeptomail, service), received: () => service.mails, close: service.close };
});
