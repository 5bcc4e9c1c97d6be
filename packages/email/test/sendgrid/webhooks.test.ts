import { createManualRuntime } from '@org/core/testing';
import { createLiveSecrets } from '@org/core/webhooks';
import { createEmailClient } from '@org/email';
import { sendgrid } from '@org/email/sendgrid';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromDer, toDer } from '../../src/drivers/sendgrid/ecdsa.ts';
import { webhookScheme } from '../../src/drivers/sendgrid/webhooks.ts';
import { makeKeys } from './keys.ts';

// Published by sendgrid-nodejs, packages/eventwebhook.
const secret =
  'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE83T4O/n84iotIvIW4mdBgQ/7dAfSmpqIM8kF9mN1flpVKS3GRqe62gw+2fNNRaINXvV' +
  'piglSI8eNEc6wEA3F+g==';
const signature =
  'MEUCIGHQVtGj+Y3LkG9fLcxf3qfI10QysgDWmMOVmxG0u6ZUAiEAyBiXDWzM+uOe5W0JuG+luQAbPIqHh89M15TluLtEZtM=';
const otherSignature =
  'MEUCIQCtIHJeH93Y+qpYeWrySphQgpNGNr/U+UyUlBkU6n7RAwIgJTz2C+8a8xonZGi6BpSzoQsbVRamr2nlxFDWYNH3j/0=';
const seconds = 1_600_112_502;
const body =
  '[{"email":"hello@world.com","event":"dropped","reason":"Bounced Address",' +
  '"sg_event_id":"ZHJvcC0xMDk5NDkxOS1MUnpYbF9OSFN0T0doUTRrb2ZTbV9BLTA",' +
  '"sg_message_id":"LRzXl_NHStOGhQ4kofSm_A.filterdrecv-p3mdw1-756b745b58-kmzbl-18-5F5FC76C-9.0",' +
  '"smtp-id":"<LRzXl_NHStOGhQ4kofSm_A@ismtpd0039p1iad1.sendgrid.net>","timestamp":1600112492}]\r\n';

const headerNames = {
  signature: 'x-twilio-email-event-webhook-signature',
  timestamp: 'x-twilio-email-event-webhook-timestamp',
};

const ownSecrets = createLiveSecrets([secret]);

interface Changes {
  readonly signature?: string | undefined;
  readonly timestamp?: string | undefined;
  readonly body?: string | Uint8Array;
  readonly afterMs?: number;
  readonly secrets?: readonly string[];
}

async function verify(changes: Changes = {}) {
  const given = { signature, timestamp: `${seconds}`, body, afterMs: 0, secrets: undefined, ...changes };
  const bytes = typeof given.body === 'string' ? new TextEncoder().encode(given.body) : given.body;
  const values: Record<string, string | undefined> = {
    [headerNames.signature]: given.signature,
    [headerNames.timestamp]: given.timestamp,
  };
  return webhookScheme.verify(
    { bytes, text: '', header: (name) => values[name], url: '', query: new URLSearchParams() },
    {
      secrets: given.secrets === undefined ? ownSecrets : createLiveSecrets(given.secrets),
      nowMs: seconds * 1_000 + given.afterMs,
      toleranceMs: 600_000,
      getText: async () => '',
    },
  );
}

const minutes = 60_000;

describe('security: a webhook of SendGrid', () => {
  it('is genuine with the published signature over timestamp and raw bytes', async () => {
    expect(body).toHaveLength(327);
    expect(await verify()).toEqual({ genuine: true });
  });

  it.each<[string, Changes]>([
    ['a key in PEM', { secrets: [`-----BEGIN PUBLIC KEY-----\n${secret}\n-----END PUBLIC KEY-----\n`] }],
    ['the last moment of the tolerance', { afterMs: 10 * minutes }],
    ['a clock that is behind', { afterMs: -10 * minutes }],
  ])('is genuine with %s', async (_what, changes) => {
    expect(await verify(changes)).toEqual({ genuine: true });
  });

  it('is genuine with one of two keys, while the key is replaced', async () => {
    const { publicKey } = await makeKeys();
    expect(await verify({ secrets: [publicKey, secret] })).toEqual({ genuine: true });
    expect(await verify({ secrets: [publicKey] })).toMatchObject({ genuine: false });
  });

  it.each<[string, Changes]>([
    ['the signature of another body', { signature: otherSignature }],
    ['no signature', { signature: undefined }],
    ['no timestamp', { timestamp: undefined }],
    ['a timestamp that is not a number', { timestamp: `${seconds} ` }],
    ['a changed byte', { body: body.replace('hello@', 'hallo@') }],
    ['JSON that was written again', { body: JSON.stringify(JSON.parse(body)) }],
    ['base64 of a wrong length', { signature: signature.slice(0, -1) }],
    ['unused bits in the last character', { signature: signature.replace('tM=', 'tN=') }],
    ['no bytes', { signature: '' }],
    ['the plain form of WebCrypto', { signature: Buffer.alloc(64, 1).toString('base64') }],
    ['an empty body', { body: '' }],
  ])('is refused with %s', async (_what, changes) => {
    expect(await verify(changes)).toMatchObject({ genuine: false });
    expect(await verify(changes)).not.toHaveProperty('stale');
  });

  it.each([11, -11])('is stale %s minutes away', async (away) => {
    expect(await verify({ afterMs: away * minutes })).toMatchObject({ genuine: false, stale: true });
  });

  it('E8: accepts no mutation of signature, timestamp or body, and never throws', async () => {
    const mutate = (valid: string) =>
      fc
        .tuple(fc.nat(valid.length), fc.nat(2), fc.string({ maxLength: 3 }))
        .map(([at, removed, text]) => valid.slice(0, at) + text + valid.slice(at + removed))
        .filter((mutated) => mutated !== valid);
    const changes = fc.oneof(
      fc.record({ signature: mutate(signature) }),
      fc.record({ timestamp: mutate(`${seconds}`) }),
      fc.record({ body: mutate(body) }),
      fc.record({ body: fc.uint8Array() }),
      fc.record({
        signature: fc.uint8Array({ maxLength: 80 }).map((all) => Buffer.from(all).toString('base64')),
      }),
    );
    await fc.assert(
      fc.asyncProperty(changes, async (change: Changes) => {
        expect((await verify(change)).genuine).toBe(false);
      }),
      { numRuns: 2_500 },
    );
  });

  it('converts any pair of numbers to DER and back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 64, maxLength: 64 }), (plain) => {
        expect(fromDer(toDer(plain))).toEqual(plain);
      }),
    );
  });

  it('refuses a secret that is not a key', async () => {
    await expect(verify({ secrets: ['whsec_secret'] })).rejects.toMatchObject({ code: 'configuration' });
  });
});

describe('the events of SendGrid', () => {
  const runtime = createManualRuntime();

  async function read(...events: readonly object[]) {
    const { publicKey, privateKey } = await makeKeys();
    const content = JSON.stringify(events);
    const signed = await webhookScheme.sign(content, { secret: privateKey, nowMs: runtime.now() });
    const driver = sendgrid({ apiKey: 'x', webhookSecret: publicKey });
    const email = createEmailClient({ driver, runtime });
    return (await email.webhooks.parse({ headers: signed.headers, body: content })).events;
  }

  const common = {
    email: 'example@test.com',
    timestamp: 1_513_299_569,
    'smtp-id': '<14c5d75ce93.dfd.64b469@ismtpd-555>',
    category: ['cat facts'],
    sg_event_id: 'sg_event_id',
    sg_message_id: '14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0',
  };

  it.each<[string, object, object]>([
    ['processed', { event: 'processed' }, { type: 'queued' }],
    ['delivered', { event: 'delivered', response: '250 OK' }, { type: 'delivered', bounce: undefined }],
    [
      'deferred',
      { event: 'deferred', response: '400 try again later', attempt: '5' },
      { type: 'deferred', bounce: { class: 'soft', smtpCode: '400', diagnostic: '400 try again later' } },
    ],
    [
      'bounce',
      {
        event: 'bounce',
        type: 'bounce',
        status: '5.1.1',
        reason: '500 unknown recipient',
        bounce_classification: 'Invalid Address',
      },
      {
        type: 'bounced',
        bounce: { class: 'hard', smtpCode: '500', enhancedCode: '5.1.1', category: 'invalid-address' },
      },
    ],
    [
      'a block',
      { event: 'bounce', type: 'blocked', reason: '554 policy', bounce_classification: 'Reputation' },
      { type: 'bounced', bounce: { class: 'soft', category: 'blocked' } },
    ],
    [
      'dropped, suppressed',
      { event: 'dropped', reason: 'Bounced Address' },
      { type: 'suppressed', bounce: { class: 'undetermined', diagnostic: 'Bounced Address' } },
    ],
    [
      'dropped, unsubscribed',
      { event: 'dropped', reason: 'Unsubscribed Address' },
      { type: 'suppressed', bounce: { category: 'unsubscribed' } },
    ],
    [
      'dropped, invalid',
      { event: 'dropped', reason: 'Invalid' },
      { type: 'rejected', bounce: { category: 'invalid-address' } },
    ],
    [
      'dropped, content',
      { event: 'dropped', reason: 'Spam Content' },
      { type: 'rejected', bounce: { category: 'spam-content' } },
    ],
    [
      'open',
      { event: 'open', useragent: 'Mozilla/4.0', ip: '255.255.255.255', sg_machine_open: true },
      { type: 'opened', client: { ip: '255.255.255.255', userAgent: 'Mozilla/4.0', machineOpen: true } },
    ],
    [
      'click',
      { event: 'click', useragent: 'Mozilla/4.0', ip: '255.255.255.255', url: 'http://www.sendgrid.com/' },
      { type: 'clicked', click: { url: 'http://www.sendgrid.com/' } },
    ],
    ['spamreport', { event: 'spamreport' }, { type: 'complained' }],
    ['unsubscribe', { event: 'unsubscribe' }, { type: 'unsubscribed' }],
    ['group_unsubscribe', { event: 'group_unsubscribe', asm_group_id: 10 }, { type: 'unsubscribed' }],
    ['group_resubscribe', { event: 'group_resubscribe', asm_group_id: 10 }, { type: 'subscribed' }],
    ['an event of tomorrow', { event: 'teleported' }, { type: 'unknown' }],
    ['a name of Object.prototype', { event: 'constructor' }, { type: 'unknown' }],
  ])('have one vocabulary: %s', async (_what, event, expected) => {
    const raw = { ...common, ...event };
    expect(await read(raw)).toMatchObject([
      {
        id: 'sg_event_id',
        provider: 'sendgrid',
        recipient: 'example@test.com',
        messageId: '14c5d75ce93',
        timestamp: new Date(1_513_299_569_000),
        tags: [{ name: 'cat facts' }],
        raw,
        ...expected,
      },
    ]);
  });

  it('come in batches, with our id, the metadata and a single category', async () => {
    const own = {
      ...common,
      event: 'open',
      category: 'news',
      order: '17',
      org_message_id: 'own',
      mc_stats: 'x',
    };
    const [first, second] = await read(own, { ...common, event: 'processed', sg_event_id: undefined });
    expect(first).toMatchObject({ messageId: 'own', metadata: { order: '17' }, tags: [{ name: 'news' }] });
    expect(second?.id).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toMatchObject({ type: 'queued', metadata: undefined });
  });

  it('are of the type `unknown` in another form', async () => {
    const [event] = await read({ type: 'account_status_change' });
    expect(event).toMatchObject({
      type: 'unknown',
      timestamp: new Date(Math.floor(runtime.now() / 1_000) * 1_000),
    });
  });

  it('of unknown forms have an id each, which stays the same', async () => {
    const forms = [{ type: 'account_status_change' }, { event: 'new', timestamp: 'soon' }];
    const ids = (await read(...forms)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    expect((await read(...forms.toReversed())).map(({ id }) => id)).toEqual(ids.toReversed());
  });

  it.each(['{}', 'null', '<html>', ''])('are unknown in a body of another form: %j', async (content) => {
    const { publicKey, privateKey } = await makeKeys();
    const { headers } = await webhookScheme.sign(content, { secret: privateKey, nowMs: runtime.now() });
    const email = createEmailClient({ driver: sendgrid({ apiKey: 'x', webhookSecret: publicKey }), runtime });
    const events = (await email.webhooks.parse({ headers, body: content })).events;
    expect(events).toMatchObject([{ type: 'unknown' }]);
  });
});
