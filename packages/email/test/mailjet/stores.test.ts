import type { FakeHttpAnswer } from '@org/core/testing';
import { createEmailClient } from '@org/email';
import { mailjet } from '@org/email/mailjet';
import { describe, expect, it } from 'vitest';
import { createClient, messageId } from './client.ts';
import { startMailjet } from './stand-in.ts';

type Email = ReturnType<typeof createClient>['email'];

const wrap = (...Data: readonly object[]) => ({ json: { Count: Data.length, Data, Total: Data.length } });
const notFound = {
  status: 404,
  json: { ErrorInfo: '', ErrorMessage: 'Object not found', StatusCode: 404 },
};
const unchanged = { status: 304 };
const gone = { status: 204 };

/** The requests that a call makes of a service with these responses, and its result. */
async function run(call: (email: Email) => Promise<unknown>, ...answers: readonly FakeHttpAnswer[]) {
  const { email, transport } = createClient(...answers);
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

const at = new Date('2014-06-10T08:30:32Z');
const john = {
  ID: 17,
  Email: 'john@mailjet.com',
  Name: 'John',
  IsExcludedFromCampaigns: false,
  CreatedAt: '2014-06-10T08:30:32Z',
  LastUpdateAt: '2014-06-10T08:30:32Z',
};
const data = { ContactID: 17, Data: [{ Name: 'age', Value: '30' }], ID: 17 };
const contact = {
  id: '17',
  email: 'john@mailjet.com',
  subscribed: true,
  fields: { Name: 'John', age: '30' },
  createdAt: at,
  updatedAt: at,
};
const listed = { ...contact, fields: { Name: 'John' } };

describe('contacts of Mailjet', () => {
  it('are found by id or address, with their properties', async () => {
    expect(await run((email) => email.contacts.get('john@mailjet.com'), wrap(john), wrap(data))).toEqual({
      result: contact,
      requests: ['GET /v3/REST/contact/john%40mailjet.com', 'GET /v3/REST/contactdata/17'],
    });
  });

  it('are not found when they are deleted: Mailjet keeps an anonymous contact', async () => {
    const deleted = { ...john, Name: 'Anonymized', Email: '\\xae872d762f67cc4fc5@domain.invalid' };
    const get = run((email) => email.contacts.get('17'), wrap(deleted));
    await expect(get).rejects.toMatchObject({ code: 'not-found' });
  });

  it('are created by an upsert when Mailjet does not know the address', async () => {
    const input = { email: 'john@mailjet.com', subscribed: false, fields: { Name: 'John', age: '30' } };
    const answers = [notFound, wrap(john), wrap(data), wrap(john), wrap(data)];
    expect(await run((email) => email.contacts.upsert(input), ...answers)).toEqual({
      result: { contact, created: true },
      requests: [
        'GET /v3/REST/contact/john%40mailjet.com',
        'POST /v3/REST/contact {"Email":"john@mailjet.com","Name":"John","IsExcludedFromCampaigns":true}',
        'PUT /v3/REST/contactdata/17 {"Data":[{"Name":"age","Value":"30"}]}',
        'GET /v3/REST/contact/17',
        'GET /v3/REST/contactdata/17',
      ],
    });
  });

  it('are changed by an upsert when Mailjet knows the address', async () => {
    const input = { email: 'john@mailjet.com', subscribed: true, fields: { age: null } };
    const answers = [wrap(john), unchanged, wrap(data), wrap(john), wrap(data)];
    const { result, requests } = await run((email) => email.contacts.upsert(input), ...answers);
    expect(result).toEqual({ contact, created: false });
    expect(requests.slice(1, 3)).toEqual([
      'PUT /v3/REST/contact/17 {"IsExcludedFromCampaigns":false}',
      'PUT /v3/REST/contactdata/17 {"Data":[{"Name":"age","Value":null}]}',
    ]);
  });

  it('are not created when the look-up fails for another reason', async () => {
    for (const answer of [
      { status: 404, body: '<h1>Not found</h1>' },
      { status: 401, json: {} },
    ]) {
      const { email, transport } = createClient(answer);
      await expect(email.contacts.upsert({ email: 'a@b.dev' })).rejects.toMatchObject({
        outcome: 'not-sent',
      });
      expect(transport.requests.every(({ method }) => method === 'GET')).toBe(true);
    }
  });

  it('are changed only where something changes', async () => {
    const read = [wrap(john), wrap(data)];
    const { requests } = await run(
      (email) => email.contacts.update('17', { fields: { age: 31 } }),
      wrap(data),
      ...read,
    );
    expect(requests[0]).toBe('PUT /v3/REST/contactdata/17 {"Data":[{"Name":"age","Value":31}]}');
    const name = await run(
      (email) => email.contacts.update('17', { fields: { Name: 'Jo' } }),
      wrap(john),
      ...read,
    );
    expect(name.requests[0]).toBe('PUT /v3/REST/contact/17 {"Name":"Jo"}');
    expect(name.requests).toHaveLength(3);
  });

  it('are listed page by page, and from a cursor', async () => {
    const pages = [wrap(john), wrap({ ...john, ID: 18 }), wrap()];
    expect(await run((email) => collect(email.contacts.list({ pageSize: 1 })), ...pages)).toEqual({
      result: [listed, { ...listed, id: '18' }],
      requests: [
        'GET /v3/REST/contact?Limit=1',
        'GET /v3/REST/contact?Limit=1&Offset=1',
        'GET /v3/REST/contact?Limit=1&Offset=2',
      ],
    });
    const rest = await run(
      (email) => collect(email.contacts.list({ cursor: '40', pageSize: 5_000 })),
      wrap(john),
    );
    expect(rest.requests).toEqual(['GET /v3/REST/contact?Limit=1000&Offset=40']);
  });

  it('are deleted by their number', async () => {
    expect((await run((email) => email.contacts.delete('17'), wrap(john))).requests).toEqual([
      'DELETE /v4/contacts/17',
    ]);
    const byAddress = await run((email) => email.contacts.delete('john@mailjet.com'), wrap(john));
    expect(byAddress.requests).toEqual(['GET /v3/REST/contact/john%40mailjet.com', 'DELETE /v4/contacts/17']);
  });

  it('are imported by a job', async () => {
    const contacts = [
      { email: 'jim@example.com', subscribed: false, fields: { Name: 'Jim', Property1: 'value' } },
      { email: 'janet@example.com' },
    ];
    const { result, requests } = await run(
      (email) => email.contacts.import({ contacts, listIds: ['1'] }),
      wrap({ JobID: 35_800 }),
    );
    expect(result).toEqual({ state: 'pending', jobId: '35800' });
    const path = 'POST /v3/REST/contact/managemanycontacts ';
    expect(JSON.parse(requests[0]?.replace(path, '') ?? '')).toEqual({
      Contacts: [
        {
          Email: 'jim@example.com',
          Name: 'Jim',
          IsExcludedFromCampaigns: true,
          Properties: { Property1: 'value' },
        },
        { Email: 'janet@example.com' },
      ],
      ContactsLists: [{ ListID: 1, Action: 'addnoforce' }],
    });
  });

  it.each([
    ['Allocated', 'pending'],
    ['Upload', 'pending'],
    ['Prepare', 'pending'],
    ['Importing', 'pending'],
    ['Completed', 'done'],
    ['Error', 'failed'],
    ['Abort', 'failed'],
  ])('have a job that is %s: %s', async (Status, state) => {
    const job = wrap({ Status, JobStart: '', JobEnd: '', Count: 3, Error: 'bad', ErrorFile: '' });
    expect(await run((email) => email.contacts.importStatus('35800'), job)).toEqual({
      result: { jobId: '35800', state, description: 'bad' },
      requests: ['GET /v3/REST/contact/managemanycontacts/35800'],
    });
    const ofList = await run((email) => email.contacts.importStatus('7/35800'), job);
    expect(ofList.requests).toEqual(['GET /v3/REST/contactslist/7/managemanycontacts/35800']);
  });

  it.each([
    ['str', 'text'],
    ['int', 'number'],
    ['float', 'number'],
    ['bool', 'boolean'],
    ['datetime', 'date'],
  ])('have fields of the type %s: %s', async (Datatype, type) => {
    const property = wrap({ ID: 5, Name: 'age', Datatype, NameSpace: 'static' });
    expect(await run((email) => email.contacts.fields(), property)).toEqual({
      result: [{ id: '5', name: 'age', type }],
      requests: ['GET /v3/REST/contactmetadata?Limit=1000'],
    });
  });

  it.each([
    ['text', 'str'],
    ['number', 'float'],
    ['boolean', 'bool'],
    ['date', 'datetime'],
  ] as const)('get fields of the type %s: %s', async (type, Datatype) => {
    const field = { name: 'age', type };
    const { requests } = await run(
      (email) => email.contacts.createField(field),
      wrap({ ID: 5, Name: 'age', Datatype }),
    );
    expect(requests).toEqual([
      `POST /v3/REST/contactmetadata {"Name":"age","Datatype":"${Datatype}","NameSpace":"static"}`,
    ]);
  });
});

describe('lists of Mailjet', () => {
  const news = { ID: 7, Name: 'News', SubscriberCount: 2, CreatedAt: '2014-06-10T08:30:32Z', Address: 'x' };
  const list = { id: '7', name: 'News', memberCount: 2, createdAt: at };

  it.each<[string, (email: Email) => Promise<unknown>, object, unknown, string]>([
    [
      'created',
      (email) => email.lists.create({ name: 'News' }),
      wrap(news),
      list,
      'POST /v3/REST/contactslist {"Name":"News"}',
    ],
    ['read', (email) => email.lists.get('7'), wrap(news), list, 'GET /v3/REST/contactslist/7'],
    [
      'listed',
      (email) => collect(email.lists.list()),
      wrap(news),
      [list],
      'GET /v3/REST/contactslist?Limit=100',
    ],
    ['deleted', (email) => email.lists.delete('7'), gone, undefined, 'DELETE /v3/REST/contactslist/7'],
    [
      'read with their members',
      (email) => collect(email.lists.members('7')),
      wrap(john),
      [listed],
      'GET /v3/REST/contact?ContactsList=7&Limit=100',
    ],
  ])('are %s', async (_what, call, answer, result, request) => {
    expect(await run(call, answer)).toEqual({ result, requests: [request] });
  });

  it('are renamed, also to the name that they have', async () => {
    for (const put of [wrap(news), unchanged])
      expect(await run((email) => email.lists.update('7', { name: 'News' }), put, wrap(news))).toEqual({
        result: list,
        requests: ['PUT /v3/REST/contactslist/7 {"Name":"News"}', 'GET /v3/REST/contactslist/7'],
      });
  });

  it('get and lose members by jobs, which importStatus follows', async () => {
    const service = await startMailjet();
    const driver = mailjet({ apiKey: 'key:secret', baseUrl: service.url });
    const email = createEmailClient({ driver, limiter: false });
    const { id } = await email.lists.create({ name: 'News' });
    const members = async () => (await collect(email.lists.members(id))).map((each) => each.email);
    const { state, jobId = '' } = await email.lists.addMembers(id, ['a@example.com', 'b@example.com']);
    expect([state, await members()]).toEqual(['pending', ['a@example.com', 'b@example.com']]);
    expect((await email.contacts.importStatus(jobId)).state).toBe('pending');
    expect((await email.contacts.importStatus(jobId)).state).toBe('done');
    await email.lists.removeMembers(id, ['a@example.com']);
    expect(await members()).toEqual(['b@example.com']);
    await email.close();
    await service.close();
  });
});

describe('templates of Mailjet', () => {
  const base = { ID: 5, Name: 'First Template', Description: 'x', Purposes: ['transactional'] };
  const content = {
    'Html-part': '<p>Hello {{var:name}}</p>',
    'Text-part': 'Hello {{var:name}}',
    Headers: {
      From: '"Mailjet pilot" <pilot@mailjet.com>',
      Subject: 'Welcome',
      'Reply-to': 'copilot@mailjet.com',
    },
  };
  const template = {
    id: '5',
    name: 'First Template',
    description: 'x',
    kind: 'transactional',
    html: '<p>Hello {{var:name}}</p>',
    text: 'Hello {{var:name}}',
    subject: 'Welcome',
    from: { address: 'pilot@mailjet.com', name: 'Mailjet pilot' },
    replyTo: 'copilot@mailjet.com',
  };
  const read = [wrap(base), wrap(content)];

  it('are created in two requests', async () => {
    const input = {
      name: 'First Template',
      description: 'x',
      subject: 'Welcome',
      html: '<p>Hello {{var:name}}</p>',
      text: 'Hello {{var:name}}',
      from: '"Mailjet pilot" <pilot@mailjet.com>',
      replyTo: 'copilot@mailjet.com',
    };
    const { result, requests } = await run(
      (email) => email.templates.create(input),
      wrap(base),
      wrap(content),
      ...read,
    );
    expect(result).toEqual(template);
    expect(requests[0]).toBe(
      'POST /v3/REST/template {"Name":"First Template","Description":"x","Purposes":["transactional"]}',
    );
    expect(JSON.parse(requests[1]?.replace('PUT /v3/REST/template/5/detailcontent ', '') ?? '')).toEqual({
      'Html-part': '<p>Hello {{var:name}}</p>',
      'Text-part': 'Hello {{var:name}}',
      Headers: {
        From: 'Mailjet pilot <pilot@mailjet.com>',
        Subject: 'Welcome',
        'Reply-To': 'copilot@mailjet.com',
      },
    });
  });

  it('keep the header lines that do not change', async () => {
    const answers = [wrap(content), wrap(content), ...read];
    const { requests } = await run((email) => email.templates.update('5', { subject: 'Hi' }), ...answers);
    expect(requests.map((request) => request.split(' {')[0])).toEqual([
      'GET /v3/REST/template/5/detailcontent',
      'PUT /v3/REST/template/5/detailcontent',
      'GET /v3/REST/template/5',
      'GET /v3/REST/template/5/detailcontent',
    ]);
    expect(JSON.parse(requests[1]?.replace('PUT /v3/REST/template/5/detailcontent ', '') ?? '')).toEqual({
      Headers: { ...content.Headers, Subject: 'Hi' },
    });
  });

  it('replace a header line however it is written', async () => {
    const answers = [wrap(content), wrap(content), ...read];
    const changes = { replyTo: 'help@mailjet.com', from: 'a@mailjet.com' };
    const { requests } = await run((email) => email.templates.update('5', changes), ...answers);
    expect(JSON.parse(requests[1]?.replace('PUT /v3/REST/template/5/detailcontent ', '') ?? '')).toEqual({
      Headers: { Subject: 'Welcome', From: 'a@mailjet.com', 'Reply-To': 'help@mailjet.com' },
    });
  });

  it('are renamed without a change of their content', async () => {
    const { requests } = await run(
      (email) => email.templates.update('5', { name: 'Second' }),
      unchanged,
      ...read,
    );
    expect(requests[0]).toBe('PUT /v3/REST/template/5 {"Name":"Second"}');
    expect(requests).toHaveLength(3);
  });

  it('are read without content, listed and deleted', async () => {
    const empty = wrap({ 'Html-part': '', 'Text-part': '', Headers: '' });
    const got = await run((email) => email.templates.get('5'), wrap({ ...base, Purposes: '' }), empty);
    expect(got.result).toMatchObject({ id: '5', html: '', subject: undefined, kind: undefined });
    const { requests } = await run((email) => collect(email.templates.list()), wrap(base));
    expect(requests).toEqual(['GET /v3/REST/template?Limit=100']);
    expect((await run((email) => email.templates.delete('5'), gone)).requests).toEqual([
      'DELETE /v3/REST/template/5',
    ]);
  });
});

describe('messages of Mailjet', () => {
  it.each([
    ['queued', 'queued'],
    ['sent', 'delivered'],
    ['opened', 'opened'],
    ['clicked', 'clicked'],
    ['bounce', 'bounced'],
    ['hardbounced', 'bounced'],
    ['softbounced', 'bounced'],
    ['blocked', 'rejected'],
    ['spam', 'complained'],
    ['unsub', 'unsubscribed'],
    ['else', 'unknown'],
  ])('that are %s: %s', async (Status, status) => {
    const fields = `"ID":${messageId},"ArrivedAt":"2014-06-10T08:30:32Z","Status":"${Status}"`;
    const body = `{"Count":1,"Data":[{${fields}}]}`;
    expect(await run((email) => email.messages.get(messageId), { body })).toEqual({
      result: { id: messageId, status, createdAt: at },
      requests: [`GET /v3/REST/message/${messageId}`],
    });
  });

  it('have a history', async () => {
    const answer = wrap(
      { Comment: '', EventAt: 1_441_112_238, EventType: 'sent', State: '', Useragent: '' },
      { Comment: '', EventAt: 1_441_116_490, EventType: 'opened', State: '', Useragent: 'Mozilla/5.0' },
      { Comment: 'user unknown', EventAt: 1_441_116_491, EventType: 'bounced', State: '', Useragent: '' },
    );
    const { result, requests } = await run((email) => collect(email.messages.events({ messageId })), answer);
    expect(requests).toEqual([`GET /v3/REST/messagehistory/${messageId}`]);
    expect(result).toMatchObject([
      { type: 'delivered', messageId, timestamp: new Date('2015-09-01T12:57:18Z'), provider: 'mailjet' },
      { type: 'opened', client: { userAgent: 'Mozilla/5.0' } },
      { type: 'bounced', bounce: { diagnostic: 'user unknown' } },
    ]);
  });
});

describe('webhooks of Mailjet', () => {
  const url = 'https://acme.dev/hook?token=s3cret';
  const callback = (ID: number, EventType: string, Url = url) => ({ ID, EventType, Url, Version: 2 });

  it('are an address for each event', async () => {
    const { result, requests } = await run(
      (email) => email.webhooks.create({ url, events: ['delivered', 'bounced', 'deferred'] }),
      wrap(callback(1, 'sent')),
      wrap(callback(2, 'bounce')),
    );
    expect(result).toEqual({ id: '1,2', url, events: ['delivered', 'bounced', 'deferred'] });
    expect(requests).toEqual([
      `POST /v3/REST/eventcallbackurl {"EventType":"sent","Url":"${url}","Version":2}`,
      `POST /v3/REST/eventcallbackurl {"EventType":"bounce","Url":"${url}","Version":2}`,
    ]);
  });

  it('are listed by their address, and deleted with all their events', async () => {
    const other = 'https://acme.dev/other';
    const callbacks = wrap(callback(1, 'sent'), callback(2, 'open', other), callback(3, 'blocked'));
    const { result } = await run((email) => collect(email.webhooks.list()), callbacks);
    expect(result).toEqual([
      { id: '1,3', url, events: ['delivered', 'rejected', 'suppressed'] },
      { id: '2', url: other, events: ['opened'] },
    ]);
    expect((await run((email) => email.webhooks.delete('1,3'), gone)).requests).toEqual([
      'DELETE /v3/REST/eventcallbackurl/1',
      'DELETE /v3/REST/eventcallbackurl/3',
    ]);
  });
});

describe('what Mailjet does not have', () => {
  const template = { name: 'a', subject: 'b', html: 'c' };
  it.each<[string, (email: Email) => unknown]>([
    ['kind', (email) => email.templates.create({ ...template, kind: 'headless' })],
    ['search', (email) => collect(email.templates.list({ search: 'x' }))],
    ['search', (email) => collect(email.contacts.list({ search: 'x' }))],
    ['subscribed', (email) => collect(email.contacts.list({ subscribed: true }))],
    ['firstName', (email) => email.contacts.upsert({ email: 'a@b.dev', firstName: 'A' })],
    ['lastName', (email) => email.contacts.update('17', { lastName: 'A' })],
    ['firstName', (email) => email.contacts.import({ contacts: [{ email: 'a@b.dev', firstName: 'A' }] })],
    ['email', (email) => email.contacts.update('17', { email: 'a@b.dev' })],
    ['description', (email) => email.lists.create({ name: 'a', description: 'x' })],
    ['type', (email) => collect(email.messages.events({ messageId, type: 'opened' }))],
    ['events[0]', (email) => email.webhooks.create({ url: 'https://a.dev', events: ['queued'] })],
  ])('is refused: %s', async (path, call) => {
    const { email, transport } = createClient(wrap());
    await expect(call(email)).rejects.toMatchObject({ code: 'unsupported', issues: [{ path }] });
    expect(transport.requests).toEqual([]);
  });

  it.each<[string, (email: Email) => unknown]>([
    ['messageId', (email) => collect(email.messages.events())],
    ['id', (email) => email.lists.addMembers('news', ['a@b.dev'])],
    ['listIds[0]', (email) => email.contacts.import({ contacts: [{ email: 'a@b.dev' }], listIds: ['x'] })],
    [
      'fields.Name',
      (email) => email.contacts.import({ contacts: [{ email: 'a@b.dev', fields: { Name: 5 } }] }),
    ],
  ])('is not valid: %s', async (path, call) => {
    const { email } = createClient(wrap());
    await expect(call(email)).rejects.toMatchObject({ code: 'invalid-input', issues: [{ path }] });
  });

  it('is not a part of the client: suppressions', () => {
    const { email } = createClient(wrap());
    // @ts-expect-error Mailjet has no list of suppressed addresses.
    expect(() => email.suppressions.check).not.toThrow();
  });
});
