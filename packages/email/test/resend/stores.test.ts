import { describe, expect, it } from 'vitest';
import { createClient } from './client.ts';

type Email = ReturnType<typeof createClient>['email'];

/** The requests that a call makes of a service with these responses, and its result. */
async function run(call: (email: Email) => Promise<unknown>, ...answers: readonly object[]) {
  const { email, transport } = createClient(...answers.map((json) => ({ json })));
  const result = await call(email);
  const requests = transport.requests.map(({ method, url, body, text }) =>
    [method, url.pathname + url.search, ...(body.length > 0 ? [text()] : [])].join(' '),
  );
  return { result, requests };
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const at = new Date('2023-10-06T23:47:56.678Z');
const created_at = '2023-10-06 23:47:56.678+00';

const steve = {
  object: 'contact',
  id: 'e169aa45',
  email: 'steve.wozniak@gmail.com',
  first_name: 'Steve',
  last_name: 'Wozniak',
  created_at,
  unsubscribed: false,
  properties: { company_name: 'Acme', seats: { type: 'number', value: 5 } },
};
const contact = {
  id: 'e169aa45',
  email: 'steve.wozniak@gmail.com',
  firstName: 'Steve',
  lastName: 'Wozniak',
  subscribed: true,
  fields: { company_name: 'Acme', seats: 5 },
  createdAt: at,
};
const done = { object: 'contact', id: 'e169aa45' };
const deleted = { object: 'any', id: 'any', deleted: true };
const not = { statusCode: 404, name: 'not_found', message: 'Contact not found' };

describe('contacts of Resend', () => {
  it('are found by id or address', async () => {
    const byId = await run((email) => email.contacts.get('e169aa45'), steve);
    expect(byId).toEqual({ result: contact, requests: ['GET /contacts/e169aa45'] });
    const byAddress = await run((email) => email.contacts.get('a+b@example.com'), steve);
    expect(byAddress.requests).toEqual(['GET /contacts/a%2Bb%40example.com']);
  });

  it('are created by an upsert when Resend does not know the address', async () => {
    const { email, transport } = createClient({ status: 404, json: not }, { json: done }, { json: steve });
    const input = {
      email: 'steve.wozniak@gmail.com',
      firstName: 'Steve',
      subscribed: false,
      fields: { a: 1 },
    };
    expect(await email.contacts.upsert(input)).toEqual({ contact, created: true });
    const [look, create, read] = transport.requests;
    expect(look?.url.pathname).toBe('/contacts/steve.wozniak%40gmail.com');
    expect([create?.method, create?.url.pathname, create?.json()]).toEqual([
      'POST',
      '/contacts',
      { email: 'steve.wozniak@gmail.com', first_name: 'Steve', unsubscribed: true, properties: { a: 1 } },
    ]);
    expect([read?.method, read?.url.pathname]).toEqual(['GET', '/contacts/e169aa45']);
  });

  it('are changed by an upsert when Resend knows the address', async () => {
    const input = { email: 'steve.wozniak@gmail.com', lastName: 'Wozniak', fields: { a: null } };
    const { result, requests } = await run((email) => email.contacts.upsert(input), steve, done, steve);
    expect(result).toEqual({ contact, created: false });
    expect(requests).toEqual([
      'GET /contacts/steve.wozniak%40gmail.com',
      'PATCH /contacts/e169aa45 {"last_name":"Wozniak","properties":{"a":null}}',
      'GET /contacts/e169aa45',
    ]);
  });

  it('are not touched by an upsert without changes', async () => {
    const { requests } = await run(
      (email) => email.contacts.upsert({ email: 'bob@example.com' }),
      steve,
      steve,
    );
    expect(requests).toEqual(['GET /contacts/bob%40example.com', 'GET /contacts/e169aa45']);
  });

  it('are not created when the look-up fails for another reason', async () => {
    const { email, transport } = createClient({ status: 403, json: { name: 'invalid_api_key' } });
    const upsert = email.contacts.upsert({ email: 'bob@example.com' });
    await expect(upsert).rejects.toMatchObject({ code: 'authentication' });
    expect(transport.requests.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('are changed, and read afterwards', async () => {
    const changes = { email: 'woz@example.com', subscribed: true };
    expect(await run((email) => email.contacts.update('e169aa45', changes), done, steve)).toEqual({
      result: contact,
      requests: [
        'PATCH /contacts/e169aa45 {"email":"woz@example.com","unsubscribed":false}',
        'GET /contacts/e169aa45',
      ],
    });
  });

  it('are listed page by page, and from a cursor', async () => {
    const first = { object: 'list', has_more: true, data: [steve] };
    const last = { object: 'list', has_more: false, data: [{ ...steve, id: 'b' }] };
    const { result, requests } = await run(
      (email) => collect(email.contacts.list({ pageSize: 1 })),
      first,
      last,
    );
    expect(result).toEqual([contact, { ...contact, id: 'b' }]);
    expect(requests).toEqual(['GET /contacts?limit=1', 'GET /contacts?limit=1&after=e169aa45']);
    const resumed = await run((email) => collect(email.contacts.list({ cursor: 'x', pageSize: 500 })), last);
    expect(resumed.requests).toEqual(['GET /contacts?limit=100&after=x']);
  });

  it('are deleted', async () => {
    const { requests } = await run((email) => email.contacts.delete('bob@example.com'), deleted);
    expect(requests).toEqual(['DELETE /contacts/bob%40example.com']);
  });

  it('are imported from CSV, and their import is polled', async () => {
    const { email, transport } = createClient({ json: { object: 'contact_import', id: '479e3145' } });
    const contacts = [
      { email: 'a@example.com', firstName: 'Ann "A"', subscribed: true, fields: { plan: 'pro', seats: 5 } },
      { email: 'b@example.com', firstName: 'B, b', subscribed: false, fields: { plan: 'x', seats: 7 } },
    ];
    const receipt = await email.contacts.import({ contacts, listIds: ['s1'] });
    expect(receipt).toEqual({ state: 'pending', jobId: '479e3145' });
    const [request] = transport.requests;
    const type = request?.headers.get('content-type') ?? '';
    const form = await new Response(request?.body as BodyInit, {
      headers: { 'content-type': type },
    }).formData();
    expect(await (form.get('file') as File).text()).toBe(
      '"email","first_name","unsubscribed","property plan","property seats"\r\n' +
        '"a@example.com","Ann ""A""","false","pro","5"\r\n' +
        '"b@example.com","B, b","true","x","7"\r\n',
    );
    expect(JSON.parse(`${form.get('column_map')}`)).toEqual({
      email: 'email',
      first_name: 'first_name',
      unsubscribed: 'unsubscribed',
      properties: {
        plan: { column: 'property plan', type: 'string' },
        seats: { column: 'property seats', type: 'number' },
      },
    });
    expect([form.get('on_conflict'), form.get('segments')]).toEqual(['upsert', '[{"id":"s1"}]']);
  });

  it.each([
    ['queued', 'pending'],
    ['in_progress', 'pending'],
    ['completed', 'done'],
    ['failed', 'failed'],
  ])('have an import that is %s: %s', async (status, state) => {
    const counts = { total: 100, created: 80, updated: 10, skipped: 5, failed: 5 };
    expect(
      await run((email) => email.contacts.importStatus('479e3145'), { id: '479e3145', status, counts }),
    ).toEqual({
      result: { jobId: '479e3145', state, created: 80, updated: 10, failed: 5 },
      requests: ['GET /contacts/imports/479e3145'],
    });
  });

  it('have fields: the contact properties', async () => {
    const property = { id: 'p1', key: 'company_name', type: 'string', fallback_value: 'Acme', created_at };
    const pages = [
      { has_more: true, data: [property] },
      { has_more: false, data: [{ ...property, id: 'p2', key: 'seats', type: 'number' }] },
    ];
    const fields = [
      { id: 'p1', name: 'company_name', type: 'text' },
      { id: 'p2', name: 'seats', type: 'number' },
    ];
    expect(await run((email) => email.contacts.fields(), ...pages)).toEqual({
      result: fields,
      requests: ['GET /contact-properties?limit=100', 'GET /contact-properties?limit=100&after=p1'],
    });
    const field = { name: 'seats', type: 'number' } as const;
    expect(await run((email) => email.contacts.createField(field), { id: 'p2' })).toEqual({
      result: { name: 'seats', type: 'number', id: 'p2' },
      requests: ['POST /contact-properties {"key":"seats","type":"number"}'],
    });
    const removed = await run((email) => email.contacts.deleteField('seats'), ...pages, deleted);
    expect(removed.requests.at(-1)).toBe('DELETE /contact-properties/p2');
    const unknown = run((email) => email.contacts.deleteField('nope'), { has_more: false, data: [] });
    await expect(unknown).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('lists of Resend: segments', () => {
  const segment = { object: 'segment', id: 's1', name: 'Active Users', created_at };
  const list = { id: 's1', name: 'Active Users', createdAt: at };

  it.each<[string, (email: Email) => Promise<unknown>, object, unknown, string]>([
    [
      'created',
      (email) => email.lists.create({ name: 'Active Users' }),
      { object: 'segment', id: 's1' },
      { id: 's1', name: 'Active Users' },
      'POST /segments {"name":"Active Users"}',
    ],
    ['read', (email) => email.lists.get('s1'), segment, list, 'GET /segments/s1'],
    [
      'listed',
      (email) => collect(email.lists.list()),
      { has_more: false, data: [segment] },
      [list],
      'GET /segments',
    ],
    ['deleted', (email) => email.lists.delete('s1'), deleted, undefined, 'DELETE /segments/s1'],
    [
      'read with their members',
      (email) => collect(email.lists.members('s1', { pageSize: 50 })),
      { has_more: false, data: [steve] },
      [contact],
      'GET /contacts?segment_id=s1&limit=50',
    ],
  ])('are %s', async (_what, call, answer, result, request) => {
    expect(await run(call, answer)).toEqual({ result, requests: [request] });
  });

  it('get and lose members one by one', async () => {
    const added = { object: 'contact_segment', contact_id: 'e169aa45', segment_id: 's1' };
    expect(await run((email) => email.lists.addMembers('s1', ['a@b.dev', 'c@d.dev']), added)).toEqual({
      result: { state: 'done' },
      requests: ['POST /contacts/a%40b.dev/segments/s1', 'POST /contacts/c%40d.dev/segments/s1'],
    });
    const removed = await run((email) => email.lists.removeMembers('s1', ['a@b.dev']), {
      ...added,
      deleted: true,
    });
    expect(removed.requests).toEqual(['DELETE /contacts/a%40b.dev/segments/s1']);
  });

  it('that have not the member to remove are no error, and unknown ones are', async () => {
    const missing = { status: 404, json: { name: 'not_found', message: 'Not found' } };
    for (const [second, code] of [
      [{ json: segment }, undefined],
      [missing, 'not-found'],
    ] as const) {
      const { email } = createClient(missing, second);
      const ended = email.lists.removeMembers('s1', ['a@b.dev']);
      expect(await ended.then(() => undefined).catch((error) => error.code)).toBe(code);
    }
  });
});

describe('suppressions of Resend', () => {
  const entry = {
    object: 'suppression',
    id: 'x1',
    email: 'a@b.dev',
    origin: 'bounce',
    source_id: null,
    created_at,
  };
  const suppression = {
    email: 'a@b.dev',
    reason: 'hard-bounce',
    scope: 'account',
    createdAt: at,
    removable: true,
  };

  it('are found by address, or there is none', async () => {
    expect(await run((email) => email.suppressions.check('a@b.dev'), entry)).toEqual({
      result: [suppression],
      requests: ['GET /suppressions/a%40b.dev'],
    });
    const { email } = createClient({ status: 404, json: { ...not, message: 'Suppression not found' } });
    expect(await email.suppressions.check('a@b.dev')).toEqual([]);
    const lost = createClient({ status: 404, body: '<h1>Not found</h1>' }).email.suppressions.check(
      'a@b.dev',
    );
    await expect(lost).rejects.toMatchObject({ code: 'not-found' });
  });

  it.each([
    ['bounce', 'hard-bounce'],
    ['complaint', 'complaint'],
    ['manual', 'manual'],
  ] as const)('are listed by their origin: %s', async (origin, reason) => {
    const answer = { object: 'list', has_more: false, data: [{ ...entry, origin }] };
    expect(await run((email) => collect(email.suppressions.list({ reason })), answer)).toEqual({
      result: [{ ...suppression, reason }],
      requests: [`GET /suppressions?origin=${origin}`],
    });
  });

  it('are added and removed', async () => {
    const add = await run((email) => email.suppressions.add({ email: 'a@b.dev' }), { id: 'x1' });
    const remove = await run((email) => email.suppressions.remove({ email: 'a@b.dev' }), deleted);
    expect([...add.requests, ...remove.requests]).toEqual([
      'POST /suppressions {"email":"a@b.dev"}',
      'DELETE /suppressions/a%40b.dev',
    ]);
  });
});

describe('templates of Resend', () => {
  const stored = {
    object: 'template',
    id: 't1',
    current_version_id: 'v1',
    name: 'order-confirmation',
    from: 'Resend Store <store@resend.com>',
    subject: 'Thanks for your order!',
    reply_to: ['help@resend.com'],
    html: '<p>{{{PRODUCT}}} {{{PRICE}}}</p>',
    text: 'Thanks',
    variables: [
      { id: 'x', key: 'PRODUCT', type: 'string', fallback_value: 'item', created_at, updated_at: created_at },
      { id: 'y', key: 'PRICE', type: 'number', fallback_value: 25, created_at, updated_at: created_at },
    ],
    created_at,
    updated_at: created_at,
    status: 'published',
    published_at: created_at,
    has_unpublished_versions: false,
  };
  const template = {
    id: 't1',
    name: 'order-confirmation',
    subject: 'Thanks for your order!',
    html: '<p>{{{PRODUCT}}} {{{PRICE}}}</p>',
    text: 'Thanks',
    from: { address: 'store@resend.com', name: 'Resend Store' },
    replyTo: 'help@resend.com',
    status: 'active',
    version: 'v1',
    createdAt: at,
    updatedAt: at,
  };
  const written = { object: 'template', id: 't1' };

  it('are created with their variables, and published', async () => {
    const input = {
      name: 'order-confirmation',
      subject: 'For {{{FIRST_NAME}}}: {{{PRODUCT}}}',
      html: '<p>{{{PRODUCT}}} {{{ PRICE }}} {{{UNSUBSCRIBE_URL}}}</p>',
      from: 'Resend Store <store@resend.com>',
      replyTo: 'help@resend.com',
    };
    const { result, requests } = await run(
      (email) => email.templates.create(input),
      written,
      written,
      stored,
    );
    expect(result).toEqual(template);
    const [create = '', ...others] = requests;
    expect(JSON.parse(create.replace('POST /templates ', ''))).toEqual({
      name: 'order-confirmation',
      subject: input.subject,
      html: input.html,
      from: 'Resend Store <store@resend.com>',
      reply_to: ['help@resend.com'],
      variables: [
        { key: 'PRODUCT', type: 'string' },
        { key: 'PRICE', type: 'string' },
      ],
    });
    expect(others).toEqual(['POST /templates/t1/publish', 'GET /templates/t1']);
  });

  it('are changed with the variables of the whole content, and published', async () => {
    const changes = { html: '<p>{{{PRICE}}} {{{DAY}}}</p>' };
    const answers = [stored, written, written, stored];
    const { result, requests } = await run((email) => email.templates.update('t1', changes), ...answers);
    expect(result).toEqual(template);
    expect(requests.map((request) => request.split(' {')[0])).toEqual([
      'GET /templates/t1',
      'PATCH /templates/t1',
      'POST /templates/t1/publish',
      'GET /templates/t1',
    ]);
    expect(JSON.parse(requests[1]?.replace('PATCH /templates/t1 ', '') ?? '')).toEqual({
      html: '<p>{{{PRICE}}} {{{DAY}}}</p>',
      variables: [
        { key: 'PRICE', type: 'number', fallback_value: 25 },
        { key: 'DAY', type: 'string' },
      ],
    });
  });

  it('keep their variables when the content stays', async () => {
    const { requests } = await run(
      (email) => email.templates.update('t1', { name: 'x' }),
      written,
      written,
      stored,
    );
    expect(requests[0]).toBe('PATCH /templates/t1 {"name":"x"}');
  });

  it('are read, listed, copied and deleted', async () => {
    expect((await run((email) => email.templates.get('order-confirmation'), stored)).result).toEqual(
      template,
    );
    const item = {
      id: 't2',
      name: 'draft',
      status: 'draft',
      published_at: null,
      created_at,
      updated_at: created_at,
    };
    const listed = await run((email) => collect(email.templates.list()), { has_more: false, data: [item] });
    expect(listed.result).toEqual([
      { id: 't2', name: 'draft', status: 'draft', createdAt: at, updatedAt: at },
    ]);
    const copied = await run((email) => email.templates.duplicate('t1'), { id: 't3' }, { id: 't3' }, stored);
    expect(copied.requests).toEqual([
      'POST /templates/t1/duplicate',
      'POST /templates/t3/publish',
      'GET /templates/t3',
    ]);
    expect((await run((email) => email.templates.delete('t1'), deleted)).requests).toEqual([
      'DELETE /templates/t1',
    ]);
  });
});

describe('messages of Resend', () => {
  it.each([
    ['queued', 'queued'],
    ['scheduled', 'queued'],
    ['sent', 'sent'],
    ['delivered', 'delivered'],
    ['delivery_delayed', 'deferred'],
    ['bounced', 'bounced'],
    ['complained', 'complained'],
    ['opened', 'opened'],
    ['clicked', 'clicked'],
    ['failed', 'failed'],
    ['suppressed', 'suppressed'],
    ['canceled', 'unknown'],
  ])('that are %s: %s', async (last_event, status) => {
    const answer = {
      object: 'email',
      id: '4ef9a417',
      subject: 'Hello World',
      created_at: '2023-04-03 22:13:42.674981+00',
      scheduled_at: last_event === 'scheduled' ? '2023-04-04 00:00:00+00' : null,
      last_event,
    };
    expect(await run((email) => email.messages.get('4ef9a417'), answer)).toEqual({
      result: {
        id: '4ef9a417',
        status,
        subject: 'Hello World',
        createdAt: new Date('2023-04-03T22:13:42.674Z'),
        ...(last_event === 'scheduled' ? { sendAt: new Date('2023-04-04T00:00:00Z') } : {}),
      },
      requests: ['GET /emails/4ef9a417'],
    });
  });

  it('are cancelled and rescheduled', async () => {
    const done = { object: 'email', id: '4ef9a417' };
    const cancelled = await run((email) => email.messages.cancel('4ef9a417'), done);
    const later = await run((email) => email.messages.reschedule('4ef9a417', at), done);
    expect([...cancelled.requests, ...later.requests]).toEqual([
      'POST /emails/4ef9a417/cancel',
      'PATCH /emails/4ef9a417 {"scheduled_at":"2023-10-06T23:47:56.678Z"}',
    ]);
  });
});

describe('webhooks of Resend', () => {
  it('are created with the events of Resend, and answer their secret', async () => {
    const events = ['delivered', 'bounced'] as const;
    const { result, requests } = await run(
      (email) => email.webhooks.create({ url: 'https://acme.dev/hook', events }),
      { object: 'webhook', id: 'w1', signing_secret: 'whsec_abc' },
    );
    expect(result).toMatchObject({ id: 'w1', url: 'https://acme.dev/hook', events, enabled: true });
    expect(JSON.stringify(result)).not.toContain('whsec_abc');
    expect((result as { secret: { reveal(): string } }).secret.reveal()).toBe('whsec_abc');
    expect(requests).toEqual([
      'POST /webhooks {"endpoint":"https://acme.dev/hook",' + '"events":["email.delivered","email.bounced"]}',
    ]);
  });

  it('are listed and deleted', async () => {
    const endpoint = 'https://webhook.example.com/handler';
    const events = ['email.sent', 'email.delivered', 'domain.created'];
    const answer = { has_more: false, data: [{ id: 'w1', endpoint, events, status: 'enabled', created_at }] };
    expect(await run((email) => collect(email.webhooks.list()), answer)).toEqual({
      result: [{ id: 'w1', url: endpoint, events: ['sent', 'delivered'], enabled: true }],
      requests: ['GET /webhooks'],
    });
    expect((await run((email) => email.webhooks.delete('w1'), deleted)).requests).toEqual([
      'DELETE /webhooks/w1',
    ]);
  });
});

describe('what Resend does not have', () => {
  const template = { name: 'a', subject: 'b', html: 'c' };
  it.each<[string, (email: Email) => unknown]>([
    ['description', (email) => email.templates.create({ ...template, description: 'x' })],
    ['kind', (email) => email.templates.create({ ...template, kind: 'marketing' })],
    ['search', (email) => collect(email.templates.list({ search: 'x' }))],
    ['search', (email) => collect(email.contacts.list({ search: 'x' }))],
    ['subscribed', (email) => collect(email.contacts.list({ subscribed: true }))],
    ['fields.vip', (email) => email.contacts.update('x', { fields: { vip: true } })],
    ['type', (email) => email.contacts.createField({ name: 'vip', type: 'boolean' })],
    ['description', (email) => email.lists.create({ name: 'a', description: 'x' })],
    ['from', (email) => collect(email.suppressions.list({ from: at }))],
    ['reason', (email) => collect(email.suppressions.list({ reason: 'unsubscribe' }))],
    ['reason', (email) => email.suppressions.add({ email: 'a@b.dev', reason: 'complaint' })],
    ['reason', (email) => email.suppressions.remove({ email: 'a@b.dev', reason: 'complaint' })],
    ['scopeId', (email) => email.suppressions.add({ email: 'a@b.dev', scopeId: 'x' })],
    ['events[0]', (email) => email.webhooks.create({ url: 'https://a.dev', events: ['rejected'] })],
  ])('is refused: %s', async (path, call) => {
    const { email, transport } = createClient({ json: { id: 'x', data: [] } });
    await expect(call(email)).rejects.toMatchObject({ code: 'unsupported', issues: [{ path }] });
    expect(transport.requests).toEqual([]);
  });

  it.each([
    ['other fields', [{ email: 'a@b.dev', firstName: 'A' }, { email: 'c@d.dev' }], 'contacts[1]'],
    ['an empty field', [{ email: 'a@b.dev', firstName: '' }], 'contacts[0]'],
    ['a field to remove', [{ email: 'a@b.dev', fields: { plan: null } }], 'contacts[0]'],
  ])('is refused: an import of contacts with %s', async (_what, contacts, path) => {
    const { email } = createClient({ json: { id: 'x' } });
    await expect(email.contacts.import({ contacts })).rejects.toMatchObject({
      code: 'invalid-input',
      issues: [{ path }],
    });
  });

  it('has no method for the events of messages', async () => {
    const email = createClient({ json: {} }).email;
    // @ts-expect-error Resend has no query for events.
    expect(() => email.messages.events).not.toThrow();
    // @ts-expect-error
    expect(() => email.messages.events()).toThrow(expect.objectContaining({ code: 'unsupported' }));
  });
});
