import { createEmailClient } from '@org/email';
import { mailersend } from '@org/email/mailersend';
import { signTestWebhook } from '@org/email/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sentWebhook, signature, signingSecret } from './vector.ts';

const driver = mailersend({ apiKey: 'mlsn.test', webhookSecret: [signingSecret, 'older'] });
const email = createEmailClient({ driver });
const parse = async (body: string | Uint8Array, headers: Record<string, string>) =>
  (await email.webhooks.parse({ headers, body })).events;
const refused = { code: 'webhook-signature' };

describe('security: webhooks of mailersend', () => {
  it("E8: accepts MailerSend's own vector", async () => {
    expect(await parse(sentWebhook, { Signature: signature })).toEqual([
      {
        provider: 'mailersend',
        type: 'sent',
        id: '631a6250bd4f6bd6844a2307',
        messageId: '631a6250bd4f6bd6844a2307',
        recipient: 'test@test.com',
        timestamp: new Date('2022-09-08T20:06:12.051Z'),
        raw: JSON.parse(sentWebhook),
      },
    ]);
    expect(await parse(sentWebhook, { signature: signature.toUpperCase() })).toHaveLength(1);
  });

  it.each<[string, string, Record<string, string>]>([
    ['no header', sentWebhook, {}],
    ['an empty header', sentWebhook, { signature: '' }],
    ['half a signature', sentWebhook, { signature: signature.slice(0, 32) }],
    ['a longer signature', sentWebhook, { signature: `${signature}00` }],
    ['another scheme', sentWebhook, { signature: `sha256=${signature}` }],
    ['a changed byte', sentWebhook.replace('sent', 'senT'), { signature }],
    ['JSON that was written again', JSON.stringify(JSON.parse(sentWebhook)), { signature }],
  ])('E8: refuses %s', async (_what, body, headers) => {
    await expect(parse(body, headers)).rejects.toMatchObject(refused);
  });

  it('E8: accepts no mutation of body or signature', async () => {
    const bytes = new TextEncoder().encode(sentWebhook);
    const changedBody = fc
      .tuple(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }))
      .map(([at, bits]) => ({
        body: bytes.map((byte, index) => (index === at ? byte ^ bits : byte)),
        signature,
      }));
    const changedSignature = fc
      .tuple(fc.nat(63), fc.nat(2), fc.string({ maxLength: 3 }))
      .map(([at, gone, added]) => signature.slice(0, at) + added + signature.slice(at + gone))
      .filter((text) => text.toLowerCase() !== signature && /^[\x20-\x7e]*$/.test(text))
      .map((text) => ({ body: bytes, signature: text }));
    await fc.assert(
      fc.asyncProperty(fc.oneof(changedBody, changedSignature), async ({ body, signature: given }) => {
        await expect(parse(body, { signature: given })).rejects.toMatchObject(refused);
      }),
      { numRuns: 3_000 },
    );
  });

  it('accepts the older secret during a rotation', async () => {
    const request = await signTestWebhook(driver, sentWebhook, { secret: 'older' });
    expect((await email.webhooks.parse(request)).events).toHaveLength(1);
  });
});

describe('mailersend: events', () => {
  const payload = JSON.parse(sentWebhook);
  const read = async (type: string, morph: object | null = null, tags: readonly string[] | null = null) => {
    const data = { ...payload.data, morph, email: { ...payload.data.email, tags } };
    return (await email.webhooks.parse(await signTestWebhook(driver, { ...payload, type, data }))).events;
  };

  it.each<[string, string, object?]>([
    ['activity.sent', 'sent'],
    ['activity.delivered', 'delivered'],
    ['activity.deferred', 'deferred', { class: 'soft', diagnostic: 'Full' }],
    ['activity.soft_bounced', 'bounced', { class: 'soft', diagnostic: 'Full' }],
    ['activity.hard_bounced', 'bounced', { class: 'hard', diagnostic: 'Full' }],
    ['activity.opened', 'opened'],
    ['activity.opened_unique', 'opened'],
    ['activity.clicked', 'clicked'],
    ['activity.clicked_unique', 'clicked'],
    ['activity.unsubscribed', 'unsubscribed'],
    ['activity.spam_complaint', 'complained'],
    ['activity.suppressed', 'suppressed', { category: 'blocked', diagnostic: 'Full' }],
    ['activity.survey_opened', 'unknown'],
    ['a.new_event', 'unknown'],
  ])('%s is %s', async (name, type, bounce) => {
    const [event] = await read(name, { object: 'x', reason: 'r', readable_reason: 'Full' });
    expect(event).toMatchObject({ type, ...(bounce ? { bounce } : {}) });
  });

  it('have the click, the client and the tags', async () => {
    const [event] = await read('activity.clicked', { url: 'https://acme.dev/a', ip: '192.0.2.1' }, [
      'spring',
    ]);
    expect(event).toMatchObject({
      click: { url: 'https://acme.dev/a' },
      client: { ip: '192.0.2.1' },
      tags: [{ name: 'spring' }],
    });
  });

  const light = {
    id: '77b1',
    domain_id: 'dom1',
    message_id: '77a0',
    email_id: '77a5',
    type: 'clicked',
    subject: 'Hi',
    email: 'bob@example.com',
    tags: ['spring'],
    meta: { url: 'https://acme.dev/a', ip: '192.0.2.1' },
  };

  it('of version 2 have everything, too', async () => {
    const webhook = { type: 'activity.clicked', created_at: '2026-08-05T21:23:54.000000Z', data: light };
    expect((await email.webhooks.parse(await signTestWebhook(driver, webhook))).events).toEqual([
      {
        provider: 'mailersend',
        type: 'clicked',
        id: '77b1',
        messageId: '77a0',
        recipient: 'bob@example.com',
        timestamp: new Date('2026-08-05T21:23:54Z'),
        click: { url: 'https://acme.dev/a' },
        client: { ip: '192.0.2.1' },
        tags: [{ name: 'spring' }],
        raw: webhook,
      },
    ]);
    const plain = { ...webhook, type: 'activity.sent', data: { ...light, tags: [], meta: [] } };
    const [sent] = (await email.webhooks.parse(await signTestWebhook(driver, plain))).events;
    expect([sent?.type, sent?.messageId, sent?.tags, sent?.client]).toEqual([
      'sent',
      '77a0',
      undefined,
      undefined,
    ]);
  });

  it('of version 2 have the reason of a failure', async () => {
    const data = { ...light, meta: { reason: 'mailbox full' } };
    const webhook = { type: 'activity.soft_bounced', created_at: '2026-08-05T21:23:54Z', data };
    expect((await email.webhooks.parse(await signTestWebhook(driver, webhook))).events).toMatchObject([
      { type: 'bounced', bounce: { class: 'soft', diagnostic: 'mailbox full' } },
    ]);
  });

  it('of a mail that arrived have its envelope recipient', async () => {
    const to = (...emails: string[]) => ({ rcptTo: emails.map((address) => ({ email: address })) });
    const read = async (recipients: object) => {
      const data = { object: 'message', id: '66c1', recipients, created_at: '2026-03-04T02:22:15Z' };
      const webhook = { type: 'inbound.message', created_at: '2026-03-04T02:22:16Z', data };
      return (await email.webhooks.parse(await signTestWebhook(driver, webhook))).events;
    };
    const arrived = { type: 'inbound', id: '66c1', messageId: '66c1' };
    expect(await read(to('orders@acme.dev'))).toMatchObject([{ ...arrived, recipient: 'orders@acme.dev' }]);
    expect(await read(to('a@acme.dev', 'b@acme.dev'))).toMatchObject([{ ...arrived, recipient: undefined }]);
  });

  it('an event that is not about a mail is unknown, with an id that stays the same', async () => {
    const maintenance = { type: 'maintenance.start', created_at: '2026-11-22T10:00:00.000000Z' };
    const once = async () => (await email.webhooks.parse(await signTestWebhook(driver, maintenance))).events;
    const [[first], [second]] = [await once(), await once()];
    expect(first).toMatchObject({ type: 'unknown', id: second?.id, raw: maintenance });
  });

  it('a test of the address is not an event, and another form is unknown', async () => {
    const test = await signTestWebhook(driver, { type: 'webhook.test' });
    expect((await email.webhooks.parse(test)).events).toEqual([]);
    for (const body of ['{}', 'x', '7']) {
      const odd = await email.webhooks.parse(await signTestWebhook(driver, body));
      expect(odd.events).toMatchObject([{ type: 'unknown' }]);
    }
  });

  it.each(['2026-09-22 10:11:12', '2026-09-22T10:11:12Z'])('have the time %s, in UTC', async (time) => {
    const data = { ...payload.data, created_at: time };
    const {
      events: [event],
    } = await email.webhooks.parse(await signTestWebhook(driver, { ...payload, data }));
    expect(event?.timestamp).toEqual(new Date('2026-09-22T10:11:12Z'));
  });
});
