import { mailjet } from '@org/email/mailjet';
import { testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { harness } from './harness.ts';
import { startMailjet } from './stand-in.ts';

testEmailDriver({ describe, it, expect }, 'mailjet', async () => {
  const service = await startMailjet();
  return { ...harness(mailjet, service), received: () => service.mails, close: service.close };
});
