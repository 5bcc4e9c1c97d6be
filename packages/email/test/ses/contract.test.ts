import { ses } from '@org/email/ses';
import { testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { harness } from './harness.ts';
import { createSnsKeys } from './sns-sender.ts';
import { startSes } from './stand-in.ts';

const snsKeys = createSnsKeys();

testEmailDriver({ describe, it, expect }, 'ses', async () => {
  const service = await startSes();
  return {
    ...harness(ses, { url: service.url, ...snsKeys }),
    received: () => service.mails,
    close: service.close,
  };
});
