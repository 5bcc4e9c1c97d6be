import type { FakeHttpAnswer } from '@org/core/testing';
import { createEmailClient } from '@org/email';
import { sendgrid } from '@org/email/sendgrid';
import { describe, expect, it } from 'vitest';
import { createClient } from './client.ts';
import { startSendGrid } from './stand-in.ts';

const gone: FakeHttpAnswer = { status: 204 };
const job: FakeHttpAnswer = { status: 202, json: { job_id: 'abc12312-x3y4-1234-abcd-123qwe456rty' } };

/** What a call returns, and its requests as `METHOD path?query body`. */
async function record(
  answers: readonly FakeHttpAnswer[],
  run: (email: ReturnType<typeof createClient>['email']) => Promise<unknown>,
): Promise<{ readonly result: unknown; readonly requests: readonly string[] }> {
  const { email, transport } = createClient(answers);
  const result = await run(email);
  const requests = transport.requests.map(({ method, url, text }) =>
    [method, decodeURIComponent(url.pathname + url.search).replaceAll('+', ' '), text()].join(' ').trim(),
  );
  return { result, requests };
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const version = {
  id: '8aefe0ee-f12b-4575-b5b7-c97e21cb36f3',
  active: 1,
  name: 'example_version_name',
  html_content: '<%body%>',
  plain_content: 'text',
  subject: '<%subject%>',
  updated_at: '2019-03-13 18:56:33',
};
const template = {
  id: 'd-733ba07f',
  name: 'example_name',
  generation: 'dynamic',
  updated_at: '2021-04-28 13:12:46',
  versions: [{ ...version, id: 'old', active: 0, subject: 'old' }, version],
};

describe('templates of SendGrid', () => {
  it('have the content of their active version', async () => {
    const { result, requests } = await record([{ json: template }], (email) =>
      email.templates.get('d-733ba07f'),
    );
    expect(requests).toEqual(['GET /v3/templates/d-733ba07f']);
    expect(result).toEqual({
      id: 'd-733ba07f',
      name: 'example_name',
      subject: '<%subject%>',
      html: '<%body%>',
      text: 'text',
      kind: 'transactional',
      updatedAt: new Date('2021-04-28T13:12:46Z'),
    });
  });

  it('are created empty, and then get a version', async () => {
    const empty = { ...template, versions: [] };
    const { result, requests } = await record(
      [
        { status: 201, json: empty },
        { status: 201, json: version },
      ],
      (email) => email.templates.create({ name: 'example_name', subject: 'S', html: 'H', text: 'T' }),
    );
    expect(requests).toEqual([
      'POST /v3/templates {"name":"example_name","generation":"dynamic"}',
      'POST /v3/templates/d-733ba07f/versions {"name":"example_name","subject":"S","html_content":"H",' +
        '"plain_content":"T","generate_plain_content":false,"active":1}',
    ]);
    expect(result).toMatchObject({ id: 'd-733ba07f', html: '<%body%>' });
  });

  it('are removed again when their version is refused', async () => {
    const refusal = { status: 400, json: { errors: [{ message: 'subject is too long' }] } };
    const { email, transport } = createClient([{ status: 201, json: template }, refusal, gone]);
    const creating = email.templates.create({ name: 'a', subject: 'S', html: 'H' });
    await expect(creating).rejects.toMatchObject({ code: 'bad-request' });
    expect(transport.requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'DELETE']);
  });

  it('change their name and their active version', async () => {
    const { requests } = await record(
      [{ json: template }, { json: { ...template, name: 'new' } }, { json: version }],
      (email) => email.templates.update('d-733ba07f', { name: 'new', html: 'H' }),
    );
    expect(requests).toEqual([
      'GET /v3/templates/d-733ba07f',
      'PATCH /v3/templates/d-733ba07f {"name":"new"}',
      'PATCH /v3/templates/d-733ba07f/versions/8aefe0ee-f12b-4575-b5b7-c97e21cb36f3 ' +
        '{"name":"example_version_name","subject":"<%subject%>","html_content":"H","active":1}',
    ]);
  });

  it('are listed in pages, all generations', async () => {
    const next = 'https://api.sendgrid.com/v3/templates?page_size=2&page_token=abc';
    const { result, requests } = await record(
      [{ json: { result: [template], _metadata: { next } } }, { json: { result: [] } }],
      (email) => collect(email.templates.list({ pageSize: 2 })),
    );
    expect(result).toHaveLength(1);
    expect(requests).toEqual([
      'GET /v3/templates?generations=legacy,dynamic&page_size=2',
      'GET /v3/templates?generations=legacy,dynamic&page_size=2&page_token=abc',
    ]);
  });

  it.each([
    { from: 'ann@acme.dev' },
    { replyTo: 'ann@acme.dev' },
    { description: 'x' },
    { kind: 'marketing' },
  ])('refuse what they do not have: %o', async (fields) => {
    const { email, transport } = createClient([gone]);
    const input = { name: 'a', subject: 'S', html: 'H', ...fields } as const;
    await expect(email.templates.create(input as never)).rejects.toMatchObject({ code: 'unsupported' });
    expect(transport.requests).toEqual([]);
  });
});

const contact = {
  id: 'asdf-Jkl-zxCvBNm',
  email: 'jane_doe@example.com',
  first_name: 'Jane',
  last_name: 'Doe',
  list_ids: ['l1'],
  custom_fields: { plan: 'free' },
  created_at: '2021-03-02T15:25:47Z',
  updated_at: '2021-03-30T15:26:16Z',
};
const fields = {
  json: { custom_fields: [{ id: 'w1', name: 'num_orders', field_type: 'Number' }], reserved_fields: [] },
};

describe('contacts of SendGrid', () => {
  it('are written later, with fields by their ids', async () => {
    const { result, requests } = await record([fields, job], (email) =>
      email.contacts.upsert({
        email: 'jane_doe@example.com',
        firstName: 'Jane',
        fields: { num_orders: 3, city: 'Bern' },
      }),
    );
    expect(requests).toEqual([
      'GET /v3/marketing/field_definitions',
      'PUT /v3/marketing/contacts {"contacts":[{"email":"jane_doe@example.com","first_name":"Jane",' +
        '"city":"Bern","custom_fields":{"w1":3}}]}',
    ]);
    expect(result).toEqual({ state: 'pending', jobId: 'abc12312-x3y4-1234-abcd-123qwe456rty' });
  });

  it('need no look-up without fields', async () => {
    const { requests } = await record([job], (email) =>
      email.contacts.import({ contacts: [{ email: 'a@example.com' }], listIds: ['l1'] }),
    );
    expect(requests).toEqual([
      'PUT /v3/marketing/contacts {"list_ids":["l1"],"contacts":[{"email":"a@example.com"}]}',
    ]);
  });

  it.each<[string, object]>([
    ['a subscription', { subscribed: true }],
    ['an unknown field', { fields: { plan: 'free' } }],
    ['a boolean', { fields: { num_orders: true } }],
    ['a removal', { fields: { num_orders: null } }],
  ])('refuse %s', async (_what, input) => {
    const { email } = createClient([fields]);
    const writing = email.contacts.upsert({ email: 'a@example.com', ...input });
    await expect(writing).rejects.toMatchObject({ code: 'unsupported', outcome: 'not-sent' });
  });

  it('are read, and deleted later', async () => {
    const { result, requests } = await record([{ json: contact }, job], async (email) => {
      const found = await email.contacts.get('asdf-Jkl-zxCvBNm');
      await email.contacts.delete(found.id);
      return found;
    });
    expect(requests).toEqual([
      'GET /v3/marketing/contacts/asdf-Jkl-zxCvBNm',
      'DELETE /v3/marketing/contacts?ids=asdf-Jkl-zxCvBNm',
    ]);
    expect(result).toEqual({
      id: 'asdf-Jkl-zxCvBNm',
      email: 'jane_doe@example.com',
      firstName: 'Jane',
      lastName: 'Doe',
      listIds: ['l1'],
      fields: { plan: 'free' },
      createdAt: new Date('2021-03-02T15:25:47Z'),
      updatedAt: new Date('2021-03-30T15:26:16Z'),
    });
  });

  it('are found and deleted by their address, too', async () => {
    const found = { json: { result: { 'jane_doe@example.com': { contact } } } };
    const { result, requests } = await record([found, found, job], async (email) => {
      const read = await email.contacts.get('Jane_Doe@example.com');
      await email.contacts.delete('jane_doe@example.com');
      return read;
    });
    const search = 'POST /v3/marketing/contacts/search/emails {"emails":["jane_doe@example.com"]}';
    expect(requests).toEqual([search, search, 'DELETE /v3/marketing/contacts?ids=asdf-Jkl-zxCvBNm']);
    expect(result).toMatchObject({ id: 'asdf-Jkl-zxCvBNm' });
    const { email } = createClient([{ status: 404, json: { errors: [] } }]);
    await expect(email.contacts.get('x@example.com')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('are at most 30 000 in one request', async () => {
    const { email, transport } = createClient([job]);
    const contacts = Array.from({ length: 30_001 }, (_, index) => ({ email: `c${index}@example.com` }));
    await expect(email.contacts.import({ contacts })).rejects.toMatchObject({ code: 'invalid-input' });
    expect(transport.requests).toEqual([]);
  });

  it.each([
    ['pending', 'pending'],
    ['completed', 'done'],
    ['errored', 'done'],
    ['failed', 'failed'],
  ])('have jobs: %s is %s', async (status, state) => {
    const results = { created_count: 1, updated_count: 2, errored_count: 3 };
    const { result, requests } = await record([{ json: { id: 'j', status, results } }], (email) =>
      email.contacts.importStatus('j'),
    );
    expect(requests).toEqual(['GET /v3/marketing/contacts/imports/j']);
    expect(result).toEqual({ jobId: 'j', state, created: 1, updated: 2, failed: 3, description: status });
  });

  it('have fields, which are deleted by name', async () => {
    const made = { json: { id: 'w2', name: 'dob', field_type: 'Date' } };
    const { result, requests } = await record([made, fields, gone], async (email) => {
      const field = await email.contacts.createField({ name: 'dob', type: 'date' });
      await email.contacts.deleteField('num_orders');
      return field;
    });
    expect(result).toEqual({ id: 'w2', name: 'dob', type: 'date' });
    expect(requests).toEqual([
      'POST /v3/marketing/field_definitions {"name":"dob","field_type":"Date"}',
      'GET /v3/marketing/field_definitions',
      'DELETE /v3/marketing/field_definitions/w1',
    ]);
    const { email } = createClient([fields]);
    await expect(email.contacts.deleteField('other')).rejects.toMatchObject({ code: 'not-found' });
    await expect(email.contacts.createField({ name: 'x', type: 'boolean' })).rejects.toMatchObject({
      code: 'unsupported',
    });
  });
});

describe('lists of SendGrid', () => {
  it('get members through contacts, and lose them by the ids of the contacts', async () => {
    const found = {
      json: { result: { 'a@example.com': { contact }, 'b@example.com': { error: 'not found' } } },
    };
    const { result, requests } = await record([job, found, job], async (email) => [
      await email.lists.addMembers('l1', ['a@example.com']),
      await email.lists.removeMembers('l1', ['a@example.com', 'b@example.com']),
    ]);
    expect(requests).toEqual([
      'PUT /v3/marketing/contacts {"list_ids":["l1"],"contacts":[{"email":"a@example.com"}]}',
      'POST /v3/marketing/contacts/search/emails {"emails":["a@example.com","b@example.com"]}',
      'DELETE /v3/marketing/lists/l1/contacts?contact_ids=asdf-Jkl-zxCvBNm',
    ]);
    const pending = { state: 'pending', jobId: 'abc12312-x3y4-1234-abcd-123qwe456rty' };
    expect(result).toEqual([pending, pending]);
  });

  it('need no removal of addresses that are not contacts', async () => {
    const { result, requests } = await record([{ status: 404, json: { errors: [] } }], (email) =>
      email.lists.removeMembers('l1', ['a@example.com']),
    );
    expect([result, requests.length]).toEqual([{ state: 'done' }, 1]);
  });

  it('have a name and a count', async () => {
    const list = { id: 'l1', name: 'News', contact_count: 2 };
    const { result, requests } = await record([{ status: 201, json: list }, gone], async (email) => {
      const made = await email.lists.create({ name: 'News' });
      await email.lists.delete('l1');
      return made;
    });
    expect(result).toEqual({ id: 'l1', name: 'News', memberCount: 2 });
    expect(requests).toEqual(['POST /v3/marketing/lists {"name":"News"}', 'DELETE /v3/marketing/lists/l1']);
  });
});

describe('suppressions of SendGrid', () => {
  it('are in five lists and in groups, one after the other, with one cursor', async () => {
    const entry = (email: string) => ({
      created: 1_443_651_125,
      email,
      reason: `550 5.1.1 <${email}> unknown`,
    });
    const pages = [[entry('a@x.io'), entry('b@x.io')], [entry('c@x.io')], [], [], [], []];
    const group = [{ email: 'd@x.io', group_id: 7, group_name: 'News', created_at: 1_410_986_704 }];
    const answers = [...pages, group].map((json) => ({ json }));
    const { result, requests } = await record(answers, (email) =>
      collect(email.suppressions.list({ pageSize: 2 })),
    );
    const page = (name: string, offset = 0) => `GET /v3/suppression/${name}?limit=2&offset=${offset}`;
    expect(requests).toEqual([
      page('bounces'),
      page('bounces', 2),
      page('blocks'),
      page('invalid_emails'),
      page('spam_reports'),
      page('unsubscribes'),
      'GET /v3/asm/suppressions',
    ]);
    expect(result).toMatchObject([
      {
        email: 'a@x.io',
        reason: 'hard-bounce',
        scope: 'account',
        description: '550 5.1.1 <[address]> unknown',
        createdAt: new Date(1_443_651_125_000),
        removable: true,
      },
      { email: 'b@x.io' },
      { email: 'c@x.io' },
      { email: 'd@x.io', reason: 'unsubscribe', scope: 'group', scopeId: '7' },
    ]);
  });

  it('are filtered by reason, time and group', async () => {
    const from = new Date(1_000_000);
    const { requests } = await record([{ json: [] }], async (email) => {
      await collect(email.suppressions.list({ reason: 'complaint', from, to: new Date(2_000_000) }));
      await collect(email.suppressions.list({ scopeId: '7' }));
      await collect(email.suppressions.list({ cursor: 'blocks:500', reason: 'block' }));
    });
    expect(requests).toEqual([
      'GET /v3/suppression/spam_reports?limit=500&offset=0&start_time=1000&end_time=2000',
      'GET /v3/asm/groups/7/suppressions',
      'GET /v3/suppression/blocks?limit=500&offset=500',
    ]);
  });

  it.each<[object, string]>([
    [{ reason: 'manual' }, 'unsupported'],
    [{ scopeId: 'x' }, 'invalid-input'],
    [{ scopeId: '7', reason: 'block' }, 'invalid-input'],
    [{ cursor: 'blocks:x' }, 'invalid-input'],
    [{ cursor: 'bounces:5', reason: 'block' }, 'invalid-input'],
  ])('refuse the filter %o', async (filter, code) => {
    const { email, transport } = createClient([{ json: [] }]);
    await expect(collect(email.suppressions.list(filter))).rejects.toMatchObject({ code });
    expect(transport.requests).toEqual([]);
  });

  it('are added for everything or for a group, and only as unsubscribes', async () => {
    const added = { status: 201, json: { recipient_emails: ['a@x.io'] } };
    const { requests } = await record([added], async (email) => {
      await email.suppressions.add({ email: 'a@x.io' });
      await email.suppressions.add({ email: 'a@x.io', reason: 'unsubscribe', scopeId: '7' });
    });
    expect(requests).toEqual([
      'POST /v3/asm/suppressions/global {"recipient_emails":["a@x.io"]}',
      'POST /v3/asm/groups/7/suppressions {"recipient_emails":["a@x.io"]}',
    ]);
    const { email } = createClient([added]);
    const adding = email.suppressions.add({ email: 'a@x.io', reason: 'hard-bounce' });
    await expect(adding).rejects.toMatchObject({ code: 'unsupported' });
  });

  it('are checked and removed everywhere, also where there is nothing', async () => {
    const service = await startSendGrid();
    const email = createEmailClient({ driver: sendgrid({ apiKey: 'SG.good', baseUrl: service.url }) });
    await email.suppressions.add({ email: 'a@x.io' });
    await email.suppressions.add({ email: 'a@x.io', scopeId: '2' });
    expect(await email.suppressions.check('a@x.io')).toEqual([
      { email: 'a@x.io', reason: 'unsubscribe', scope: 'account', removable: true },
      { email: 'a@x.io', reason: 'unsubscribe', scope: 'group', scopeId: '2', removable: true },
    ]);
    await email.suppressions.remove({ email: 'a@x.io', scopeId: '2' });
    await email.suppressions.remove({ email: 'a@x.io' });
    expect(await email.suppressions.check('a@x.io')).toEqual([]);
    const before = service.lines.length;
    await email.suppressions.remove({ email: 'a@x.io', reason: 'block' });
    expect(service.lines.slice(before)).toEqual(['GET /v3/suppression/blocks/a%40x.io']);
    await email.close();
    await service.close();
  });
});

const sent = {
  from_email: 'from@test.com',
  msg_id: 'abc123',
  subject: 'something profound',
  to_email: 'to@test.com',
  status: 'delivered',
  opens_count: 0,
  clicks_count: 0,
  last_event_time: '2017-10-13T18:56:21Z',
};

describe('messages of SendGrid', () => {
  it('are found by our id or by that of SendGrid', async () => {
    const { result, requests } = await record([{ json: { messages: [sent] } }], (email) =>
      email.messages.get('own-id'),
    );
    expect(requests).toEqual([
      `GET /v3/messages?query=(unique_args['org_message_id']="own-id" OR msg_id LIKE "own-id%")&limit=1000`,
    ]);
    expect(result).toEqual({
      id: 'own-id',
      status: 'delivered',
      subject: 'something profound',
      recipients: [{ recipient: 'to@test.com', status: 'delivered' }],
    });
  });

  it('are not found when the search has no result', async () => {
    const { email } = createClient([{ json: { messages: [] } }]);
    await expect(email.messages.get('x')).rejects.toMatchObject({ code: 'not-found' });
    await expect(email.messages.get('x" OR "1')).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('have events, read message by message, and a cursor of time', async () => {
    const events = (name: string, more: object = {}) => ({
      json: { ...sent, events: [{ event_name: name, processed: '2017-10-13T18:56:21Z', ...more }] },
    });
    const other = { ...sent, msg_id: 'def456' };
    const { result, requests } = await record(
      [
        { json: { messages: [sent] } },
        events('bounced', { bounce_type: 'hard', reason: '550 5.1.1 unknown' }),
        { json: { messages: [sent, other] } },
        events('clicked', { url: 'https://acme.dev/' }),
        { json: { messages: [sent, other] } },
      ],
      (email) => collect(email.messages.events({ recipient: 'to@test.com', pageSize: 1 })),
    );
    const time = '2017-10-13T18:56:21.000Z';
    const until = `AND last_event_time BETWEEN TIMESTAMP "1970-01-01T00:00:00.000Z" AND TIMESTAMP "${time}"`;
    expect(requests).toEqual([
      'GET /v3/messages?query=to_email="to@test.com"&limit=1',
      'GET /v3/messages/abc123',
      `GET /v3/messages?query=to_email="to@test.com" ${until}&limit=2`,
      'GET /v3/messages/def456',
      `GET /v3/messages?query=to_email="to@test.com" ${until}&limit=3`,
    ]);
    expect(result).toMatchObject([
      {
        type: 'bounced',
        messageId: 'abc123',
        recipient: 'to@test.com',
        bounce: { class: 'hard', smtpCode: '550', enhancedCode: '5.1.1' },
      },
      { type: 'clicked', click: { url: 'https://acme.dev/' } },
    ]);
  });
});

describe('webhooks of SendGrid', () => {
  const settings = { id: 'w-1', url: 'https://acme.dev/hook', enabled: true, bounce: true, open: false };

  it('are created signed, and return the key', async () => {
    const key = { json: { id: 'w-1', public_key: '123publickeyabc' } };
    const { result, requests } = await record([{ status: 201, json: settings }, key], (email) =>
      email.webhooks.create({ url: settings.url, events: ['bounced', 'unsubscribed'], name: 'Mail' }),
    );
    expect(JSON.parse(requests[0]?.replace(/^\S+ \S+ /, '') ?? '')).toEqual({
      url: 'https://acme.dev/hook',
      enabled: true,
      friendly_name: 'Mail',
      processed: false,
      delivered: false,
      deferred: false,
      bounce: true,
      dropped: false,
      open: false,
      click: false,
      spam_report: false,
      unsubscribe: true,
      group_unsubscribe: true,
      group_resubscribe: false,
    });
    expect(requests[1]).toBe('PATCH /v3/user/webhooks/event/settings/signed/w-1 {"enabled":true}');
    expect(result).toMatchObject({ id: 'w-1', events: ['bounced'], enabled: true });
    const { secret } = result as { readonly secret: { reveal(): string } };
    expect(secret.reveal()).toBe('123publickeyabc');
  });

  it('refuse events that SendGrid does not have', async () => {
    const { email, transport } = createClient([gone]);
    const creating = email.webhooks.create({ url: settings.url, events: ['inbound'] });
    await expect(creating).rejects.toMatchObject({ code: 'unsupported' });
    expect(transport.requests).toEqual([]);
  });

  it('are listed and deleted', async () => {
    const { result, requests } = await record([{ json: { webhooks: [settings] } }, gone], async (email) => {
      const all = await collect(email.webhooks.list());
      await email.webhooks.delete('w-1');
      return all;
    });
    expect(requests).toEqual([
      'GET /v3/user/webhooks/event/settings/all',
      'DELETE /v3/user/webhooks/event/settings/w-1',
    ]);
    expect(result).toMatchObject([{ id: 'w-1', url: 'https://acme.dev/hook', enabled: true }]);
  });
});
