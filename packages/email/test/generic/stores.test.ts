import { createFakeTransport, type FakeHttpAnswer } from '@org/core/testing';
import { createEmailClient } from '@org/email';
import { generic } from '@org/email/generic';
import { describe, expect, it } from 'vitest';
import { acme } from './acme.ts';

function createClient(...answers: readonly FakeHttpAnswer[]) {
  const transport = createFakeTransport(
    answers.map((answer, index) => ({ when: { nth: index + 1 }, answer })),
  );
  const email = createEmailClient({ driver: generic(acme, { apiKey: 'key' }), transport, limiter: false });
  const sent = () =>
    transport.requests.map(({ method, url, body, json }) => [
      `${method} ${url.pathname}${url.search}`,
      ...(body.length === 0 ? [] : [json()]),
    ]);
  return { email, sent };
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe('stores as the table has them', () => {
  it('has the fields of a template at their places', async () => {
    const wire = { id: 7, title: 'Hi', content: { subject: 'S', html: 'H', text: 'T' }, created: 1.7e9 };
    const { email, sent } = createClient({ status: 201, json: { data: wire } });
    const input = { name: 'Hi', subject: 'S', html: 'H', text: 'T' };
    const createdAt = new Date(1.7e12);
    expect(await email.templates.create(input)).toEqual({ id: '7', ...input, createdAt });
    const content = { subject: 'S', html: 'H', text: 'T' };
    expect(sent()).toEqual([['POST /v1/templates', { title: 'Hi', content }]]);
  });

  it('counts pages until one is not full', async () => {
    const page = (...ids: readonly number[]) => ({ json: { data: ids.map((id) => ({ id, title: 'a' })) } });
    const { email, sent } = createClient(page(1, 2), page(3));
    const listed = await collect(email.templates.list({ pageSize: 2, search: 'a b' }));
    expect(listed.map(({ id }) => id)).toEqual(['1', '2', '3']);
    expect(sent()).toEqual([
      ['GET /v1/templates?q=a+b&per_page=2'],
      ['GET /v1/templates?q=a+b&page=2&per_page=2'],
    ]);
  });

  it('follows cursors', async () => {
    const contact = { uid: 'a', email: 'a@b.dev', opt_in: false, custom: { plan: 'free' } };
    const { email, sent } = createClient(
      { json: { contacts: [contact], next: 'n1' } },
      { json: { contacts: [{ uid: 'b', email: 'b@b.dev' }], next: null } },
    );
    expect(await collect(email.contacts.list())).toEqual([
      { id: 'a', email: 'a@b.dev', subscribed: false, fields: { plan: 'free' } },
      { id: 'b', email: 'b@b.dev', fields: {} },
    ]);
    expect(sent()).toEqual([['GET /v1/contacts'], ['GET /v1/contacts?after=n1']]);
  });

  it('counts items, and knows reasons', async () => {
    const { email, sent } = createClient(
      { json: [{ address: 'a@b.dev', why: 'bounce', at: '2026-01-02T03:04:05Z' }] },
      { json: [{ address: 'c@b.dev', why: 'new' }] },
      { json: [] },
    );
    const listed = await collect(email.suppressions.list({ pageSize: 1, reason: 'hard-bounce' }));
    const common = { scope: 'account', removable: true };
    expect(listed).toEqual([
      { email: 'a@b.dev', reason: 'hard-bounce', createdAt: new Date('2026-01-02T03:04:05Z'), ...common },
      { email: 'c@b.dev', reason: 'other', ...common },
    ]);
    expect(sent().map(([line]) => line)).toEqual([
      'GET /v1/blocked?why=bounce&take=1',
      'GET /v1/blocked?why=bounce&skip=1&take=1',
      'GET /v1/blocked?why=bounce&skip=2&take=1',
    ]);
  });

  it.each<[string, (email: ReturnType<typeof createClient>['email']) => Promise<unknown>]>([
    [
      'a sender of a template',
      (email) => email.templates.create({ name: 'a', subject: 'b', html: 'c', from: 'a@b.dev' }),
    ],
    ['a description', (email) => email.templates.update('a', { description: 'b' })],
    ['a marketing template', (email) => email.templates.update('a', { kind: 'marketing' })],
    ['a last name', (email) => email.contacts.upsert({ email: 'a@b.dev', lastName: 'b' })],
    ['a search of contacts', (email) => collect(email.contacts.list({ search: 'a' }))],
    ['another reason', (email) => email.suppressions.add({ email: 'a@b.dev', reason: 'manual' })],
    ['suppressions by time', (email) => collect(email.suppressions.list({ from: new Date() }))],
  ])('refuses what the table does not have: %s', async (_what, call) => {
    const { email, sent } = createClient();
    await expect(call(email)).rejects.toMatchObject({ code: 'unsupported', outcome: 'not-sent' });
    expect(sent()).toEqual([]);
  });

  it.each<[string, 'contacts' | 'suppressions', FakeHttpAnswer, string, string]>([
    ['no list', 'contacts', { json: { items: [] } }, 'contacts', 'has no list in `contacts`'],
    ['no list at the top', 'suppressions', { json: { items: [] } }, '', 'The response is not a list.'],
    [
      'an item without an id',
      'contacts',
      { json: { contacts: [{ email: 'a@b.dev' }] } },
      'contacts.0.uid',
      'The response has no `contacts.0.uid`, or in another form than documented.',
    ],
  ])('names the place that does not fit: %s', async (_what, part, answer, path, message) => {
    const { email } = createClient(answer);
    await expect(collect<unknown>(email[part].list())).rejects.toMatchObject({
      code: 'response-format',
      message: expect.stringContaining(message),
      issues: [{ path }],
    });
  });

  it('removes no suppression with the 404 of a proxy', async () => {
    const { email } = createClient({ status: 404, body: '<html>' });
    const removal = email.suppressions.remove({ email: 'a@b.dev' });
    await expect(removal).rejects.toMatchObject({ code: 'not-found' });
  });

  it('takes no login page for a deletion', async () => {
    const { email } = createClient({ status: 200, body: '<html>' });
    await expect(email.contacts.delete('a')).rejects.toMatchObject({ outcome: 'unknown' });
  });
});
