import { describe, expect, it } from 'vitest';
import { createClient, respond } from './client.ts';

const at = new Date(1.7e12);
const done = respond({});
const notFound = respond({ message: 'x' }, 404, 'NotFoundException');
const exists = respond({ message: 'x' }, 400, 'AlreadyExistsException');

async function first<Item>(items: AsyncIterable<Item>): Promise<Item | undefined> {
  for await (const item of items) return item;
  return undefined;
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const template = { TemplateName: 'Welcome', TemplateContent: { Subject: 'Hi', Html: '<p>', Text: 'Hi' } };

describe('templates of SES', () => {
  it('are created with their name as id', async () => {
    const { email, sent } = createClient([done]);
    const input = { name: 'Welcome', subject: 'Hi', html: '<p>', text: 'Hi', kind: 'transactional' } as const;
    expect(await email.templates.create(input)).toEqual({
      id: 'Welcome',
      name: 'Welcome',
      subject: 'Hi',
      html: '<p>',
      text: 'Hi',
    });
    expect(sent()).toEqual([['POST /v2/email/templates', template]]);
  });

  it('are read', async () => {
    const { email, sent } = createClient([respond(template)]);
    const content = { subject: 'Hi', html: '<p>', text: 'Hi' };
    expect(await email.templates.get('Wel/come')).toEqual({ id: 'Welcome', name: 'Welcome', ...content });
    expect(sent()).toEqual([['GET /v2/email/templates/Wel%2Fcome']]);
  });

  it('are listed page by page', async () => {
    const { email, sent } = createClient([
      respond({ TemplatesMetadata: [{ TemplateName: 'a', CreatedTimestamp: 1.7e9 }], NextToken: 'n+1' }),
      respond({ TemplatesMetadata: [{ TemplateName: 'b' }] }),
    ]);
    const listed = await collect(email.templates.list({ pageSize: 1 }));
    expect(listed).toEqual([
      { id: 'a', name: 'a', createdAt: at },
      { id: 'b', name: 'b' },
    ]);
    expect(sent()).toEqual([
      ['GET /v2/email/templates?PageSize=1'],
      ['GET /v2/email/templates?NextToken=n%2B1&PageSize=1'],
    ]);
  });

  it('keep the parts that a change leaves out', async () => {
    const { email, sent } = createClient([respond(template), done]);
    const changed = await email.templates.update('Welcome', { subject: 'Hello' });
    expect(changed).toMatchObject({ id: 'Welcome', subject: 'Hello', html: '<p>', text: 'Hi' });
    expect(sent()[1]).toEqual([
      'PUT /v2/email/templates/Welcome',
      { TemplateContent: { Subject: 'Hello', Html: '<p>', Text: 'Hi' } },
    ]);
  });

  it('are rendered by SES, as a MIME message', async () => {
    const mime = [
      'Date: Mon, 1 Jan 2024 00:00:00 +0000',
      'Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe_an?=',
      ' =?UTF-8?B?IEJvYg==?=',
      'MIME-Version: 1.0',
      'Content-Type: multipart/alternative; ',
      '\tboundary="----=_Part_1"',
      '',
      '------=_Part_1',
      'Content-Type: text/plain; charset=UTF-8',
      'Content-Transfer-Encoding: 7bit',
      '',
      'Hi Bob',
      '------=_Part_1',
      'Content-Type: text/html; charset=iso-8859-1',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      '<p class=3D"a">Gr=FC=DFe, =',
      'Bob</p>',
      '------=_Part_1--',
      '',
    ].join('\r\n');
    const { email, sent } = createClient([respond({ RenderedTemplate: mime })]);
    expect(await email.templates.render('Welcome', { name: 'Bob' })).toEqual({
      subject: 'Grüße an Bob',
      text: 'Hi Bob',
      html: '<p class="a">Grüße, Bob</p>',
    });
    expect(sent()).toEqual([['POST /v2/email/templates/Welcome/render', { TemplateData: '{"name":"Bob"}' }]]);
  });

  it('render as one part, too', async () => {
    const mime =
      'Subject: Hi\nContent-Type: text/html; charset=UTF-8\nContent-Transfer-Encoding: base64\n\nPHA+\n';
    const { email } = createClient([respond({ RenderedTemplate: mime })]);
    expect(await email.templates.render('Welcome')).toEqual({ subject: 'Hi', html: '<p>' });
  });

  it.each<[string, object]>([
    ['from', { from: 'ann@acme.dev' }],
    ['replyTo', { replyTo: 'ann@acme.dev' }],
    ['description', { description: 'x' }],
    ['kind', { kind: 'marketing' }],
  ])('have no field %s', async (field, extra) => {
    const { email, transport } = createClient([done]);
    const input = { name: 'a', subject: 'b', html: 'c', ...extra };
    await expect(email.templates.create(input)).rejects.toMatchObject({ issues: [{ path: field }] });
    expect(transport.requests).toEqual([]);
  });

  it('cannot change their name', async () => {
    const { email } = createClient([done]);
    await expect(email.templates.update('a', { name: 'b' })).rejects.toMatchObject({ code: 'unsupported' });
  });

  it('a 200 without an id of AWS is not evidence of a write', async () => {
    const { email } = createClient([{ json: {} }]);
    await expect(email.templates.delete('a')).rejects.toMatchObject({ outcome: 'unknown' });
  });
});

const contact = {
  ContactListName: 'audience',
  EmailAddress: 'bob@example.com',
  TopicPreferences: [
    { TopicName: 'news', SubscriptionStatus: 'OPT_IN' },
    { TopicName: 'club', SubscriptionStatus: 'OPT_OUT' },
  ],
  UnsubscribeAll: false,
  AttributesData: '{"plan":"free","age":7}',
  CreatedTimestamp: 1.7e9,
  LastUpdatedTimestamp: 1.7e9,
};
const bob = {
  id: 'bob@example.com',
  email: 'bob@example.com',
  subscribed: true,
  fields: { plan: 'free', age: 7 },
  listIds: ['news'],
  createdAt: at,
  updatedAt: at,
};
const pathOfBob = '/v2/email/contact-lists/audience/contacts/bob%40example.com';

describe('contacts of SES', () => {
  it('are read by their address', async () => {
    const { email, sent } = createClient([respond(contact)]);
    expect(await email.contacts.get('bob@example.com')).toEqual(bob);
    expect(sent()).toEqual([[`GET ${pathOfBob}`]]);
  });

  // AWS CLI reference, get-contact: the output states `UnsubscribeAll`.
  it('are not subscribed because a response leaves that out', async () => {
    const { UnsubscribeAll: _, ...rest } = contact;
    const { email, sent } = createClient([respond(rest)]);
    const changed = email.contacts.update('bob@example.com', { fields: { plan: 'pro' } });
    await expect(changed).rejects.toMatchObject({ code: 'response-format' });
    expect(sent()).toHaveLength(1);
  });

  it.each(['not JSON', '[1]', 'null'])(
    'have no fields where the attributes are %s',
    async (AttributesData) => {
      const { email } = createClient([respond({ ...contact, AttributesData })]);
      expect((await email.contacts.get('bob@example.com')).fields).toEqual({});
    },
  );

  it('are created where they are new', async () => {
    const { email, sent } = createClient([done]);
    const { created } = await email.contacts.upsert({ email: 'bob@example.com', fields: { plan: 'free' } });
    expect(created).toBe(true);
    const json = { TopicPreferences: [], UnsubscribeAll: false, AttributesData: '{"plan":"free"}' };
    const path = 'POST /v2/email/contact-lists/audience/contacts';
    expect(sent()).toEqual([[path, { EmailAddress: 'bob@example.com', ...json }]]);
  });

  it('keep fields and choices where they are known', async () => {
    const { email, sent } = createClient([exists, respond(contact), done]);
    const input = { email: 'bob@example.com', subscribed: false, fields: { plan: 'pro', age: null } };
    expect(await email.contacts.upsert(input)).toMatchObject({
      created: false,
      contact: { subscribed: false, fields: { plan: 'pro' }, listIds: ['news'] },
    });
    expect(sent()[2]).toEqual([
      `PUT ${pathOfBob}`,
      {
        TopicPreferences: contact.TopicPreferences,
        UnsubscribeAll: true,
        AttributesData: '{"plan":"pro"}',
      },
    ]);
  });

  it('are listed with a POST', async () => {
    const { AttributesData: _, ...listed } = contact;
    const { email, sent } = createClient([
      respond({ Contacts: [listed], NextToken: 'next' }),
      respond({ Contacts: [], NextToken: null }),
    ]);
    const all = await collect(email.contacts.list({ pageSize: 1 }));
    expect(all).toEqual([{ ...bob, fields: {} }]);
    const path = 'POST /v2/email/contact-lists/audience/contacts/list';
    expect(sent()).toEqual([
      [path, { PageSize: 1 }],
      [path, { PageSize: 1, NextToken: 'next' }],
    ]);
  });

  it.each<[string, (email: ReturnType<typeof createClient>['email']) => Promise<unknown>]>([
    ['another address', (email) => email.contacts.update('bob@example.com', { email: 'cat@example.com' })],
    ['a first name', (email) => email.contacts.upsert({ email: 'bob@example.com', firstName: 'Bob' })],
    ['a search', (email) => first(email.contacts.list({ search: 'bob' }))],
    ['a filter by subscription', (email) => first(email.contacts.list({ subscribed: true }))],
  ])('refuse %s', async (_what, call) => {
    const { email, transport } = createClient([done]);
    await expect(call(email)).rejects.toMatchObject({ code: 'unsupported', outcome: 'not-sent' });
    expect(transport.requests).toEqual([]);
  });

  it('need the option `contactList`', async () => {
    const { email } = createClient([done], { contactList: undefined });
    await expect(email.contacts.get('bob@example.com')).rejects.toThrow(/option `contactList`/);
  });
});

const topic = (name: string) => ({
  TopicName: name,
  DisplayName: `The ${name}`,
  DefaultSubscriptionStatus: 'OPT_OUT',
});
const audience = respond({ ContactListName: 'audience', Description: 'All', Topics: [topic('news')] });
const pathOfList = '/v2/email/contact-lists/audience';

describe('lists of SES: topics of the contact list', () => {
  it('are added to the others', async () => {
    const { email, sent } = createClient([audience, done]);
    const list = await email.lists.create({
      name: 'Club',
      description: 'For members',
      providerOptions: { ses: { topicName: 'club', defaultStatus: 'opt-in' } },
    });
    expect(list).toEqual({ id: 'club', name: 'Club', description: 'For members' });
    const club = { TopicName: 'club', DisplayName: 'Club', Description: 'For members' };
    const Topics = [topic('news'), { ...club, DefaultSubscriptionStatus: 'OPT_IN' }];
    expect(sent()).toEqual([[`GET ${pathOfList}`], [`PUT ${pathOfList}`, { Topics, Description: 'All' }]]);
  });

  it('make the contact list where there is none', async () => {
    const { email, sent } = createClient([notFound, done]);
    await email.lists.create({ name: 'news' });
    const Topics = [{ ...topic('news'), DisplayName: 'news' }];
    const body = { ContactListName: 'audience', Topics };
    expect(sent()[1]).toEqual(['POST /v2/email/contact-lists', body]);
  });

  it('are listed, changed and deleted', async () => {
    const { email, sent } = createClient([audience, audience, done, audience, done]);
    expect(await collect(email.lists.list())).toEqual([{ id: 'news', name: 'The news' }]);
    expect(await email.lists.update('news', { name: 'Letters' })).toEqual({ id: 'news', name: 'Letters' });
    await email.lists.delete('news');
    expect(sent().map(([line]) => line)).toEqual([
      `GET ${pathOfList}`,
      `GET ${pathOfList}`,
      `PUT ${pathOfList}`,
      `GET ${pathOfList}`,
      `PUT ${pathOfList}`,
    ]);
    expect(sent()[4]?.[1]).toEqual({ Topics: [], Description: 'All' });
  });

  it.each<[string, string, (email: ReturnType<typeof createClient>['email']) => Promise<unknown>]>([
    ['get', 'not-found', (email) => email.lists.get('none')],
    ['update', 'not-found', (email) => email.lists.update('none', { name: 'a' })],
    ['delete', 'not-found', (email) => email.lists.delete('none')],
    ['addMembers', 'not-found', (email) => email.lists.addMembers('none', ['a@b.dev'])],
    ['create', 'conflict', (email) => email.lists.create({ name: 'news' })],
    [
      'create',
      'invalid-input',
      (email) => email.lists.create({ name: 'a', providerOptions: { ses: { topic: 'b' } } }),
    ],
  ])('reject %s with %s', async (_method, code, call) => {
    const { email } = createClient([audience]);
    await expect(call(email)).rejects.toMatchObject({ code });
  });

  it('have the contacts that chose the topic, and those who get it by default', async () => {
    const { email, sent } = createClient([respond({ Contacts: [contact] })]);
    expect(await first(email.lists.members('news'))).toEqual(bob);
    const TopicFilter = { TopicName: 'news', UseDefaultIfPreferenceUnavailable: true };
    const Filter = { FilteredStatus: 'OPT_IN', TopicFilter };
    expect(sent()).toEqual([[`POST ${pathOfList}/contacts/list`, { Filter }]]);
  });

  it('keep the other choices of a member', async () => {
    const { email, sent } = createClient([audience, respond(contact), done]);
    expect(await email.lists.removeMembers('news', ['bob@example.com'])).toEqual({ state: 'done' });
    expect(sent()[2]).toEqual([
      `PUT ${pathOfBob}`,
      {
        TopicPreferences: [
          { TopicName: 'news', SubscriptionStatus: 'OPT_OUT' },
          { TopicName: 'club', SubscriptionStatus: 'OPT_OUT' },
        ],
        UnsubscribeAll: false,
        AttributesData: '{"plan":"free","age":7}',
      },
    ]);
  });

  it('make a contact of a new member, and none of one who leaves', async () => {
    const added = createClient([audience, notFound, done]);
    await added.email.lists.addMembers('news', ['bob@example.com']);
    expect(added.sent()[2]).toMatchObject([
      `POST ${pathOfList}/contacts`,
      { EmailAddress: 'bob@example.com' },
    ]);
    const removed = createClient([audience, notFound]);
    await removed.email.lists.removeMembers('news', ['bob@example.com']);
    expect(removed.transport.requests).toHaveLength(2);
  });
});

describe('suppressions of SES', () => {
  const entry = { EmailAddress: 'bob@example.com', Reason: 'COMPLAINT', LastUpdateTime: 1.7e9 };
  const suppression = {
    email: 'bob@example.com',
    reason: 'complaint',
    scope: 'account',
    createdAt: at,
    removable: true,
  };
  const path = '/v2/email/suppression/addresses';

  it('are looked up, and may be none', async () => {
    const { email, sent } = createClient([respond({ SuppressedDestination: entry }), notFound]);
    expect(await email.suppressions.check('bob@example.com')).toEqual([suppression]);
    expect(await email.suppressions.check('bob+a@example.com')).toEqual([]);
    expect(sent()).toEqual([[`GET ${path}/bob%40example.com`], [`GET ${path}/bob%2Ba%40example.com`]]);
  });

  it('a 404 of a proxy is not an answer', async () => {
    const { email } = createClient([{ status: 404, body: 'Not found' }]);
    await expect(email.suppressions.check('bob@example.com')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('are listed by reason and time', async () => {
    const { email, sent } = createClient([respond({ SuppressedDestinationSummaries: [entry] })]);
    const filter = { reason: 'complaint', from: at, to: new Date(1.8e12), pageSize: 5, cursor: 'c' } as const;
    expect(await first(email.suppressions.list(filter))).toEqual(suppression);
    const { url } = { url: new URL(`http://x${String(sent()[0]?.[0]).slice(4)}`) };
    expect(Object.fromEntries(url.searchParams)).toEqual({
      Reason: 'COMPLAINT',
      StartDate: '2023-11-14T22:13:20.000Z',
      EndDate: '2027-01-15T08:00:00.000Z',
      PageSize: '5',
      NextToken: 'c',
    });
  });

  it('are added and removed', async () => {
    const { email, sent } = createClient([done]);
    await email.suppressions.add({ email: 'bob@example.com' });
    await email.suppressions.add({ email: 'bob@example.com', reason: 'complaint' });
    await email.suppressions.remove({ email: 'bob@example.com' });
    expect(sent()).toEqual([
      [`PUT ${path}`, { EmailAddress: 'bob@example.com', Reason: 'BOUNCE' }],
      [`PUT ${path}`, { EmailAddress: 'bob@example.com', Reason: 'COMPLAINT' }],
      [`DELETE ${path}/bob%40example.com`],
    ]);
  });

  it.each<[string, (email: ReturnType<typeof createClient>['email']) => Promise<unknown>]>([
    ['another reason', (email) => email.suppressions.add({ email: 'a@b.dev', reason: 'unsubscribe' })],
    ['a scope', (email) => email.suppressions.add({ email: 'a@b.dev', scopeId: 'x' })],
    ['to remove one reason', (email) => email.suppressions.remove({ email: 'a@b.dev', reason: 'complaint' })],
    ['a list of another reason', (email) => first(email.suppressions.list({ reason: 'block' }))],
  ])('refuse %s', async (_what, call) => {
    const { email, transport } = createClient([done]);
    await expect(call(email)).rejects.toMatchObject({ code: 'unsupported' });
    expect(transport.requests).toEqual([]);
  });
});

describe('a message of SES', () => {
  it('has the events of each recipient', async () => {
    const bounce = {
      BounceType: 'PERMANENT',
      BounceSubType: 'NoEmail',
      DiagnosticCode: 'smtp; 550 5.1.1 unknown',
    };
    const { email, sent } = createClient([
      respond({
        MessageId: 'id/1',
        Subject: 'Hi',
        Insights: [
          {
            Destination: 'bob@example.com',
            Events: [
              { Timestamp: 1.7e9 + 5, Type: 'BOUNCE', Details: { Bounce: bounce } },
              { Timestamp: 1.7e9, Type: 'SEND' },
            ],
          },
          { Destination: 'cat@example.com', Events: [{ Timestamp: 1.7e9 + 1, Type: 'RENDERING_FAILURE' }] },
        ],
      }),
    ]);
    const found = await email.messages.get('id/1');
    expect(sent()).toEqual([['GET /v2/email/insights/id%2F1/']]);
    expect(found).toMatchObject({
      id: 'id/1',
      status: 'bounced',
      subject: 'Hi',
      createdAt: at,
      recipients: [
        { recipient: 'bob@example.com', status: 'bounced' },
        { recipient: 'cat@example.com', status: 'failed' },
      ],
    });
    expect(found.events?.map(({ type }) => type)).toEqual(['sent', 'failed', 'bounced']);
    expect(found.events?.[2]).toMatchObject({
      provider: 'ses',
      messageId: 'id/1',
      recipient: 'bob@example.com',
      bounce: {
        class: 'hard',
        category: 'invalid-address',
        smtpCode: '550',
        enhancedCode: '5.1.1',
        diagnostic: 'smtp; 550 5.1.1 unknown',
      },
    });
  });

  it('in another form is an error', async () => {
    const { email } = createClient([respond({ MessageId: 7 })]);
    await expect(email.messages.get('a')).rejects.toMatchObject({ code: 'response-format' });
  });
});
