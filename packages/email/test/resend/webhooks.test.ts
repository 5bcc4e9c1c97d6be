import { createManualRuntime } from '@org/core/testing';
import { createLiveSecrets } from '@org/core/webhooks';
import { createEmailClient } from '@org/email';
import { resend } from '@org/email/resend';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { webhookScheme } from '../../src/drivers/resend/webhooks.ts';

// The published vector of Svix.
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const genuine = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  seconds: 1_614_265_330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

interface Changes {
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array;
  readonly afterMs?: number;
  readonly secrets?: string | readonly string[];
}

const bytesOf = (body: string | Uint8Array) =>
  typeof body === 'string' ? new TextEncoder().encode(body) : body;

async function verify({ headers = {}, body = genuine.body, afterMs = 0, secrets = secret }: Changes = {}) {
  const all: Record<string, string> = {
    'svix-id': genuine.id,
    'svix-timestamp': `${genuine.seconds}`,
    'svix-signature': genuine.signature,
    ...headers,
  };
  const bytes = bytesOf(body);
  return webhookScheme.verify(
    {
      bytes,
      text: new TextDecoder().decode(bytes),
      header: (name) => all[name] || undefined,
      url: '',
      query: new URLSearchParams(),
    },
    {
      secrets: createLiveSecrets([secrets].flat()),
      nowMs: genuine.seconds * 1_000 + afterMs,
      toleranceMs: 300_000,
      getText: async () => '',
    },
  );
}

const minutes = 60_000;

describe('security: a webhook of Resend', () => {
  it('is genuine with the signature of Svix over the raw bytes', async () => {
    expect(await verify()).toEqual({ genuine: true, id: genuine.id });
  });

  it.each<[string, Changes]>([
    ['a secret without its prefix', { secrets: secret.replace('whsec_', '') }],
    ['a second secret, during a rotation', { secrets: ['whsec_b3RoZXI=', secret] }],
    ['another signature next to it', { headers: { 'svix-signature': `v1,AAAA ${genuine.signature} v2,x` } }],
    ['the last moment of the tolerance', { afterMs: 5 * minutes }],
    ['a clock that is behind', { afterMs: -5 * minutes }],
    [
      'the headers of Standard Webhooks',
      {
        headers: {
          'svix-id': '',
          'svix-timestamp': '',
          'svix-signature': '',
          'webhook-id': genuine.id,
          'webhook-timestamp': `${genuine.seconds}`,
          'webhook-signature': genuine.signature,
        },
      },
    ],
  ])('is genuine with %s', async (_what, changes) => {
    expect(await verify(changes)).toMatchObject({ genuine: true });
  });

  it.each<[string, Changes]>([
    ['one other byte', { body: '{"test": 2432232315}' }],
    ['JSON that was written again', { body: JSON.stringify(JSON.parse(genuine.body)) }],
    ['an empty body', { body: '' }],
    ['another id', { headers: { 'svix-id': 'msg_other' } }],
    ['another time', { headers: { 'svix-timestamp': `${genuine.seconds + 1}` } }],
    ['a time that is not a number', { headers: { 'svix-timestamp': 'NaN' } }],
    ['no id', { headers: { 'svix-id': '' } }],
    ['no time', { headers: { 'svix-timestamp': '' } }],
    ['no signature', { headers: { 'svix-signature': '' } }],
    ['a version without a signature', { headers: { 'svix-signature': 'v1,' } }],
    ['an unknown version', { headers: { 'svix-signature': genuine.signature.replace('v1', 'v2') } }],
    ['a shorter signature', { headers: { 'svix-signature': genuine.signature.slice(0, -4) } }],
    ['text that is not base64', { headers: { 'svix-signature': 'v1,%%%%' } }],
    ['another secret', { secrets: 'whsec_b3RoZXI=' }],
    ['a signature that is too old', { afterMs: 5 * minutes + 1 }],
    ['a signature of the future', { afterMs: -5 * minutes - 1 }],
  ])('is refused with %s', async (_what, changes) => {
    expect(await verify(changes)).toMatchObject({ genuine: false });
  });

  it('is never verified with a secret of another form', async () => {
    const others = ['whpk_', 'whsk_', 're_'].map((prefix) => secret.replace('whsec_', prefix));
    for (const secrets of ['whsec_', 'no base64!', ...others])
      await expect(verify({ secrets })).rejects.toMatchObject({ code: 'configuration' });
  });

  it('E8: is refused for every mutation of its headers and its body', async () => {
    const part = fc.constantFrom('svix-id', 'svix-timestamp', 'svix-signature', 'body');
    const change = fc.tuple(part, fc.nat(80), fc.nat(3), fc.string({ maxLength: 4 }));
    const fields: Record<string, string> = {
      'svix-id': genuine.id,
      'svix-timestamp': `${genuine.seconds}`,
      'svix-signature': genuine.signature,
      body: genuine.body,
    };
    await fc.assert(
      fc.asyncProperty(change, async ([name, at, removed, added]) => {
        const original = fields[name] ?? '';
        const mutated = original.slice(0, at) + added + original.slice(at + removed);
        const still = name === 'svix-signature' && mutated.split(' ').includes(genuine.signature);
        fc.pre(mutated !== original && !still);
        const changes = name === 'body' ? { body: mutated } : { headers: { [name]: mutated } };
        expect(await verify(changes)).toMatchObject({ genuine: false });
      }),
      { numRuns: 3_000 },
    );
  });

  it('E8: of any bytes and headers is refused without an exception', async () => {
    const any = fc.tuple(fc.uint8Array(), fc.string(), fc.string(), fc.string());
    await fc.assert(
      fc.asyncProperty(any, async ([body, id, time, signature]) => {
        const headers = { 'svix-id': id, 'svix-timestamp': time, 'svix-signature': signature };
        expect(await verify({ body, headers })).toMatchObject({ genuine: false });
      }),
      { numRuns: 1_000 },
    );
  });
});

const common = {
  email_id: '56761188-7520-42d8-8898-ff6fc54ce618',
  created_at: '2023-10-06T23:47:56.678Z',
  from: 'Acme <onboarding@resend.dev>',
  to: ['Delivered <delivered@resend.dev>'],
  subject: 'Sending this example',
};

async function parse(type: string, data: object) {
  const runtime = createManualRuntime();
  const body = JSON.stringify({ type, created_at: '2023-11-22T23:41:12.126Z', data });
  const { headers } = await webhookScheme.sign(body, { secret, nowMs: runtime.now() });
  const driver = resend({ apiKey: 're_good', webhookSecret: secret });
  const { events } = await createEmailClient({ driver, runtime }).webhooks.parse({ headers, body });
  return events[0];
}

describe('an event of Resend', () => {
  it.each([
    ['email.scheduled', 'queued'],
    ['email.sent', 'sent'],
    ['email.delivered', 'delivered'],
    ['email.delivery_delayed', 'deferred'],
    ['email.bounced', 'bounced'],
    ['email.failed', 'failed'],
    ['email.suppressed', 'suppressed'],
    ['email.complained', 'complained'],
    ['email.opened', 'opened'],
    ['email.clicked', 'clicked'],
    ['email.received', 'inbound'],
    ['domain.created', 'unknown'],
    ['suppression.added', 'unknown'],
    ['contact.created', 'unknown'],
    ['email.of_a_later_version', 'unknown'],
  ])('%s is %s', async (type, expected) => {
    expect(await parse(type, common)).toMatchObject({
      type: expected,
      id: expect.stringMatching(/^msg_/),
      provider: 'resend',
      messageId: '56761188-7520-42d8-8898-ff6fc54ce618',
      recipient: 'delivered@resend.dev',
      timestamp: new Date('2023-11-22T23:41:12.126Z'),
      raw: { type },
    });
  });

  it('has the tags of the message, which are its metadata too', async () => {
    const event = await parse('email.sent', { ...common, tags: { category: 'confirm_email', order: '17' } });
    expect(event).toMatchObject({
      tags: [
        { name: 'category', value: 'confirm_email' },
        { name: 'order', value: '17' },
      ],
      metadata: { category: 'confirm_email', order: '17' },
    });
  });

  it('does not name a recipient when there are several', async () => {
    const event = await parse('email.opened', { ...common, to: ['a@b.dev', 'c@d.dev'] });
    expect(event).toMatchObject({ type: 'opened', recipient: undefined });
  });

  it.each([
    ['Permanent', 'NoEmail', 'hard', 'unknown-user'],
    ['Permanent', 'General', 'hard', 'other'],
    ['Transient', 'MailboxFull', 'soft', 'mailbox-full'],
    ['Transient', 'MessageTooLarge', 'soft', 'policy'],
    ['Transient', 'ContentRejected', 'soft', 'spam-content'],
    ['Transient', 'AttachmentRejected', 'soft', 'policy'],
    ['Undetermined', 'Undetermined', 'undetermined', undefined],
  ])('says why a mail came back: %s, %s', async (type, subType, expected, category) => {
    const diagnosticCode = ['smtp; 550 5.1.1 no such user'];
    const bounce = { type, subType, message: 'The account does not exist.', diagnosticCode };
    const event = await parse('email.bounced', { ...common, bounce });
    expect(event?.bounce).toEqual({
      class: expected,
      ...(category === undefined ? {} : { category }),
      smtpCode: '550',
      enhancedCode: '5.1.1',
      diagnostic: 'smtp; 550 5.1.1 no such user',
    });
  });

  it('says why a mail was not sent', async () => {
    const failed = await parse('email.failed', { ...common, failed: { reason: 'reached_daily_quota' } });
    expect(failed?.bounce).toEqual({ class: 'undetermined', diagnostic: 'reached_daily_quota' });
    const suppressed = { message: 'On the list.', type: 'OnAccountSuppressionList' };
    expect((await parse('email.suppressed', { ...common, suppressed }))?.bounce).toEqual({
      class: 'undetermined',
      category: 'blocked',
      diagnostic: 'On the list.',
    });
  });

  it('has the clicked address and the program', async () => {
    const click = {
      ipAddress: '122.115.53.11',
      link: 'https://resend.com',
      timestamp: '2024-11-24T05:00:57.163Z',
      userAgent: 'Mozilla/5.0',
    };
    expect(await parse('email.clicked', { ...common, click })).toMatchObject({
      click: { url: 'https://resend.com' },
      client: { ip: '122.115.53.11', userAgent: 'Mozilla/5.0' },
    });
  });

  it('of a contact is any change of it, and no subscription', async () => {
    const contact = { id: 'c1', email: 'bob@example.com', first_name: 'Bob', unsubscribed: true };
    expect(await parse('contact.updated', contact)).toMatchObject({
      type: 'unknown',
      recipient: 'bob@example.com',
    });
  });

  it('without a type is unknown', async () => {
    const runtime = createManualRuntime();
    const driver = resend({ apiKey: 're_good', webhookSecret: secret });
    const email = createEmailClient({ driver, runtime });
    for (const body of ['{}', '<html>', '{"type":5}']) {
      const { headers } = await webhookScheme.sign(body, { secret, nowMs: runtime.now() });
      expect((await email.webhooks.parse({ headers, body })).events).toMatchObject([{ type: 'unknown' }]);
    }
  });

  it('is refused when it is forged', async () => {
    const driver = resend({ apiKey: 're_good', webhookSecret: secret });
    const email = createEmailClient({ driver });
    const request = { headers: {}, body: '{}' };
    await expect(email.webhooks.parse(request)).rejects.toMatchObject({ code: 'webhook-signature' });
  });
});
