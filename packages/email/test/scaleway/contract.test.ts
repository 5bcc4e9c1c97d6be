import { scaleway } from '@org/email/scaleway';
import { testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { startScaleway } from './stand-in.ts';

testEmailDriver({ describe, it, expect }, 'scaleway', async () => {
  const service = await startScaleway();
  const common = { projectId: 'p-1', baseUrl: service.url };
  return {
    driver: scaleway({ ...common, apiKey: 'sc-good' }),
    driverWithWrongCredential: scaleway({ ...common, apiKey: 'sc-bad' }),
    received: () => service.mails,
    close: service.close,
  };
});
