import { createEmailClient, type EmailMessage } from '@org/email';
import { resend } from '@org/email/resend';
import { testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { harness } from './harness.ts';
import { startResend } from './stand-in.ts';

testEmailDriver({ describe, it, expect }, 'resend', async () => {
  const service = await startResend();
  return { ...harness(resend, service), received: () => service.mails, close: service.close };
});

describe('E5: resend, when responses are lost', () => {
  const retry = { baseMs: 1, throttledBaseMs: 1, quota: false } as const;
  const message: EmailMessage = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hi' };

  it('accepts every mail once, with the id of the first response', async () => {
    const service = await startResend();
    const driver = resend({ apiKey: 're_good', baseUrl: service.url });
    const email = createEmailClient({ driver, retry, limiter: false });
    const ids: unknown[] = [];
    for (let index = 0; index < 20; index += 1) {
      service.loseAnswers(index % 3);
      ids.push((await email.send({ ...message, to: `to-${index}@example.com` })).messageId);
    }
    await email.close();
    await service.close();
    expect(ids).toEqual(Array.from({ length: 20 }, (_, index) => `id-${index + 1}`));
    expect(service.mails).toHaveLength(20);
  });

  it('does not know the outcome when no response arrives at all', async () => {
    const service = await startResend();
    const driver = resend({ apiKey: 're_good', baseUrl: service.url });
    const email = createEmailClient({ driver, retry, limiter: false });
    service.loseAnswers(10);
    await expect(email.send(message)).rejects.toMatchObject({ outcome: 'unknown', attempts: 3 });
    await email.close();
    await service.close();
    expect(service.mails).toHaveLength(1);
  });
});
