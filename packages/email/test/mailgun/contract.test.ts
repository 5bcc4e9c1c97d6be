import { mailgun } from '@org/email/mailgun';
import { testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { harness } from './harness.ts';
import { startMailgun } from './stand-in.ts';

testEmailDriver({ describe, it, expect }, 'mailgun', async () => {
  const service = await startMailgun();
  return { ...harness(mailgun, service), received: () => service.mails, close: service.close };
});
