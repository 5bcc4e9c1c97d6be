import { createEmailClient } from '@org/email';
import { type SesOptions, ses } from '@org/email/ses';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createWebhookScheme } from '../../src/drivers/ses/sns/webhooks.ts';
import { credentials, region } from './client.ts';
import { certificateUrl, createSigner, signSns, topicArn } from './sns-sender.ts';

const signer = createSigner();
const stranger = createSigner();
const nowMs = Date.parse('2026-11-22T12:00:00Z');
const delivery = JSON.stringify({
  eventType: 'Delivery',
  mail: { messageId: '0100-1', timestamp: '2026-11-22T11:59:00Z', destination: ['bob@example.com'] },
  delivery: { timestamp: '2026-11-22T11:59:02Z', recipients: ['bob@example.com'] },
});

function receiver(options: SesOptions = {}, respond = (_url: string) => signer.certificate) {
  const urls: string[] = [];
  const fetch = async (url: string | URL | Request) => {
    urls.push(`${url}`);
    return new Response(respond(`${url}`));
  };
  const email = createEmailClient({
    driver: ses({ region, credentials, topicArn, ...options }),
    runtime: { fetch, now: () => nowMs },
  });
  const parse = async (body: string | Uint8Array) =>
    (await email.webhooks.parse({ headers: {}, body })).events;
  return { parse, urls, email };
}

const refused = (words: string) => ({ code: 'webhook-signature', message: expect.stringContaining(words) });

describe('security: webhooks of SES', () => {
  it.each([
    ['1', {}],
    ['2', {}],
    ['1', { Subject: 'Amazon SES Email Event Notification' }],
    ['2', { Subject: 'Amazon SES Email Event Notification' }],
  ])('accepts a notification with a signature of version %s %o', async (SignatureVersion, fields) => {
    const { parse, urls } = receiver();
    const body = signSns(signer, { Message: delivery, SignatureVersion, ...fields });
    expect(await parse(body)).toMatchObject([{ type: 'delivered', messageId: '0100-1' }]);
    await parse(body);
    expect(urls).toEqual([certificateUrl]);
  });

  it('accepts the certificate of a stand-in on this machine, and of its origin only', async () => {
    const SigningCertURL = 'http://127.0.0.1:8025/sns/a.pem';
    const body = signSns(signer, { Message: delivery, SigningCertURL });
    const { parse, urls } = receiver({ baseUrl: 'http://127.0.0.1:8025/ses' });
    expect(await parse(body)).toMatchObject([{ type: 'delivered' }]);
    expect(urls).toEqual([SigningCertURL]);
    const others = ['http://127.0.0.1:9000', 'https://ses.acme.dev', undefined];
    for (const baseUrl of others) {
      const options = baseUrl === undefined ? {} : { baseUrl };
      await expect(receiver(options).parse(body)).rejects.toMatchObject(refused('certificate'));
    }
    const elsewhere = signSns(signer, { Message: delivery, SigningCertURL: 'https://ses.acme.dev/a.pem' });
    const real = receiver({ baseUrl: 'https://ses.acme.dev' });
    await expect(real.parse(elsewhere)).rejects.toMatchObject(refused('certificate'));
  });

  it.each<[string, Record<string, string>, string]>([
    ['another topic', { TopicArn: `${topicArn}s` }, '`topicArn`'],
    [
      'a certificate of another host',
      { SigningCertURL: 'https://sns.eu-west-1.amazonaws.com.evil.dev/a.pem' },
      'certificate',
    ],
    ['a certificate of a bucket', { SigningCertURL: 'https://sns.s3.amazonaws.com/a.pem' }, 'certificate'],
    [
      'a certificate of a bucket of the older kind',
      { SigningCertURL: 'https://sns.s3-us-west-2.amazonaws.com/a.pem' },
      'certificate',
    ],
    ['a certificate in clear', { SigningCertURL: 'http://sns.eu-west-1.amazonaws.com/a.pem' }, 'certificate'],
    [
      'a certificate at another port',
      { SigningCertURL: 'https://sns.eu-west-1.amazonaws.com:8443/a.pem' },
      'certificate',
    ],
    [
      'a certificate of a user',
      { SigningCertURL: 'https://sns.eu-west-1.amazonaws.com@evil.dev/a.pem' },
      'certificate',
    ],
    [
      'something else than a certificate',
      { SigningCertURL: 'https://sns.eu-west-1.amazonaws.com/a' },
      'certificate',
    ],
    ['a message of two hours ago', { Timestamp: '2026-11-22T10:00:00.000Z' }, 'not recent'],
    ['a message of the future', { Timestamp: '2026-11-22T14:00:00.000Z' }, 'not recent'],
    ['no time', { Timestamp: 'today' }, 'not recent'],
  ])('refuses %s', async (_what, fields, words) => {
    const { parse } = receiver();
    await expect(parse(signSns(signer, { Message: delivery, ...fields }))).rejects.toMatchObject(
      refused(words),
    );
  });

  it('refuses a signature of another key, and fetches nothing for another topic or host', async () => {
    const { parse, urls } = receiver();
    const body = signSns(stranger, { Message: delivery });
    await expect(parse(body)).rejects.toMatchObject(refused('signature is wrong'));
    const fetched = urls.length;
    for (const fields of [{ TopicArn: 'arn:other' }, { SigningCertURL: 'https://evil.dev/a.pem' }])
      await expect(parse(signSns(signer, { Message: delivery, ...fields }))).rejects.toBeDefined();
    expect([fetched, urls.length]).toEqual([1, 1]);
  });

  it('refuses every message without a pinned topic', async () => {
    const { parse } = receiver({ topicArn: [] });
    await expect(parse(signSns(signer, { Message: delivery }))).rejects.toMatchObject(
      refused('no `topicArn`'),
    );
  });

  it.each(['us-gov-west-1', 'ap-southeast-2', 'me-central-1', 'us-iso-east-1'])(
    'accepts a certificate of the region %s',
    async (region) => {
      const SigningCertURL = `https://sns.${region}.amazonaws.com/SimpleNotificationService-a.pem`;
      const { parse } = receiver();
      expect(await parse(signSns(signer, { Message: delivery, SigningCertURL }))).toHaveLength(1);
    },
  );

  it('accepts any of several topics', async () => {
    const { parse } = receiver({ topicArn: ['arn:aws:sns:eu-west-1:1:other', topicArn] });
    expect(await parse(signSns(signer, { Message: delivery }))).toHaveLength(1);
  });

  it.each([
    ['an empty page', ''],
    ['a login page', '<html>Sign in</html>'],
    ['a damaged certificate', signer.certificate.replace(/\n.{20}/, '\n')],
    ['a certificate that ends early', `-----BEGIN CERTIFICATE-----\nMIIC\n-----END CERTIFICATE-----\n`],
  ])('refuses all where the certificate is %s', async (_what, certificate) => {
    const { parse } = receiver({}, () => certificate);
    await expect(parse(signSns(signer, { Message: delivery }))).rejects.toMatchObject(refused('signature'));
  });

  it('does not call a message forged while its certificate does not load', async () => {
    let isDown = true;
    const fetch = async () => new Response(signer.certificate, { status: isDown ? 503 : 200 });
    const email = createEmailClient({
      driver: ses({ region, credentials, topicArn }),
      runtime: { fetch, now: () => nowMs },
    });
    const body = signSns(signer, { Message: delivery });
    const onError = vi.fn();
    const handle = email.webhooks.handler(() => {}, { onError });
    const request = () => new Request('https://acme.dev/hook', { method: 'POST', body });
    expect((await handle(request())).status).toBe(500);
    expect(onError.mock.calls).toMatchObject([[{ code: 'network' }]]);
    isDown = false;
    expect((await handle(request())).status).toBe(200);
  });

  it.each(['', '{}', '[]', 'null', '{"Type":"Notification"}', delivery, '\u0000'])(
    'refuses a body without a signature: %j',
    async (body) => {
      await expect(receiver().parse(body)).rejects.toMatchObject(refused('not a signed message'));
    },
  );

  it.each(['a', '====', 'YQ==', 'Z', 'é'])('refuses a signature %j that is none', async (Signature) => {
    const { parse } = receiver();
    const body = JSON.stringify({ ...JSON.parse(signSns(signer, { Message: delivery })), Signature });
    await expect(parse(body)).rejects.toMatchObject(refused('signature is wrong'));
  });

  it('E8: refuses another text of base64 with the bytes of the signature', async () => {
    const message: Record<string, string> = JSON.parse(signSns(signer, { Message: delivery }));
    const { Signature = '' } = message;
    const bytes = (text: string) => Buffer.from(text, 'base64').toString('hex');
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    const others = [...letters].map((letter) => `${Signature.slice(0, -3)}${letter}==`);
    const same = others.filter((text) => text !== Signature && bytes(text) === bytes(Signature));
    expect(same.length).toBeGreaterThan(0);
    for (const text of same) {
      const body = JSON.stringify({ ...message, Signature: text });
      await expect(receiver().parse(body)).rejects.toMatchObject(refused('signature is wrong'));
    }
  });

  it('refuses a message whose version says another hash', async () => {
    const message = JSON.parse(signSns(signer, { Message: delivery, SignatureVersion: '1' }));
    const body = JSON.stringify({ ...message, SignatureVersion: '2' });
    await expect(receiver().parse(body)).rejects.toMatchObject(refused('signature is wrong'));
  });

  it('E8: accepts no mutation of a signed message, and never throws', async () => {
    const scheme = createWebhookScheme({ topics: [topicArn] });
    const getText = async () => signer.certificate;
    const message: Record<string, string> = JSON.parse(signSns(signer, { Message: delivery }));
    const verify = (text: string) => {
      const webhook = {
        text,
        bytes: new TextEncoder().encode(text),
        header: () => undefined,
        url: '',
        query: new URLSearchParams(),
      };
      const secrets = { get: async () => [], refresh: async () => undefined };
      return scheme.verify(webhook, { secrets, nowMs, toleranceMs: 3_600_000, getText });
    };
    expect((await verify(JSON.stringify(message))).genuine).toBe(true);
    const covered = [
      'Message',
      'MessageId',
      'Timestamp',
      'TopicArn',
      'Type',
      'Signature',
      'SignatureVersion',
    ];
    const fields = fc.record({
      name: fc.constantFrom(...covered),
      at: fc.nat(2_000),
      text: fc.string({ maxLength: 3 }),
      removed: fc.nat(2),
    });
    await fc.assert(
      fc.asyncProperty(fields, async ({ name, at, text, removed }) => {
        const value = message[name] ?? '';
        const start = at % (value.length + 1);
        const mutated = value.slice(0, start) + text + value.slice(start + removed);
        fc.pre(mutated !== value);
        expect((await verify(JSON.stringify({ ...message, [name]: mutated }))).genuine).toBe(false);
      }),
      { numRuns: 3_000 },
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (text) => {
        expect((await verify(text)).genuine).toBe(false);
      }),
      { numRuns: 2_000 },
    );
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
        const base64 = Buffer.from(bytes).toString('base64');
        const pem = `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----`;
        const hostile = {
          text: JSON.stringify(message),
          bytes,
          header: () => undefined,
          url: '',
          query: new URLSearchParams(),
        };
        const secrets = { get: async () => [], refresh: async () => undefined };
        const context = { secrets, nowMs, toleranceMs: 3_600_000, getText: async () => pem };
        expect((await scheme.verify(hostile, context)).genuine).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('subscriptions to a topic', () => {
  const subscribeUrl = 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=a';
  const asked = {
    Type: 'SubscriptionConfirmation',
    Message: 'You have chosen',
    Token: 'a',
    SubscribeURL: subscribeUrl,
  };

  it('are confirmed with the option, after the signature is verified', async () => {
    const { parse, urls } = receiver({ confirmSubscriptions: true });
    expect(await parse(signSns(signer, asked))).toEqual([]);
    expect(urls).toEqual([certificateUrl, subscribeUrl]);
  });

  it('are left alone without the option', async () => {
    const { parse, urls } = receiver();
    expect(await parse(signSns(signer, asked))).toEqual([]);
    expect(urls).toEqual([certificateUrl]);
  });

  it.each([
    ['a forged one', signSns(stranger, asked)],
    ['one of another topic', signSns(signer, { ...asked, TopicArn: 'arn:aws:sns:eu-west-1:1:other' })],
    [
      'one with another address',
      signSns(signer, { ...asked, SubscribeURL: 'https://evil.dev/?Action=ConfirmSubscription' }),
    ],
    [
      'one of another host of AWS',
      signSns(signer, { ...asked, SubscribeURL: 'https://s3.amazonaws.com/?a' }),
    ],
  ])('are never confirmed for %s', async (_what, body) => {
    const { parse, urls } = receiver({ confirmSubscriptions: true });
    await expect(parse(body)).rejects.toMatchObject({ code: 'webhook-signature' });
    expect(urls.filter((url) => url !== certificateUrl)).toEqual([]);
  });

  it('that cannot be confirmed are an error of the network, so that SNS asks again', async () => {
    const { parse } = receiver({ confirmSubscriptions: true }, (url) => {
      if (url === certificateUrl) return signer.certificate;
      throw new Error('down');
    });
    await expect(parse(signSns(signer, asked))).rejects.toMatchObject({ code: 'network' });
  });
});
