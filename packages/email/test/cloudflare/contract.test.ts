import { cloudflare, cloudflareBinding } from '@org/email/cloudflare';
import { testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { harness } from './harness.ts';
import { createBinding, startCloudflare } from './stand-in.ts';

testEmailDriver({ describe, it, expect }, 'cloudflare', async () => {
  const service = await startCloudflare();
  return { ...harness(cloudflare, service), received: () => service.mails, close: service.close };
});

testEmailDriver({ describe, it, expect }, 'cloudflare, a binding', async () => {
  const binding = createBinding();
  return {
    driver: cloudflareBinding(binding),
    received: () => binding.mails,
    close: async () => {},
  };
});
