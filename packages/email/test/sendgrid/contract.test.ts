import { createEmailClient, type EmailMessage } from '@org/email';
import { sendgrid } from '@org/email/sendgrid';
import { testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { makeKeys } from './keys.ts';
import { startSendGrid } from './stand-in.ts';

const keys = await makeKeys();
const others = await makeKeys();

testEmailDriver({ describe, it, expect }, 'sendgrid', async () => {
  const service = await startSendGrid();
  return {
    driver: sendgrid({ apiKey: 'SG.good', baseUrl: service.url, webhookSecret: keys.publicKey }),
    driverWithWrongCredential: sendgrid({ apiKey: 'SG.bad', baseUrl: service.url }),
    received: () => service.mails,
    close: service.close,
    stream: '12345',
    quotesNames: true,
    webhook: {
      payload: [
        {
          email: 'bob@example.com',
          timestamp: 1_513_299_569,
          event: 'delivered',
          sg_event_id: 'ZGVsaXZlcmVk',
          sg_message_id: '14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0',
          org_message_id: 'own-id',
        },
      ],
      event: { type: 'delivered', messageId: 'own-id', recipient: 'bob@example.com' },
      secret: keys.privateKey,
      wrongSecret: others.privateKey,
    },
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
