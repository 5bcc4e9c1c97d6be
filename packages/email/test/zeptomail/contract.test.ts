import { testEmailDriver } from '@org/email/testing';
import { zeptomail } from '@org/email/zeptomail';
import { describe, expect, it } from 'vitest';
import { startZeptoMail } from './stand-in.ts';

testEmailDriver({ describe, it, expect }, 'zeptomail', async () => {
  const service = await startZeptoMail();
  return {
    driver: zeptomail({ apiKey: 'ze-good', baseUrl: service.url }),
    driverWithWrongCredential: zeptomail({ apiKey: 'ze-bad', baseUrl: service.url }),
    received: () => service.mails,
    close: service.close,
  };
});
