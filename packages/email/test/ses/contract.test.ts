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
