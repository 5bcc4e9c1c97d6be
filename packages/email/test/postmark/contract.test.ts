import { postmark } from '@org/email/postmark';
import { testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { harness } from './harness.ts';
import { startPostmark } from './stand-in.ts';

testEmailDriver({ describe, it, expect }, 'postmark', async () => {
  const service = await startPostmark();
  return { ...harness(postmark, service), received: () => service.mails, close: service.close };
});
