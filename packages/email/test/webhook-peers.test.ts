// Webhooks signed here are genuine for the libraries of others, and the other way round.
import { createHmac } from 'node:crypto';
import https from 'node:https';
import { PassThrough } from 'node:stream';
import { createManualRuntime } from '@org/core/testing';
import { createEmailClient } from '@org/email';
import { mailersend } from '@org/email/mailersend';
import { mailgun } from '@org/email/mailgun';
import { resend } from '@org/email/resend';
import { sendgrid } from '@org/email/sendgrid';
import { ses } from '@org/email/ses';
import { signTestWebhook } from '@org/email/testing';
import { EventWebhook } from '@sendgrid/eventwebhook';
import fc from 'fast-check';
import MessageValidator from 'sns-validator';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeKeys } from './sendgrid/keys.ts';
import { credentials, region } from './ses/client.ts';
import { createSigner, signSns, topicArn } from './ses/sns-sender.ts';

/** Bodies with every kind of character; JSON, because the drivers read them after the check. */
const words = fc.string({ unit: 'binary' });
const headersOf = (request: Request) => Object.fromEntries(request.headers);
const isGenuine = async (
  email: { readonly webhooks: { parse(request: never): Promise<unknown> } },
  request: object,
) =>
  email.webhooks.parse(request as never).then(
    () => true,
    (error) => {
      expect(error).toMatchObject({ code: 'webhook-signature' });
      return false;
    },
  );

describe('E8: security: resend() and standardwebhooks, the verifier of svix and of the SDK of Resend', () => {
  it('agree on every body, genuine or changed', async () => {
    const key = fc.uint8Array({ minLength: 1, maxLength: 64 });
    await fc.assert(
      fc.asyncProperty(key, words, fc.boolean(), async (bytes, text, isChanged) => {
        const secret = `whsec_${Buffer.from(bytes).toString('base64')}`;
        const driver = resend({ apiKey: 're_x', webhookSecret: secret });
        const email = createEmailClient({ driver });
        const peer = new StandardWebhook(secret);
        const body = JSON.stringify({ type: 'email.sent', created_at: '2026-01-01T00:00:00Z', text });
        const received = isChanged ? `${body} ` : body;

        const ours = headersOf(await signTestWebhook(driver, body));
        // svix writes the names of its headers in front of its own verifier.
        const renamed = Object.entries(ours).map(([name, value]) => [
          name.replace('svix-', 'webhook-'),
          value,
        ]);
        const verifyOurs = () => peer.verify(received, Object.fromEntries(renamed));
        if (isChanged) expect(verifyOurs).toThrow();
        else expect(verifyOurs()).toEqual(JSON.parse(body));

        const at = new Date();
        const headers = {
          'webhook-id': 'msg_1',
          'webhook-timestamp': `${Math.floor(at.getTime() / 1_000)}`,
          'webhook-signature': peer.sign('msg_1', at, body),
        };
        expect(await isGenuine(email, { headers, body: received })).toBe(!isChanged);
      }),
      { numRuns: 200 },
    );
  });
});

describe('E8: security: sendgrid() and @sendgrid/eventwebhook', () => {
  const signatureHeader = 'x-twilio-email-event-webhook-signature';
  const timestampHeader = 'x-twilio-email-event-webhook-timestamp';

  it('agree on every body, genuine or changed', async () => {
    const { publicKey, privateKey } = await makeKeys();
    const peer = new EventWebhook();
    const key = peer.convertPublicKeyToECDSA(publicKey);
    const driver = sendgrid({ apiKey: 'x', webhookSecret: publicKey });
    const email = createEmailClient({ driver });
    await fc.assert(
      fc.asyncProperty(words, fc.boolean(), async (text, isChanged) => {
        const body = `${JSON.stringify([{ event: 'open', timestamp: 1, text }])}\r\n`;
        const headers = headersOf(await signTestWebhook(driver, body, { secret: privateKey }));
        const received = isChanged ? body.trimEnd() : body;
        const signature = headers[signatureHeader] ?? '';
        expect(peer.verifySignature(key, received, signature, headers[timestampHeader] ?? '')).toBe(
          !isChanged,
        );
        expect(await isGenuine(email, { headers, body: received })).toBe(!isChanged);
      }),
      { numRuns: 60 },
    );
  });
});

describe('E8: security: ses() and sns-validator', () => {
  const signer = createSigner();
  const nowMs = Date.parse('2026-11-22T12:00:00Z');

  /** The certificate is what both get from the network. */
  function createBoth() {
    const get = vi.spyOn(https, 'get').mockImplementation(((
      _url: string,
      respond: (given: unknown) => void,
    ) => {
      const response = Object.assign(new PassThrough(), { statusCode: 200 });
      respond(response);
      response.end(signer.certificate);
      return new PassThrough();
    }) as never);
    onTestFinished(() => get.mockRestore());
    const runtime = {
      now: () => nowMs,
      fetch: async () => new Response(signer.certificate),
    };
    const email = createEmailClient({ driver: ses({ region, credentials, topicArn }), runtime });
    const peer = new MessageValidator();
    const isGenuineForPeer = (body: string) =>
      new Promise<boolean>((resolve) => peer.validate(body, (error) => resolve(error === null)));
    return { email, isGenuineForPeer };
  }

  it.each(['1', '2'])('agree on signatures of version %s, genuine or changed', async (SignatureVersion) => {
    const { email, isGenuineForPeer } = createBoth();
    const confirmation = {
      Type: 'SubscriptionConfirmation',
      Token: 'token',
      SubscribeURL: 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription',
    };
    await fc.assert(
      fc.asyncProperty(words, words, fc.nat(2), fc.boolean(), async (text, subject, kind, isChanged) => {
        const extra = [{}, { Subject: subject }, confirmation][kind];
        const fields = { Message: JSON.stringify({ text }), SignatureVersion, ...extra };
        const message = JSON.parse(signSns(signer, fields));
        if (isChanged) message.Message += ' ';
        const body = JSON.stringify(message);
        expect([await isGenuineForPeer(body), await isGenuine(email, { headers: {}, body })]).toEqual([
          !isChanged,
          !isChanged,
        ]);
      }),
      { numRuns: 100 },
    );
  });

  it('a message that is signed for a test is genuine for both', async () => {
    const { isGenuineForPeer } = createBoth();
    const driver = ses({ region, credentials, topicArn });
    const request = await signTestWebhook(driver, { eventType: 'Send' }, { secret: signer.pem });
    expect(await isGenuineForPeer(await request.text())).toBe(true);
  });
});

describe('E8: security: signatures that were published', () => {
  // symfony/symfony, Bridge/Mailgun/Tests/Webhook, commit 5feb749: key, and the signature of each fixture.
  it.each([
    [
      '885894756b6c371a377f5f9516d60a4db497ad27d4931ed215',
      1661621710,
      '606307bb55b72686b1b2a2c8c37ae6e6ec89496592bac4a4eee5a346337d04a5',
    ],
    [
      'bbb203bc8d6602b6b22e4ce88a074f73fecb68d3a96e9c8318',
      1661621752,
      '695c5558b2f9b7a05c73081c860688595fde006c60614e9d6841cc889c4c8c9f',
    ],
    [
      'fff0ebc59c0516f4ce0823212a2f45e5c67814420b99fe558b',
      1661590666,
      'a0cd251821d8fd56a2130b541becc8e441023574e602fe9829a9ab9fbfdea33f',
    ],
    [
      '335da63647194414fe8bbb7c67b3b0585e426bcd10b258dcf4',
      1661621468,
      'e3c1ce2c6c7a678823e610537eeef59426df9b1b8ed4a49a91e144e71aa64fa9',
    ],
    [
      'fafa24ab7699395ccfce2847b87dce8a29f6696a79127ee77c',
      1661621361,
      '4328a8ea0818dcb218382cf70ccee285c45a8755f5f5616be90b887b67d84593',
    ],
    [
      '1483353025fd6e45b682f14b18d943c52cea11161c1721ee85',
      1661621652,
      '83456337a19a70187a620658448ae21d3a50b0aca571bcdad43616741ca300b2',
    ],
  ])('mailgun() accepts that of the token %s', async (token, seconds, signature) => {
    const clientWith = (webhookSecret: string) =>
      createEmailClient({
        driver: mailgun({ apiKey: 'x', domain: 'mg.acme.dev', webhookSecret }),
        runtime: createManualRuntime({ startAt: new Date(seconds * 1_000) }),
      });
    const signed = { timestamp: `${seconds}`, token, signature };
    const body = JSON.stringify({ signature: signed, 'event-data': { event: 'opened', timestamp: 1 } });
    expect(await isGenuine(clientWith('key-0p6mqbf74lb20gzq9f4dhpn9rg3zyk26'), { headers: {}, body })).toBe(
      true,
    );
    expect(await isGenuine(clientWith('key-another'), { headers: {}, body })).toBe(false);
  });

  // mailersend/mailersend-nodejs, `mailersend.utils.ts`: an HMAC of the raw body in hexadecimal.
  it('mailersend() accepts what its SDK would', async () => {
    const driver = mailersend({ apiKey: 'x', webhookSecret: 'secret' });
    const email = createEmailClient({ driver });
    await fc.assert(
      fc.asyncProperty(words, fc.boolean(), async (text, isChanged) => {
        const created_at = '2026-01-01T00:00:00Z';
        const body = JSON.stringify({ type: 'activity.sent', created_at, data: { created_at, text } });
        const signature = createHmac('sha256', 'secret').update(body).digest('hex');
        expect((await signTestWebhook(driver, body)).headers.get('signature')).toBe(signature);
        const received = isChanged ? `${body}\n` : body;
        expect(await isGenuine(email, { headers: { signature }, body: received })).toBe(!isChanged);
      }),
      { numRuns: 200 },
    );
  });
});
