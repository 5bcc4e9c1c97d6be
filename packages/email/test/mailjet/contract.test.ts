import { createEmailClient, type EmailMessage } from '@org/email';
import { mailjet } from '@org/email/mailjet';
import { testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { startMailjet } from './stand-in.ts';

testEmailDriver({ describe, it, expect }, 'mailjet', async () => {
  const service = await startMailjet();
  const options = { apiKey: 'key', secretKey: 'secret', baseUrl: service.url, webhookSecret: 'token' };
  return {
    driver: mailjet(options),
    driverWithWrongCredential: mailjet({ ...options, secretKey: 'wrong' }),
    received: () => service.mails,
    close: service.close,
    placeholder: (name) => `{{var:${name}}}`,
    contactField: 'plan',
    webhook: {
      payload: {
        event: 'sent',
        time: 1_433_333_949,
        MessageID: 17_421_777,
        email: 'api@mailjet.com',
        mj_message_id: '17421777',
      },
      event: { type: 'delivered', messageId: '17421777', recipient: 'api@mailjet.com' },
    },
  };
});

describe('E5: mailjet, when responses are lost', () => {
  it('never sends a mail twice, and reports the outcome as unknown', async () => {
    const service = await startMailjet();
    const driver = mailjet({ apiKey: 'key:secret', baseUrl: service.url });
    const retry = { baseMs: 1, throttledBaseMs: 1, quota: false } as const;
    const email = createEmailClient({ driver, retry, limiter: false });
    const message: EmailMessage = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hi' };
    for (let index = 0; index < 20; index += 1) {
      service.loseAnswers(1);
      const sent = email.send({ ...message, to: `to-${index}@example.com` });
      await expect(sent).rejects.toMatchObject({ outcome: 'unknown', attempts: 1 });
    }
    await email.close();
    await service.close();
    expect(service.mails).toHaveLength(20);
  });
});

describe('E14: sendBatch of mailjet', () => {
  it('sends as few requests as possible, and reports each message once', async () => {
    const service = await startMailjet();
    const email = createEmailClient({
      driver: mailjet({ apiKey: 'key:secret', baseUrl: service.url }),
      limiter: false,
    });
    const messages: EmailMessage[] = Array.from({ length: 70 }, (_, index) => ({
      from: 'Ann <ann@acme.dev>',
      to: `to-${index}@example.com`,
      subject: 'Hi',
      html: '<p>Hi</p>',
    }));
    messages[7] = { from: 'ann@stranger.dev', to: 'bob@example.com', subject: 'Hi', html: '<p>Hi</p>' };
    const outcomes = await email.sendBatch(messages);
    await email.close();
    await service.close();
    expect(outcomes.map(({ index }) => index)).toEqual(messages.map((_, index) => index));
    expect(outcomes.filter(({ ok }) => !ok).map(({ index }) => index)).toEqual([7]);
    expect(service.mails.map(({ envelope }) => envelope.to[0])).toEqual(
      messages.flatMap(({ to }, index) => (index === 7 ? [] : [to])),
    );
    expect(service.sendRequests()).toBe(2);
  });
});
