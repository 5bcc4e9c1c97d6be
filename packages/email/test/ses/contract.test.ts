import { createEmailClient, type EmailMessage } from '@org/email';
import { ses } from '@org/email/ses';
import { testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { certificateUrl, createSigner, topicArn } from './sns-sender.ts';
import { keys, startSes } from './stand-in.ts';

const signer = createSigner();
const stranger = createSigner();
const common = { region: 'eu-west-1', contactList: 'audience', topicArn };

/** Limits of one request a second would make the suite slow. */
function driverFor(baseUrl: string, credentials = keys) {
  const driver = ses({ ...common, credentials, baseUrl });
  return { ...driver, open: (options: object) => driver.open({ ...options, limiter: false }) };
}

testEmailDriver({ describe, it, expect }, 'ses', async () => {
  const service = await startSes();
  return {
    driver: driverFor(service.url),
    driverWithWrongCredential: driverFor(service.url, { ...keys, secretAccessKey: 'somebody-else' }),
    received: () => service.mails,
    close: service.close,
    runtime: {
      fetch: async (url, init) =>
        `${url}` === certificateUrl ? new Response(signer.certificate) : fetch(url, init),
    },
    webhook: {
      payload: {
        eventType: 'Delivery',
        mail: { timestamp: '2026-11-22T11:59:00Z', messageId: '0100-1', destination: ['bob@example.com'] },
        delivery: { timestamp: '2026-11-22T11:59:02Z', recipients: ['bob@example.com'] },
      },
      secret: signer.pem,
      wrongSecret: stranger.pem,
      event: { type: 'delivered', messageId: '0100-1', recipient: 'bob@example.com' },
    },
  };
});

describe('E5: ses, when responses are lost', () => {
  const message: EmailMessage = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hi' };

  it('sends no mail twice, and does not know the outcome', async () => {
    const service = await startSes();
    const email = createEmailClient({ driver: driverFor(service.url), retry: { baseMs: 1 } });
    const outcomes: unknown[] = [];
    for (let index = 0; index < 20; index += 1) {
      service.loseAnswers(index % 2);
      const result = email.send({ ...message, to: `to-${index}@example.com` });
      outcomes.push(
        await result.then(
          () => 'accepted',
          ({ outcome }) => outcome,
        ),
      );
    }
    await email.close();
    await service.close();
    expect(outcomes).toEqual(Array.from({ length: 20 }, (_, index) => ['accepted', 'unknown'][index % 2]));
    expect(service.mails).toHaveLength(20);
  });
});
