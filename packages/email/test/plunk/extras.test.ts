import { createFakeTransport } from '@org/core/testing';
import { createEmailClient } from '@org/email';
import { createPlunkTracker, type PlunkCampaignInput, plunk, plunkApi } from '@org/email/plunk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../../sandbox/src/mail/service/service.ts';

let service: MailService;
beforeEach(async () => {
  service = await startMailService({ strict: true });
});
afterEach(() => service.close());

function open() {
  const { apiUrl: baseUrl, apiKey, publicKey } = service;
  const email = createEmailClient({ driver: plunk({ apiKey, baseUrl }) });
  return { email, ...plunkApi(email), tracker: createPlunkTracker({ publicKey, baseUrl }) };
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const draft: PlunkCampaignInput = {
  name: 'March',
  subject: 'Hello {{firstName}}',
  html: '<p>Hello {{firstName}}</p>',
  from: 'Ann <ann@acme.dev>',
  audience: 'all',
};

describe('verify', () => {
  it('reads the documented answer', async () => {
    const { verify } = open();
    expect(await verify('user@gmial.com')).toEqual({
      email: 'user@gmial.com',
      valid: false,
      isDisposable: false,
      isAlias: false,
      isTypo: true,
      isPlusAddressed: false,
      isPersonalEmail: false,
      domainExists: false,
      hasWebsite: false,
      hasMxRecords: false,
      suggestedEmail: 'user@gmail.com',
      reasons: [
        'Possible typo detected, did you mean gmail.com?',
        'Domain does not exist (no nameservers found)',
      ],
    });
    expect(await verify('user@gmail.com')).not.toHaveProperty('suggestedEmail');
    await expect(verify('nobody')).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('reports an answer in another form', async () => {
    const transport = createFakeTransport([{ answer: { json: { success: true } } }]);
    const { verify } = plunkApi(createEmailClient({ driver: plunk({ apiKey: 'sk_x' }), transport }));
    await expect(verify('user@gmail.com')).rejects.toMatchObject({
      code: 'response-format',
      message: expect.stringContaining('POST /v1/verify'),
    });
  });
});

describe('contacts', () => {
  it('are found by their addresses', async () => {
    const { email, contacts } = open();
    const { contact } = await email.contacts.upsert({ email: 'bob@example.com' });
    await email.contacts.upsert({ email: 'bigbob@example.com' });
    expect(await contacts.findByEmail('Bob@example.com')).toEqual(contact);
    expect(await contacts.findByEmail('bo@example.com')).toBeUndefined();
    const many = Array.from({ length: 600 }, (_, index) => `b${index}@example.com`);
    const { found, notFound } = await contacts.lookUp([...many, 'bob@example.com']);
    expect([found, notFound.length]).toEqual([['bob@example.com'], 600]);
  });

  it('are changed and deleted in bulk', async () => {
    const { email, contacts } = open();
    const ids: string[] = [];
    for (const name of ['bob', 'cat'])
      ids.push((await email.contacts.upsert({ email: `${name}@example.com` })).contact?.id ?? '');
    await email.contacts.update(ids[0] ?? '', { subscribed: false });
    const run = async (action: 'subscribe' | 'unsubscribe' | 'delete', given: string[]) => {
      const { state, jobId = '' } = await contacts[action](given);
      return [state, await contacts.bulkStatus(jobId)];
    };
    const done = { jobId: expect.any(String), state: 'done' };
    expect(await run('subscribe', ids)).toEqual([
      'pending',
      { ...done, changed: 1, unchanged: 1, failed: 0 },
    ]);
    expect(await run('unsubscribe', [...ids, 'x'])).toMatchObject(['pending', { changed: 2, failed: 1 }]);
    expect(await run('delete', ids)).toMatchObject(['pending', { changed: 2 }]);
    expect(await all(email.contacts.list())).toEqual([]);
    await expect(contacts.bulkStatus('bulk-x')).rejects.toMatchObject({ code: 'not-found' });
    await expect(contacts.delete([])).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(contacts.delete(Array(1_001).fill('x'))).rejects.toMatchObject({ code: 'invalid-input' });
  });
});

describe('campaigns', () => {
  it('are created, changed, listed, copied and deleted', async () => {
    const { campaigns } = open();
    const created = await campaigns.create(draft);
    expect(created).toMatchObject({
      name: 'March',
      status: 'draft',
      audience: 'all',
      kind: 'marketing',
      from: { address: 'ann@acme.dev', name: 'Ann' },
    });
    const changed = await campaigns.update(created.id, { subject: 'Hi' });
    expect(changed).toMatchObject({ id: created.id, name: 'March', subject: 'Hi' });
    const copy = await campaigns.duplicate(created.id);
    expect([copy.id === created.id, copy.subject]).toEqual([false, 'Hi']);
    const listed = await all(campaigns.list({ pageSize: 1, search: 'march', status: 'draft' }));
    expect(listed.map(({ id }) => id)).toEqual([copy.id, created.id]);
    await campaigns.delete(copy.id);
    await expect(campaigns.get(copy.id)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('reach the subscribed contacts of their audience, once', async () => {
    const { email, campaigns } = open();
    for (const [name, subscribed] of [
      ['bob', true],
      ['cat', true],
      ['dan', false],
    ] as const)
      await email.contacts.upsert({ email: `${name}@example.com`, subscribed, fields: { firstName: name } });
    const { id: segmentId } = await email.lists.create({ name: 'Beta' });
    await email.lists.addMembers(segmentId, ['bob@example.com', 'dan@example.com']);
    const { id } = await campaigns.create({ ...draft, audience: { segmentId } });
    expect((await campaigns.get(id)).audience).toEqual({ segmentId });
    await campaigns.sendTest(id, 'ann@acme.dev');
    expect(await campaigns.send(id)).toMatchObject({ status: 'sent', sentAt: expect.any(Date) });
    expect(service.mailbox.list().map(({ envelope, parsed }) => [envelope.to, parsed.subject])).toEqual(
      expect.arrayContaining([
        [['ann@acme.dev'], '[TEST] Hello'],
        [['bob@example.com'], 'Hello bob'],
      ]),
    );
    expect(service.mailbox.list()).toHaveLength(2);
    expect(await campaigns.stats(id)).toMatchObject({ recipients: 1, sent: 1, delivered: 1, opened: 0 });
    await expect(campaigns.send(id)).rejects.toMatchObject({ code: 'bad-request', outcome: 'not-sent' });
  });

  it('are scheduled and cancelled', async () => {
    const { email, campaigns } = open();
    await email.contacts.upsert({ email: 'bob@example.com' });
    const { id } = await campaigns.create(draft);
    const sendAt = new Date('2030-01-02T03:04:05Z');
    expect(await campaigns.send(id, { sendAt })).toMatchObject({ status: 'scheduled', sendAt });
    expect(await campaigns.cancel(id)).toMatchObject({ status: 'cancelled' });
    expect(service.mailbox.list()).toEqual([]);
  });

  it('take conditions, and refuse a campaign that is not complete', async () => {
    const transport = createFakeTransport([{ answer: { json: { data: { id: 'k1', name: 'March' } } } }]);
    const client = createEmailClient({ driver: plunk({ apiKey: 'sk_x' }), transport });
    const { campaigns } = plunkApi(client);
    const filter = { field: 'data.plan', operator: 'equals', value: 'premium' } as const;
    const condition = { logic: 'AND', groups: [{ filters: [filter] }] } as const;
    expect(await campaigns.create({ ...draft, audience: { condition } })).toEqual({
      id: 'k1',
      name: 'March',
      status: 'unknown',
    });
    expect(transport.requests[0]?.json()).toEqual({
      name: 'March',
      subject: 'Hello {{firstName}}',
      body: '<p>Hello {{firstName}}</p>',
      from: 'ann@acme.dev',
      fromName: 'Ann',
      audienceType: 'FILTERED',
      audienceCondition: condition,
    });
    for (const wrong of [{ audience: undefined }, { audience: 'some' }, { from: 'ann' }, { text: 'Hi' }])
      await expect(campaigns.create({ ...draft, ...wrong } as never)).rejects.toMatchObject({
        code: 'invalid-input',
      });
    expect(transport.requests).toHaveLength(1);
  });

  it('E5: are never sent twice when the response is lost', async () => {
    const transport = createFakeTransport([
      { answer: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) },
    ]);
    const client = createEmailClient({ driver: plunk({ apiKey: 'sk_x' }), transport });
    await expect(plunkApi(client).campaigns.send('k1')).rejects.toMatchObject({ outcome: 'unknown' });
    expect(transport.requests).toHaveLength(1);
  });
});

describe('a tracker', () => {
  it('reports an event with the public key, and stores the fields', async () => {
    const { email, tracker } = open();
    const event = { event: 'purchase', email: 'bob@example.com', fields: { plan: 'pro' } };
    const tracked = await tracker.track({ ...event, variables: { orderId: '17' } });
    expect(tracked).toEqual({
      id: expect.any(String),
      contactId: expect.any(String),
      timestamp: expect.any(Date),
      replayed: false,
    });
    const [contact] = await all(email.contacts.list());
    expect(contact).toMatchObject({ id: tracked.contactId, subscribed: true, fields: { plan: 'pro' } });
    await tracker.close();
  });

  it('posts the documented body', async () => {
    const transport = createFakeTransport([{ answer: { json: { success: true, data: { event: 'v1' } } } }]);
    const tracker = createPlunkTracker({ publicKey: 'pk_x', transport });
    await tracker.track(
      {
        event: 'signup',
        email: 'bob@example.com',
        subscribed: false,
        keepSubscription: true,
        fields: { plan: 'pro', old: null },
        variables: { code: 17 },
      },
      { idempotencyKey: 'signup-17' },
    );
    const [request] = transport.requests;
    expect(request?.headers.get('authorization')).toBe('Bearer pk_x');
    expect(request?.headers.get('idempotency-key')).toBe('signup-17');
    expect(request?.json()).toEqual({
      event: 'signup',
      email: 'bob@example.com',
      subscribed: false,
      preserveExistingSubscription: true,
      data: { plan: 'pro', old: null, code: { value: 17, persistent: false } },
    });
  });

  it.each([
    ['a name of Plunk', { variables: { unsubscribeUrl: 'x' } }],
    ['a name in both', { fields: { plan: 'a' }, variables: { plan: 'b' } }],
    ['no address', { email: 'nobody' }],
    ['a field that it does not know', { data: {} }],
  ])('refuses %s, before anything is sent', async (_what, change) => {
    const transport = createFakeTransport();
    const tracker = createPlunkTracker({ publicKey: 'pk_x', transport });
    const event = { event: 'signup', email: 'bob@example.com', ...change };
    await expect(tracker.track(event)).rejects.toMatchObject({ code: 'invalid-input', outcome: 'not-sent' });
    expect(transport.requests).toEqual([]);
  });

  it('reports the reserved names and the wrong key of the service', async () => {
    const { tracker } = open();
    const event = { event: 'email.sent', email: 'bob@example.com' };
    await expect(tracker.track(event)).rejects.toMatchObject({
      code: 'bad-request',
      issues: [{ path: 'event' }],
    });
    const stranger = createPlunkTracker({ publicKey: service.apiKey, baseUrl: service.apiUrl });
    await expect(stranger.track({ ...event, event: 'signup' })).rejects.toMatchObject({
      code: 'authentication',
    });
  });

  it('E5: tracks once when the response is lost', async () => {
    const reused = { code: 'IDEMPOTENCY_KEY_REUSED', details: { key: 'k', originalStatusCode: 200 } };
    const transport = createFakeTransport([
      { when: { nth: 1 }, answer: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) },
      { answer: { status: 409, json: { success: false, error: reused } } },
    ]);
    const tracker = createPlunkTracker({ publicKey: 'pk_x', transport, retry: { baseMs: 1 } });
    expect(await tracker.track({ event: 'signup', email: 'bob@example.com' })).toEqual({ replayed: true });
    const [first, second] = transport.requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(second).toBe(first);
  });
});
