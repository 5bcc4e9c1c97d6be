import { createEmailClient, type EmailMessage } from '@org/email';
import { sendgrid } from '@org/email/sendgrid';
import { testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { harness } from './harness.ts';
import { makeWebhookKeys } from './keys.ts';
import { startSendGrid } from './stand-in.ts';

const webhookKeys = await makeWebhookKeys();

testEmailDriver({ describe, it, expect }, 'sendgrid', async () => {
  const service = await startSendGrid();
  return {
    ...harness(sendgrid, { url: service.url, ...webhookKeys }),
    received: () => service.mails,
    close: service.close,
  };
});

describe('E5: sendgrid, when responses are lost', () => {
  const retry = { baseMs: 1, throttledBaseMs: 1, quota: false } as const;
  const message: EmailMessage = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hi' };

  it('allocates a second batch for a scheduled mail, and sends it once', async () => {
    const service = await startSendGrid();
    const driver = sendgrid({ apiKey: 'SG.good', baseUrl: service.url });
    const email = createEmailClient({ driver, retry });
    service.loseAnswers(1);
    const { outcomes } = await email.send({ ...message, sendAt: new Date(Date.now() + 3_600_000) });
    await email.close();
    await service.close();
    expect(outcomes).toEqual([{ recipient: 'bob@example.com', status: 'scheduled', messageId: 'batch2' }]);
    expect(service.requests).toHaveLength(1);
  });
});
