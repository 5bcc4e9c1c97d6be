import { createLiveSecrets } from '@org/core/webhooks';
import { createEmailClient, memoryReplayStore, type ReplayStore } from '@org/email';
import { elasticemail } from '@org/email/elasticemail';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { webhookScheme } from '../../src/drivers/elasticemail/webhooks.ts';
import { transaction } from './client.ts';

const driver = elasticemail({ apiKey: 'x', webhookSecret: ['chosen-by-us', 'chosen-before'] });
const url = 'https://acme.dev/webhooks/elastic';

// "Notification Settings" of Elastic Email's help: the parameters of every notification.
const parameters = {
  from: 'ann@acme.dev',
  to: 'bob@example.com',
  date: '2/21/2030 04:17:27 PM',
  subject: 'Hi',
  status: 'Sent',
  channel: 'news',
  account: 'ann@acme.dev',
  category: 'Unknown',
  messageid: 'GruPGipsdsy31TIhv3CArg2',
  transaction,
};

function notify(fields: Record<string, string>, token = 'chosen-by-us'): Request {
  return new Request(`${url}?${new URLSearchParams({ token, ...parameters, ...fields })}`);
}

async function read(request: Request) {
  return (await createEmailClient({ driver }).webhooks.parse(request)).events;
}

describe('security: a webhook of Elastic Email', () => {
  it.each(['chosen-by-us', 'chosen-before'])('is genuine with the secret %s in its URL', async (token) => {
    expect(await read(notify({}, token))).toHaveLength(1);
  });

  it.each(['', 'chosen-by-them', 'chosen-by-u', 'chosen-by-us '])('is refused with %j', async (token) => {
    await expect(read(notify({}, token))).rejects.toMatchObject({ code: 'webhook-signature' });
  });

  it('E8: accepts no other token, and never throws', async () => {
    const secrets = createLiveSecrets(['chosen-by-us']);
    const context = { secrets, nowMs: 0, toleranceMs: 1, getText: async () => '' };
    const other = fc.string().filter((token) => token !== 'chosen-by-us');
    await fc.assert(
      fc.asyncProperty(other, fc.uint8Array(), fc.string(), async (token, bytes, header) => {
        const query = new URLSearchParams({ token });
        const text = new TextDecoder().decode(bytes);
        const webhook = { bytes, text, header: () => header, url: '', query };
        expect((await webhookScheme.verify(webhook, context)).genuine).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is handled once, although a GET has no body', async () => {
    const claimed: string[] = [];
    const store = memoryReplayStore();
    const replayStore: ReplayStore = {
      ...store,
      claim(id, owner, leaseMs) {
        claimed.push(id);
        return store.claim(id, owner, leaseMs);
      },
    };
    const email = createEmailClient({ driver, webhooks: { replayStore } });
    await (await email.webhooks.parse(notify({}))).settle();
    await (await email.webhooks.parse(notify({ status: 'Opened' }))).settle();
    const again = email.webhooks.parse(notify({}, 'chosen-before'));
    await expect(again).rejects.toMatchObject({ code: 'webhook-replayed' });
    expect(claimed.join()).not.toContain('chosen');
  });
});

describe('the events of Elastic Email', () => {
  it('have ids, recipient, time in UTC and channel', async () => {
    const [event] = await read(notify({}));
    expect(event).toMatchObject({
      type: 'sent',
      provider: 'elasticemail',
      messageId: 'GruPGipsdsy31TIhv3CArg2',
      recipient: 'bob@example.com',
      timestamp: new Date('2030-02-21T16:17:27Z'),
      tags: [{ name: 'news' }],
      bounce: undefined,
      raw: parameters,
    });
    expect((await read(notify({})))[0]?.id).toBe(event?.id);
    expect((await read(notify({ to: 'cat@example.com' })))[0]?.id).not.toBe(event?.id);
  });

  it.each<[Record<string, string>, object]>([
    [{ status: 'Opened' }, { type: 'opened' }],
    [
      { status: 'Clicked', target: 'https://acme.dev/' },
      { type: 'clicked', click: { url: 'https://acme.dev/' } },
    ],
    [{ status: 'AbuseReport' }, { type: 'complained' }],
    [{ status: 'Unsubscribed' }, { type: 'unsubscribed' }],
    [{ status: 'Teleported' }, { type: 'unknown' }],
    [{ status: 'constructor' }, { type: 'unknown' }],
    [{ status: 'Sent', messageid: '' }, { messageId: transaction }],
    [{ status: 'Sent', date: '2030-02-21 16:17:27' }, { timestamp: new Date('2030-02-21T16:17:27Z') }],
    [{ status: 'Sent', date: '12/1/2030 12:00:01 AM' }, { timestamp: new Date('2030-12-01T00:00:01Z') }],
    [{ status: 'Sent', postback: '{"order":"17"}' }, { metadata: { order: '17' } }],
    [{ status: 'Sent', postback: 'order-17' }, { metadata: { postback: 'order-17' } }],
  ])('have one vocabulary: %o', async (fields, expected) => {
    expect(await read(notify(fields))).toMatchObject([expected]);
  });

  it.each([
    ['NoMailbox', 'bounced', 'hard', 'unknown-user'],
    ['Spam', 'bounced', 'soft', 'spam-content'],
    ['ContentFilter', 'bounced', 'soft', 'spam-content'],
    ['BlackListed', 'bounced', 'soft', 'blocked'],
    ['SPFProblem', 'bounced', 'soft', 'policy'],
    ['WhitelistingProblem', 'bounced', 'soft', 'policy'],
    ['AccountProblem', 'bounced', 'soft', 'other'],
    ['GreyListed', 'deferred', 'soft', 'other'],
    ['Throttled', 'deferred', 'soft', 'other'],
    ['Timeout', 'deferred', 'soft', 'timeout'],
    ['ConnectionProblem', 'deferred', 'soft', 'other'],
    ['ConnectionTerminated', 'deferred', 'soft', 'other'],
    ['ManualCancel', 'failed', 'undetermined', undefined],
    ['CodeError', 'failed', 'undetermined', undefined],
    ['NotDelivered', 'bounced', 'undetermined', undefined],
    ['Unknown', 'bounced', 'undetermined', undefined],
  ])('have the category of a bounce: %s is %s', async (category, type, kind, reason) => {
    const events = await read(notify({ status: 'Error', category }));
    expect(events).toMatchObject([{ type, bounce: { class: kind, category: reason } }]);
  });

  it('also come as JSON, with keys in any case', async () => {
    const body = JSON.stringify({ Status: 'Opened', MessageID: 'm1', To: 'bob@example.com', count: 1 });
    const events = await read(new Request(`${url}?token=chosen-by-us`, { method: 'POST', body }));
    expect(events).toMatchObject([{ type: 'opened', messageId: 'm1', recipient: 'bob@example.com' }]);
  });

  it('also come as a form', async () => {
    const body = new URLSearchParams({ status: 'Opened', messageid: 'm1', to: 'bob@example.com' });
    const events = await read(new Request(`${url}?token=chosen-by-us`, { method: 'POST', body }));
    expect(events).toMatchObject([{ type: 'opened', messageId: 'm1', recipient: 'bob@example.com' }]);
  });

  it.each(['7', 'null', '<html>'])('are unknown in a body of another form: %s', async (body) => {
    const events = await read(new Request(`${url}?token=chosen-by-us`, { method: 'POST', body }));
    expect(events).toMatchObject([{ type: 'unknown' }]);
  });
});
