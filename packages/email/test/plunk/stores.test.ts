import { createFakeTransport } from '@org/core/testing';
import { createEmailClient, type EmailClient } from '@org/email';
import { type PlunkCapabilities, plunk } from '@org/email/plunk';
import { describe, expect, it } from 'vitest';

type Client = EmailClient<PlunkCapabilities>;

/** A client whose service gives these responses in turn, and what it asked for. */
function script(...answers: readonly unknown[]) {
  const left = [...answers];
  const transport = createFakeTransport([{ answer: () => ({ json: left.shift() }) }]);
  const email = createEmailClient({ driver: plunk({ apiKey: 'sk_test' }), transport, retry: false });
  const asked = () =>
    transport.requests.map(({ method, url, body, json }) => [
      `${method} ${url.pathname}${url.search}`,
      ...(body.length === 0 ? [] : [json()]),
    ]);
  return { email, transport, asked };
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const at = '2026-01-15T10:30:00.000Z';
const template = {
  id: 't1',
  name: 'Welcome',
  description: null,
  subject: 'Hi',
  body: '<p>Hi</p>',
  from: 'ann@acme.dev',
  fromName: 'Ann',
  replyTo: null,
  type: 'HEADLESS',
  createdAt: at,
  updatedAt: at,
};
const contact = { id: 'c1', email: 'bob@example.com', subscribed: true, data: { firstName: 'Bob', age: 7 } };
const rule = {
  id: 'r1',
  name: 'QA',
  kind: 'ADDRESS',
  pattern: 'qa@example.com',
  enabled: true,
  createdAt: at,
};
const activity = {
  id: 'e1_bounced',
  type: 'email.bounced',
  timestamp: at,
  contactEmail: 'bob@example.com',
  contactId: 'c1',
  metadata: { subject: 'Hi', error: 'unknown user' },
};

interface Row {
  readonly run: (email: Client) => Promise<unknown>;
  readonly asked: readonly (readonly unknown[])[];
  readonly answers: readonly unknown[];
  readonly result: unknown;
}

const rows: Readonly<Record<string, Row>> = {
  'templates.duplicate': {
    run: (email) => email.templates.duplicate('t0'),
    asked: [['POST /templates/t0/duplicate']],
    answers: [template],
    result: {
      id: 't1',
      name: 'Welcome',
      subject: 'Hi',
      html: '<p>Hi</p>',
      from: { address: 'ann@acme.dev', name: 'Ann' },
      kind: 'headless',
      createdAt: new Date(at),
      updatedAt: new Date(at),
    },
  },
  'templates.usage': {
    run: (email) => email.templates.usage('t1'),
    asked: [['GET /templates/t1/usage']],
    answers: [{ workflowSteps: 2, emailsSent: 40 }],
    result: { count: 2, raw: { workflowSteps: 2, emailsSent: 40 } },
  },
  'contacts.upsert with the names of a person': {
    run: (email) =>
      email.contacts.upsert({ email: 'bob@example.com', firstName: 'Bob', fields: { age: 7, old: null } }),
    asked: [['POST /contacts', { email: 'bob@example.com', data: { firstName: 'Bob', age: 7, old: null } }]],
    answers: [{ ...contact, _meta: { isNew: true } }],
    result: {
      created: true,
      contact: {
        id: 'c1',
        email: 'bob@example.com',
        subscribed: true,
        firstName: 'Bob',
        fields: { firstName: 'Bob', age: 7 },
      },
    },
  },
  'contacts.importStatus of a job that runs': {
    run: (email) => email.contacts.importStatus('j1'),
    asked: [['GET /contacts/import/j1']],
    answers: [{ id: 'j1', state: 'active', progress: 40, data: { csvData: '…' } }],
    result: { jobId: 'j1', state: 'pending' },
  },
  'contacts.importStatus of a job that ended': {
    run: (email) => email.contacts.importStatus('j1'),
    asked: [['GET /contacts/import/j1']],
    answers: [
      {
        id: 'j1',
        state: 'completed',
        result: { totalRows: 6, successCount: 5, createdCount: 3, updatedCount: 2, failureCount: 1 },
      },
    ],
    result: { jobId: 'j1', state: 'done', created: 3, updated: 2, failed: 1 },
  },
  'contacts.importStatus of a job that failed': {
    run: (email) => email.contacts.importStatus('j1'),
    asked: [['GET /contacts/import/j1']],
    answers: [{ id: 'j1', state: 'failed', failedReason: 'CSV file is empty' }],
    result: { jobId: 'j1', state: 'failed', description: 'CSV file is empty' },
  },
  'contacts.fields without the columns of every contact': {
    run: (email) => email.contacts.fields(),
    asked: [['GET /contacts/fields']],
    answers: [
      {
        fields: [
          { field: 'email', type: 'string', coverage: 100 },
          { field: 'data.plan', type: 'string', coverage: 40 },
          { field: 'data.age', type: 'number', coverage: 2 },
          { field: 'data.since', type: 'date', coverage: 2 },
        ],
        count: 4,
      },
    ],
    result: [
      { name: 'plan', type: 'text' },
      { name: 'age', type: 'number' },
      { name: 'since', type: 'date' },
    ],
  },
  'contacts.deleteField': {
    run: (email) => email.contacts.deleteField('plan'),
    asked: [['DELETE /contacts/fields/data.plan']],
    answers: [{ deletedFrom: 4 }],
    result: undefined,
  },
  'suppressions.check of an address that no rule matches': {
    run: (email) => email.suppressions.check('bob@example.com'),
    asked: [['POST /suppressions/preview', { address: 'bob@example.com' }]],
    answers: [{ suppressed: false, match: null }],
    result: [],
  },
  'suppressions.check of an address that a rule matches': {
    run: (email) => email.suppressions.check('qa+1@example.com'),
    asked: [['POST /suppressions/preview', { address: 'qa+1@example.com' }]],
    answers: [
      {
        suppressed: true,
        match: { ruleId: 'r1', name: 'QA', kind: 'PREFIX', pattern: 'qa+', matchedAt: at },
      },
    ],
    result: [{ email: 'qa+*@*', reason: 'manual', scope: 'project', description: 'QA', removable: false }],
  },
  'suppressions.list of enabled rules, as patterns': {
    run: async (email) => (await all(email.suppressions.list())).map(({ email: pattern }) => pattern),
    asked: [['GET /suppressions']],
    answers: [
      [
        rule,
        { ...rule, id: 'r2', kind: 'DOMAIN', pattern: 'example.org' },
        { ...rule, id: 'r3', kind: 'SUFFIX', pattern: '+test' },
        { ...rule, id: 'r4', kind: 'WILDCARD', pattern: 'qa-?*@example.com' },
        { ...rule, id: 'r5', enabled: false },
      ],
    ],
    result: ['qa@example.com', '*@example.org', '*+test@*', 'qa-?*@example.com'],
  },
  'suppressions.list for another reason': {
    run: (email) => all(email.suppressions.list({ reason: 'hard-bounce' })),
    asked: [['GET /suppressions']],
    answers: [[rule]],
    result: [],
  },
  'suppressions.add of a new address': {
    run: (email) => email.suppressions.add({ email: 'Bob@example.com' }),
    asked: [
      ['GET /suppressions'],
      [
        'POST /suppressions',
        { kind: 'ADDRESS', pattern: 'bob@example.com', enabled: true, name: 'bob@example.com' },
      ],
    ],
    answers: [[rule], { ...rule, id: 'r9' }],
    result: undefined,
  },
  'suppressions.add of an address that has a rule': {
    run: (email) => email.suppressions.add({ email: 'qa@example.com' }),
    asked: [['GET /suppressions']],
    answers: [[rule]],
    result: undefined,
  },
  'suppressions.add of an address whose rule is off': {
    run: (email) => email.suppressions.add({ email: 'qa@example.com', reason: 'manual' }),
    asked: [
      ['GET /suppressions'],
      ['PUT /suppressions/r1', { kind: 'ADDRESS', pattern: 'qa@example.com', enabled: true, name: 'QA' }],
    ],
    answers: [[{ ...rule, enabled: false }], { success: true }],
    result: undefined,
  },
  'messages.events of a type and a time': {
    run: (email) =>
      all(
        email.messages.events({ type: 'bounced', from: new Date(at), to: new Date('2026-01-16T00:00:00Z') }),
      ),
    asked: [
      [
        'GET /activity?types=email.bounced&startDate=2026-01-15T10%3A30%3A00.000Z' +
          '&endDate=2026-01-15T23%3A59%3A59.999Z',
      ],
    ],
    answers: [{ data: [activity], hasMore: false }],
    result: [
      {
        type: 'bounced',
        id: 'e1_bounced',
        provider: 'plunk',
        messageId: 'e1',
        recipient: 'bob@example.com',
        timestamp: new Date(at),
        bounce: { class: 'undetermined', diagnostic: 'unknown user' },
        raw: activity,
      },
    ],
  },
  'messages.events of a recipient without a contact': {
    run: (email) => all(email.messages.events({ recipient: 'bob@example.com' })),
    asked: [['GET /contacts?limit=100&search=bob%40example.com']],
    answers: [{ data: [{ ...contact, email: 'bigbob@example.com' }], hasMore: false }],
    result: [],
  },
};

describe('plunk(): requests and responses of the stores', () => {
  it.each(Object.entries(rows))('%s', async (_name, { run, asked: expected, answers, result }) => {
    const { email, asked } = script(...answers);
    expect(await run(email)).toEqual(result);
    expect(asked()).toEqual(expected);
  });

  it('finds the activity of a recipient by the id of the contact', async () => {
    const { email, asked } = script(
      { data: [{ ...contact, id: 'c0', email: 'bigbob@example.com' }], hasMore: true, cursor: 'c0' },
      { data: [contact], hasMore: false },
      { data: [activity], hasMore: false },
    );
    expect(await all(email.messages.events({ recipient: 'Bob@example.com' }))).toHaveLength(1);
    expect(asked().at(-1)?.[0]).toMatch(/^GET \/activity\?types=email\.sent%2C.*&contactId=c1$/);
  });

  it('stops the iteration of events where `from` is, because later pages of Plunk do not', async () => {
    const old = { ...activity, id: 'e0_sent', type: 'email.sent', timestamp: '2026-01-14T00:00:00.000Z' };
    const { email, asked } = script(
      { data: [activity], hasMore: true, cursor: 'a' },
      { data: [{ ...activity, id: 'e2_bounced' }, old], hasMore: true, cursor: 'b' },
    );
    const found = await all(email.messages.events({ from: new Date('2026-01-15T00:00:00Z') }));
    expect(found.map(({ id }) => id)).toEqual(['e1_bounced', 'e2_bounced']);
    expect(asked()).toHaveLength(2);
  });
});

describe('plunk(): an import', () => {
  it('is one file of the documented form', async () => {
    const { email, transport } = script({ message: 'Import queued successfully', jobId: 'j1' });
    const receipt = await email.contacts.import({
      contacts: [
        { email: 'bob@example.com', subscribed: true, fields: { plan: 'a "b", c', age: 7 } },
        { email: 'cat@example.com', fields: { vip: false } },
      ],
    });
    expect(receipt).toEqual({ state: 'pending', jobId: 'j1' });
    const [request] = transport.requests;
    const file = (
      await new Response(request?.text() ?? '', { headers: request?.headers ?? {} }).formData()
    ).get('file') as File;
    expect([request?.url.pathname, file.name, file.type]).toEqual([
      '/contacts/import',
      'contacts.csv',
      'text/csv',
    ]);
    expect(await file.text()).toBe(
      'email,subscribed,plan,age,vip\r\nbob@example.com,true,"a ""b"", c",7,\r\ncat@example.com,,,,false\r\n',
    );
  });

  it.each([
    ['a name in capitals', { fields: { firstName: 'Bob' } }],
    ['the name of a person', { firstName: 'Bob' }],
    ['a text that looks like a number', { fields: { zip: '04109' } }],
    ['a text that looks like a boolean', { fields: { answer: 'Yes' } }],
    ['a text with blanks around it', { fields: { plan: ' free' } }],
    ['an empty text', { fields: { plan: '' } }],
    ['a field to remove', { fields: { plan: null } }],
    ['a field with the name of a column', { fields: { email: 'x' } }],
  ])('refuses what it would change: %s', async (_what, change) => {
    const { email, asked } = script();
    const contacts = [{ email: 'bob@example.com', ...change }];
    await expect(email.contacts.import({ contacts })).rejects.toMatchObject({
      code: 'unsupported',
      outcome: 'not-sent',
    });
    expect(asked()).toEqual([]);
  });

  it('refuses lists, and a file of more than 5 MiB', async () => {
    const { email, asked } = script();
    const contacts = [{ email: 'bob@example.com', fields: { note: 'x'.repeat(5 * 1024 * 1024) } }];
    await expect(email.contacts.import({ contacts, listIds: ['s1'] })).rejects.toMatchObject({
      code: 'unsupported',
    });
    await expect(email.contacts.import({ contacts })).rejects.toMatchObject({ code: 'payload-too-large' });
    expect(asked()).toEqual([]);
  });
});

describe('plunk(): what its stores do not have', () => {
  const refused: readonly (readonly [string, (email: Client) => Promise<unknown>])[] = [
    [
      'a text of a template',
      (email) =>
        email.templates.create({ name: 'A', subject: 'A', html: '<p>', text: 'A', from: 'ann@acme.dev' }),
    ],
    ['another reason', (email) => email.suppressions.add({ email: 'a@b.dev', reason: 'complaint' })],
    ['a scope', (email) => email.suppressions.add({ email: 'a@b.dev', scopeId: 'x' })],
    ['a scope of a filter', (email) => all(email.suppressions.list({ scopeId: 'x' }))],
    ['events of a message', (email) => all(email.messages.events({ messageId: 'e1' }))],
    ['events that are not activity', (email) => all(email.messages.events({ type: 'deferred' }))],
  ];

  it.each(refused)('is refused before anything is sent: %s', async (_what, run) => {
    const { email, asked } = script();
    await expect(run(email)).rejects.toMatchObject({ code: 'unsupported', outcome: 'not-sent' });
    expect(asked()).toEqual([]);
  });

  it('reports a field that segments use as a conflict', async () => {
    const transport = createFakeTransport([
      { answer: { status: 400, json: { error: 'Cannot delete field: used in 1 segment(s)' } } },
    ]);
    const email = createEmailClient({ driver: plunk({ apiKey: 'sk_test' }), transport });
    await expect(email.contacts.deleteField('plan')).rejects.toMatchObject({
      code: 'conflict',
      outcome: 'not-sent',
    });
  });
});
