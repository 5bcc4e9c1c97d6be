import { createEmailClient, memoryReplayStore } from '@org/email';
import { mailgun } from '@org/email/mailgun';
import { signTestWebhook } from '@org/email/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const driver = mailgun({ apiKey: 'x', domain: 'mg.acme.dev', webhookSecret: 'key-test-signing' });

/** The time of the signature in the test vector. */
const signedAt = 1_529_006_854;
const genuine = {
  timestamp: String(signedAt),
  token: 'a8ce0edb2dd8301dee6c2405235584e45aa91d1e9f979f3de0',
  signature: 'ea80a3596ce790aa20ccea2a5ba5f2f725e02026d71bc488e9308afc89b5907b',
};
const opened = {
  event: 'opened',
  id: 'Ase7i2zsRYeDXztHGENqRA',
  timestamp: 1_521_243_339.873676,
  recipient: 'alice@example.com',
};

function clientAt(seconds: number, options: object = {}) {
  return createEmailClient({ driver, runtime: { now: () => seconds * 1_000 }, webhooks: options });
}

const atSigning = clientAt(signedAt);
const parse = async (body: string, seconds = signedAt) => {
  const { webhooks } = seconds === signedAt ? atSigning : clientAt(seconds);
  return (await webhooks.parse({ headers: {}, body })).events;
};
const bodyWith = (signature: unknown, data: unknown = opened) =>
  JSON.stringify({ signature, 'event-data': data });

async function isGenuine(body: string, seconds = signedAt): Promise<boolean> {
  try {
    await parse(body, seconds);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'webhook-signature' });
    return false;
  }
}

describe('security: mailgun webhooks', () => {
  it('accepts the vector', async () => {
    expect(await isGenuine(bodyWith(genuine))).toBe(true);
    expect(await isGenuine(bodyWith({ ...genuine, timestamp: signedAt }))).toBe(true);
    expect(await isGenuine(bodyWith({ ...genuine, signature: genuine.signature.toUpperCase() }))).toBe(true);
  });

  it.each<[string, string]>([
    ['no signature', JSON.stringify({ 'event-data': opened })],
    ['a signature of nothing', bodyWith(null)],
    ['an empty signature', bodyWith({ ...genuine, signature: '' })],
    ['another signature', bodyWith({ ...genuine, signature: genuine.signature.replace('e', 'f') })],
    ['half a signature', bodyWith({ ...genuine, signature: genuine.signature.slice(0, 32) })],
    ['another token', bodyWith({ ...genuine, token: genuine.token.replace('a', 'b') })],
    ['another time', bodyWith({ ...genuine, timestamp: String(signedAt + 1) })],
    ['a time with a fraction', bodyWith({ ...genuine, timestamp: signedAt + 0.5 })],
    [
      'time and token with another boundary',
      bodyWith({ ...genuine, timestamp: genuine.timestamp.slice(0, -1), token: `4${genuine.token}` }),
    ],
    [
      'lists instead of texts',
      bodyWith({ timestamp: [genuine.timestamp], token: [genuine.token], signature: [genuine.signature] }),
    ],
    [
      'the published sample of another key',
      bodyWith({ ...genuine, signature: 'd2271d12299f6592d9d44cd9d250f0704e4674c30d79d07c47a66f95ce71cf55' }),
    ],
    ['no JSON', 'timestamp=1529006854&token=a8ce'],
    ['nothing', ''],
    ['null', 'null'],
  ])('refuses %s', async (_what, body) => {
    expect(await isGenuine(body)).toBe(false);
  });

  it.each([
    [-301, false],
    [-300, true],
    [300, true],
    [301, false],
  ])('%i s from the time of the signature: %s', async (offset, expected) => {
    expect(await isGenuine(bodyWith(genuine), signedAt + offset)).toBe(expected);
  });

  it('E8: accepts no mutation of the signature', async () => {
    const field = fc.constantFrom('timestamp', 'token', 'signature');
    await fc.assert(
      fc.asyncProperty(
        field,
        fc.nat(70),
        fc.string({ maxLength: 3 }),
        fc.nat(3),
        async (name, at, text, cut) => {
          const value = genuine[name as keyof typeof genuine];
          const changed = value.slice(0, at) + text + value.slice(at + cut);
          fc.pre(changed.toLowerCase() !== value && changed !== value);
          expect(await isGenuine(bodyWith({ ...genuine, [name]: changed }))).toBe(false);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('E8: no body throws something else', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), async (body) => {
        expect(await isGenuine(body)).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });

  it('handles a token once', async () => {
    const email = clientAt(signedAt, { replayStore: memoryReplayStore() });
    await (await email.webhooks.parse({ headers: {}, body: bodyWith(genuine) })).settle();
    // The body is not signed: another one with the same token is a replay too.
    const replayed = email.webhooks.parse({
      headers: {},
      body: bodyWith(genuine, { ...opened, id: 'other' }),
    });
    await expect(replayed).rejects.toMatchObject({ code: 'webhook-replayed' });
  });

  // help.mailgun.com, "Webhooks": after 10, 10, 15 and 30 minutes, 1, 2 and 4 hours, with one signature.
  const repetitions = [600, 1_200, 2_100, 3_900, 7_500, 14_700, 29_100];

  it('accepts a repetition after hours with a replay store, and handles it once', async () => {
    for (const afterSeconds of repetitions) {
      const replayStore = memoryReplayStore();
      const first = await clientAt(signedAt, { replayStore }).webhooks.parse({
        headers: {},
        body: bodyWith(genuine),
      });
      await first.release();
      const saved: string[] = [];
      const later = clientAt(signedAt + afterSeconds, { replayStore });
      const handle = later.webhooks.handler((events) => saved.push(...events.map(({ id }) => id)));
      const post = () =>
        handle(new Request('https://acme.dev/hook', { method: 'POST', body: bodyWith(genuine) }));
      expect([(await post()).status, (await post()).status, saved]).toEqual([200, 200, [opened.id]]);
    }
  });

  it.each([
    ['without a replay store', {}, 600],
    ['after Mailgun gave up', { replayStore: memoryReplayStore() }, 9 * 3_600 + 1],
    ['from the future', { replayStore: memoryReplayStore() }, -301],
    ['beyond your own tolerance', { replayStore: memoryReplayStore(), toleranceMs: 60_000 }, 61],
  ])('refuses an old time %s with 401: the clock may be wrong', async (_what, options, afterSeconds) => {
    const parsed = clientAt(signedAt + afterSeconds, options).webhooks.parse({
      headers: {},
      body: bodyWith(genuine),
    });
    await expect(parsed).rejects.toMatchObject({ code: 'webhook-signature', responseStatus: 401 });
  });

  it('answers a forgery with 406, which Mailgun does not repeat', async () => {
    const handle = atSigning.webhooks.handler(() => expect.unreachable());
    for (const signature of [null, { ...genuine, token: 'other' }]) {
      const body = bodyWith(signature);
      const response = await handle(new Request('https://acme.dev/hook', { method: 'POST', body }));
      expect(response.status).toBe(406);
    }
  });

  it('accepts both keys during a rotation', async () => {
    process.env.MAILGUN_WEBHOOK_SECRET = 'new-key';
    process.env.MAILGUN_WEBHOOK_SECRET_PREVIOUS = 'key-test-signing';
    const rotating = mailgun({ apiKey: 'x', domain: 'mg.acme.dev' });
    const email = createEmailClient({ driver: rotating, runtime: { now: () => signedAt * 1_000 } });
    expect((await email.webhooks.parse({ headers: {}, body: bodyWith(genuine) })).events.length).toBe(1);
    delete process.env.MAILGUN_WEBHOOK_SECRET;
    delete process.env.MAILGUN_WEBHOOK_SECRET_PREVIOUS;
  });

  it('tests can sign an event, or a whole body', async () => {
    const { webhooks } = createEmailClient({ driver });
    for (const payload of [opened, { 'event-data': opened }]) {
      const { events } = await webhooks.parse(await signTestWebhook(driver, payload));
      expect(events[0]).toMatchObject({ id: opened.id, raw: opened });
    }
  });
});

describe('mailgun: events of webhooks', () => {
  const read = async (data: object) => (await parse(bodyWith(genuine, data)))[0];
  const common = { ...opened, message: { headers: { 'message-id': '<20130503@mg.acme.dev>' } } };
  const status = { code: 550, message: '5.1.1 The email account does not exist', description: null };

  it.each<[string, object, object]>([
    ['accepted', {}, { type: 'queued' }],
    ['delivered', { 'delivery-status': { code: 250, message: 'OK' } }, { type: 'delivered' }],
    [
      'opened',
      { ip: '1.2.3.4', 'client-info': { 'user-agent': 'Mozilla/5.0' }, geolocation: { country: 'US' } },
      { type: 'opened', client: { ip: '1.2.3.4', userAgent: 'Mozilla/5.0' } },
    ],
    ['clicked', { url: 'https://acme.dev/a' }, { type: 'clicked', click: { url: 'https://acme.dev/a' } }],
    ['unsubscribed', {}, { type: 'unsubscribed' }],
    ['complained', {}, { type: 'complained' }],
    ['stored', {}, { type: 'inbound' }],
    [
      'rejected',
      { reject: { reason: 'Free accounts…' } },
      { type: 'rejected', bounce: { class: 'undetermined', diagnostic: 'Free accounts…' } },
    ],
    [
      'failed',
      { severity: 'permanent', reason: 'bounce', 'delivery-status': status },
      {
        type: 'bounced',
        bounce: { class: 'hard', smtpCode: '550', enhancedCode: '5.1.1', diagnostic: status.message },
      },
    ],
    [
      'failed',
      {
        severity: 'temporary',
        reason: 'generic',
        'delivery-status': { code: 498, 'enhanced-code': '4.4.4', description: 'No MX for [example.com]' },
      },
      {
        type: 'deferred',
        bounce: {
          class: 'soft',
          smtpCode: '498',
          enhancedCode: '4.4.4',
          diagnostic: 'No MX for [example.com]',
        },
      },
    ],
    [
      'failed',
      {
        severity: 'permanent',
        reason: 'suppress-bounce',
        'delivery-status': {
          code: 605,
          message: '',
          description: 'Not delivering to previously bounced address',
        },
      },
      {
        type: 'suppressed',
        bounce: { class: 'hard', diagnostic: 'Not delivering to previously bounced address' },
      },
    ],
    [
      'failed',
      { severity: 'permanent', reason: 'suppress-unsubscribe' },
      { type: 'suppressed', bounce: { class: 'undetermined', category: 'unsubscribed' } },
    ],
    ['failed', { reason: 'generic' }, { type: 'bounced', bounce: { class: 'undetermined' } }],
    [
      'failed',
      { severity: 'permanent', reason: 'suppress-complaint' },
      { type: 'suppressed', bounce: { class: 'undetermined' } },
    ],
    ['list_member_uploaded', {}, { type: 'unknown' }],
    ['unsubscribed', { 'user-variables': 'abc' }, { type: 'unsubscribed', metadata: undefined }],
  ])('%s %j', async (event, extra, expected) => {
    const data = {
      ...common,
      event,
      tags: ['welcome'],
      'user-variables': { order: '17', list: [1] },
      ...extra,
    };
    const { raw, ...read_ } = (await read(data)) ?? expect.fail();
    expect(raw).toEqual(data);
    expect(read_).toEqual({
      id: opened.id,
      provider: 'mailgun',
      recipient: 'alice@example.com',
      messageId: '20130503@mg.acme.dev',
      timestamp: new Date(1_521_243_339_874),
      tags: [{ name: 'welcome' }],
      metadata: { order: '17', list: '[1]' },
      ...expected,
    });
  });

  it('an event of another form is unknown, at the time of the signature', async () => {
    const event = await read({ something: 'else' });
    expect(event).toMatchObject({ type: 'unknown', timestamp: new Date(signedAt * 1_000) });
  });

  it('a genuine body without an event is unknown', async () => {
    const body = { signature: genuine };
    expect(await parse(JSON.stringify(body))).toMatchObject([{ type: 'unknown', raw: body }]);
  });
});
