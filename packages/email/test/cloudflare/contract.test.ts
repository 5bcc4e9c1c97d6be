import { cloudflare, cloudflareBinding } from '@org/email/cloudflare';
import { testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { createBinding, startCloudflare } from './stand-in.ts';

testEmailDriver({ describe, it, expect }, 'cloudflare', async () => {
  const service = await startCloudflare();
  const common = { accountId: 'a1', baseUrl: service.url };
  return {
    driver: cloudflare({ ...common, apiKey: 'cf-good' }),
    driverWithWrongCredential: cloudflare({ ...common, apiKey: 'cf-bad' }),
    received: () => service.mails,
    close: service.close,
  };
});

testEmailDriver({ describe, it, expect }, 'cloudflare, a binding', async () => {
  const binding = createBinding();
  return {
    driver: cloudflareBinding(binding),
    received: () => binding.mails,
    close: async () => {},
  };
});
