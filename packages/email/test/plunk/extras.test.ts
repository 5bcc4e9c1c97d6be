import type { ServiceResponse } from '@org/core';
import { textAt } from '@org/core/driver';
import { createFakeTransport } from '@org/core/testing';
import { createEmailClient } from '@org/email';
import { plunk, plunkApi } from '@org/email/plunk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../../sandbox/src/mail/service/service.ts';

let service: MailService;
beforeEach(async () => {
  service = await startMailService({ strict: true });
});
afterEach(() => service.close());

function open() {
  const { apiUrl: baseUrl, apiKey } = service;
  const email = createEmailClient({ driver: plunk({ apiKey, baseUrl }) });
  return { email, ...plunkApi(email) };
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

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

/** The requests of the recipe in packages/email/docs/plunk.md, beyond what its program does. */
describe('segments, campaigns and events as requests', () => {
  const post = (path: string, json: object = {}) => ({ method: 'POST', path, json }) as const;
  const content = { name: 'March', subject: 'Hello {{firstName}}', body: '<p>Hi</p>', from: 'ann@acme.dev' };
  const idIn = (response: ServiceResponse) => textAt(response.json(), 'data', 'id') ?? '';

  it('a campaign reaches the subscribed members of its segment, once', async () => {
    const { email } = open();
    for (const [name, subscribed] of [
      ['bob', true],
      ['cat', true],
      ['dan', false],
    ] as const)
      await email.contacts.upsert({ email: `${name}@example.com`, subscribed, fields: { firstName: name } });
    const segment = await email.request(post('/segments', { name: 'Beta', type: 'STATIC' }));
    const segmentId = textAt(segment.json(), 'id') ?? '';
    const emails = ['bob@example.com', 'dan@example.com'];
    await email.request(post(`/segments/${segmentId}/members`, { emails }));
    const campaign = { ...content, audienceType: 'SEGMENT', segmentId };
    const id = idIn(await email.request(post('/campaigns', campaign)));
    await email.request(post(`/campaigns/${id}/send`));
    const sent = service.mailbox.list().map(({ envelope, parsed }) => [envelope.to, parsed.subject]);
    expect(sent).toEqual([[['bob@example.com'], 'Hello bob']]);
    await expect(email.request(post(`/campaigns/${id}/send`))).rejects.toMatchObject({
      code: 'bad-request',
      outcome: 'not-sent',
    });
  });

  it('a campaign for later can be cancelled', async () => {
    const { email } = open();
    const id = idIn(await email.request(post('/campaigns', { ...content, audienceType: 'ALL' })));
    await email.request(post(`/campaigns/${id}/send`, { scheduledFor: '2030-01-02T03:04:05Z' }));
    const cancelled = await email.request(post(`/campaigns/${id}/cancel`));
    expect(textAt(cancelled.json(), 'data', 'status')).toBe('CANCELLED');
    expect(service.mailbox.list()).toEqual([]);
  });

  it('E5: a campaign is never sent twice when the response is lost', async () => {
    const transport = createFakeTransport([{ answer: lost() }]);
    const email = createEmailClient({ driver: plunk({ apiKey: 'sk_x' }), transport });
    await expect(email.request(post('/campaigns/k1/send'))).rejects.toMatchObject({ outcome: 'unknown' });
    expect(transport.requests).toHaveLength(1);
  });

  it('E5: an event is tracked once when the response is lost', async () => {
    const reused = { code: 'IDEMPOTENCY_KEY_REUSED', details: { key: 'k', originalStatusCode: 200 } };
    const transport = createFakeTransport([
      { when: { nth: 1 }, answer: lost() },
      { answer: { status: 409, json: { success: false, error: reused } } },
    ]);
    const events = createEmailClient({
      driver: plunk({ apiKey: 'pk_x' }),
      transport,
      retry: { baseMs: 1 },
    });
    const event = post('/v1/track', { event: 'signup', email: 'bob@example.com' });
    // Plunk has the event: a 409 of a known key is its answer to a repeated one.
    const known = { code: 'conflict', status: 409 };
    await expect(events.request({ ...event, safety: 'keyed' })).rejects.toMatchObject(known);
    const [first, second] = transport.requests.map(({ headers }) => headers.get('idempotency-key'));
    expect([second, typeof first]).toEqual([first, 'string']);
  });
});

const lost = () => Object.assign(new Error('reset'), { code: 'ECONNRESET' });
