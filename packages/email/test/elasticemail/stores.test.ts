import type { FakeHttpAnswer } from '@org/core/testing';
import { describe, expect, it } from 'vitest';
import { createClient, transaction } from './client.ts';

/** What a call returns, and its requests as `METHOD path?query body`. */
async function record(
  answers: readonly FakeHttpAnswer[],
  run: (email: ReturnType<typeof createClient>['email']) => Promise<unknown>,
): Promise<{ readonly result: unknown; readonly requests: readonly string[] }> {
  const { email, transport } = createClient(answers);
  const result = await run(email);
  const requests = transport.requests.map(({ method, url, text }) =>
    [method, decodeURIComponent(url.pathname.replace('/v4', '') + url.search), text()].join(' ').trim(),
  );
  return { result, requests };
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const missing: FakeHttpAnswer = { status: 404, json: { Error: 'not found' } };

const template = {
  TemplateType: 'RawHTML',
  Name: 'Welcome',
  DateAdded: '2030-01-02T03:04:05',
  Subject: 'Hi {name}',
  Body: [
    { ContentType: 'HTML', Content: '<p>{name}</p>', Charset: 'utf-8' },
    { ContentType: 'PlainText', Content: '{name}', Charset: 'utf-8' },
  ],
  TemplateScope: 'Global',
};

describe('templates of Elastic Email', () => {
  it('are known by their name', async () => {
    const { result, requests } = await record([{ json: template }], (email) =>
      email.templates.get('Wel/come'),
    );
    expect(requests).toEqual(['GET /templates/Wel/come']);
    expect(result).toEqual({
      id: 'Welcome',
      name: 'Welcome',
      subject: 'Hi {name}',
      html: '<p>{name}</p>',
      text: '{name}',
      createdAt: new Date('2030-01-02T03:04:05Z'),
    });
  });

  it('are created in the personal scope', async () => {
    const { requests } = await record([{ status: 201, json: template }], (email) =>
      email.templates.create({ name: 'Welcome', subject: 'S', html: 'H' }),
    );
    expect(requests).toEqual([
      'POST /templates {"Name":"Welcome","Subject":"S",' +
        '"Body":[{"ContentType":"HTML","Content":"H","Charset":"utf-8"}],"TemplateScope":"Personal"}',
    ]);
  });

  it('are changed as a whole, in their scope', async () => {
    const { requests } = await record([{ json: template }], (email) =>
      email.templates.update('Welcome', { subject: 'New' }),
    );
    expect(requests).toEqual([
      'GET /templates/Welcome',
      `PUT /templates/Welcome {"Name":"Welcome","Subject":"New","Body":${JSON.stringify(template.Body)},` +
        '"TemplateScope":"Global"}',
    ]);
  });

  it('are listed with offsets, until a page is not full', async () => {
    const { result, requests } = await record([{ json: [template] }, { json: [] }], (email) =>
      collect(email.templates.list({ pageSize: 1 })),
    );
    expect(result).toHaveLength(1);
    const page = 'GET /templates?scopeType=Personal&scopeType=Global&limit=1&offset=';
    expect(requests).toEqual([`${page}0`, `${page}1`]);
  });

  it.each([
    { from: 'ann@acme.dev' },
    { replyTo: 'ann@acme.dev' },
    { description: 'x' },
    { kind: 'marketing' },
  ])('refuse what they do not have: %o', async (fields) => {
    const { email, transport } = createClient([missing]);
    const creating = email.templates.create({ name: 'a', subject: 'S', html: 'H', ...fields } as never);
    await expect(creating).rejects.toMatchObject({ code: 'unsupported' });
    expect(transport.requests).toEqual([]);
  });
});

const contact = {
  Email: 'bob@example.com',
  Status: 'Active',
  FirstName: 'Bob',
  LastName: 'Lee',
  CustomFields: { plan: 'free' },
  DateAdded: '2030-01-02T03:04:05',
  DateUpdated: null,
};

describe('contacts of Elastic Email', () => {
  it('are looked up, and then created', async () => {
    const { result, requests } = await record([missing, { json: [contact] }], (email) =>
      email.contacts.upsert({ email: 'bob@example.com', firstName: 'Bob', fields: { plan: 'free', age: 3 } }),
    );
    expect(requests).toEqual([
      'GET /contacts/bob@example.com',
      'POST /contacts [{"Email":"bob@example.com","FirstName":"Bob",' +
        '"CustomFields":{"plan":"free","age":"3"}}]',
    ]);
    expect(result).toMatchObject({ created: true, contact: { id: 'bob@example.com', subscribed: true } });
  });

  it('are changed with all their fields', async () => {
    const { result, requests } = await record([{ json: contact }], async (email) => [
      await email.contacts.upsert({ email: 'bob@example.com', fields: { tier: 'gold' } }),
      await email.contacts.update('bob@example.com', { lastName: 'Li' }),
    ]);
    expect(requests).toEqual([
      'GET /contacts/bob@example.com',
      'PUT /contacts/bob@example.com {"FirstName":"Bob","LastName":"Lee",' +
        '"CustomFields":{"plan":"free","tier":"gold"}}',
      'GET /contacts/bob@example.com',
      'PUT /contacts/bob@example.com {"FirstName":"Bob","LastName":"Li","CustomFields":{"plan":"free"}}',
    ]);
    expect(result).toMatchObject([{ created: false }, { id: 'bob@example.com' }]);
  });

  it.each([
    ['Engaged', true],
    ['Stale', true],
    ['Unsubscribed', false],
    ['Abuse', false],
    ['Bounced', undefined],
    ['NotConfirmed', undefined],
    ['constructor', undefined],
  ])('have a status: %s is %s', async (Status, subscribed) => {
    const { result } = await record([{ json: { ...contact, Status } }], (email) => email.contacts.get('x'));
    expect(result).toEqual({
      id: 'bob@example.com',
      email: 'bob@example.com',
      subscribed,
      firstName: 'Bob',
      lastName: 'Lee',
      fields: { plan: 'free' },
      createdAt: new Date('2030-01-02T03:04:05Z'),
    });
  });

  it('refuse what cannot be written or filtered', async () => {
    const { email, transport } = createClient([missing]);
    const given = { email: 'bob@example.com' };
    const refused = { code: 'unsupported', outcome: 'not-sent' };
    await expect(email.contacts.upsert({ ...given, subscribed: true })).rejects.toMatchObject(refused);
    await expect(email.contacts.update('x', { subscribed: true })).rejects.toMatchObject(refused);
    await expect(email.contacts.update('x', { email: 'y@example.com' })).rejects.toMatchObject(refused);
    await expect(collect(email.contacts.list({ search: 'x' }))).rejects.toMatchObject(refused);
    await expect(collect(email.contacts.list({ subscribed: true }))).rejects.toMatchObject(refused);
    expect(transport.requests).toEqual([]);
    const removing = email.contacts.upsert({ ...given, fields: { plan: null } });
    await expect(removing).rejects.toMatchObject(refused);
  });

  it('are deleted, also when they are not there', async () => {
    const { requests } = await record([{ status: 200 }, missing], async (email) => {
      await email.contacts.delete('bob@example.com');
      await email.contacts.delete('bob@example.com');
    });
    expect(requests).toEqual(Array(2).fill('DELETE /contacts/bob@example.com'));
  });
});

describe('lists of Elastic Email', () => {
  const list = {
    ListName: 'News',
    PublicListID: 'x',
    DateAdded: '2030-01-02T03:04:05',
    AllowUnsubscribe: true,
  };

  it('are known by their name, which can change', async () => {
    const answers = [{ status: 201, json: list }, { json: [] }, { json: list }];
    const { result, requests } = await record(answers, async (email) => {
      const made = await email.lists.create({ name: 'News' });
      await email.lists.update('News', { name: 'Club' });
      await email.lists.addMembers('News', ['a@example.com']);
      return made;
    });
    expect(result).toEqual({ id: 'News', name: 'News', createdAt: new Date('2030-01-02T03:04:05Z') });
    expect(requests).toEqual([
      'POST /lists {"ListName":"News","AllowUnsubscribe":true}',
      'GET /lists/News/contacts?limit=1&offset=0',
      'PUT /lists/News {"NewListName":"Club"}',
      'POST /lists/News/contacts {"Emails":["a@example.com"]}',
    ]);
  });

  it('are refused when they are created full, and take their first members', async () => {
    const { email } = createClient([{ status: 201, json: list }, { json: [contact] }]);
    const creating = email.lists.create({ name: 'News' });
    await expect(creating).rejects.toMatchObject({ code: 'conflict', outcome: 'sent' });
    const create = (elasticemail: object) => (client: typeof email) =>
      client.lists.create({ name: 'News', providerOptions: { elasticemail } });
    const { requests } = await record([{ status: 201, json: list }], create({ emails: ['a@x.io'] }));
    expect(requests).toEqual(['POST /lists {"ListName":"News","AllowUnsubscribe":true,"Emails":["a@x.io"]}']);
    const wrong = record([missing], create({ members: ['a@x.io'] }));
    await expect(wrong).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('have members, which are removed', async () => {
    const { result, requests } = await record([{ json: [contact] }, { status: 200 }], async (email) => {
      const found = await collect(email.lists.members('News', { pageSize: 2 }));
      await email.lists.removeMembers('News', ['bob@example.com']);
      return found;
    });
    expect(result).toMatchObject([{ email: 'bob@example.com' }]);
    expect(requests).toEqual([
      'GET /lists/News/contacts?limit=2&offset=0',
      'POST /lists/News/contacts/remove {"Emails":["bob@example.com"]}',
    ]);
  });
});

describe('suppressions of Elastic Email', () => {
  const entry = (Email: string) => ({ Email, FriendlyErrorMessage: `550 ${Email}`, DateUpdated: null });

  it('are in three lists, one after the other, with one cursor', async () => {
    const { result, requests } = await record(
      [{ json: [entry('a@x.io')] }, { json: [] }, { json: [entry('b@x.io')] }, { json: [] }],
      (email) => collect(email.suppressions.list({ pageSize: 1 })),
    );
    expect(requests).toEqual([
      'GET /suppressions/bounces?limit=1&offset=0',
      'GET /suppressions/bounces?limit=1&offset=1',
      'GET /suppressions/complaints?limit=1&offset=0',
      'GET /suppressions/complaints?limit=1&offset=1',
      'GET /suppressions/unsubscribes?limit=1&offset=0',
    ]);
    expect(result).toMatchObject([
      { email: 'a@x.io', reason: 'hard-bounce', scope: 'account', description: '550 [address]' },
      { email: 'b@x.io', reason: 'complaint', removable: true },
    ]);
  });

  it('are checked in all lists once the address is there', async () => {
    const found = [entry('xa@x.io'), entry('A@x.io')];
    const answers = [{ json: entry('a@x.io') }, { json: [] }, { json: found }, { json: [] }];
    const { result, requests } = await record(answers, (email) => email.suppressions.check('a@x.io'));
    expect(requests.slice(0, 2)).toEqual([
      'GET /suppressions/a@x.io',
      'GET /suppressions/bounces?search=a@x.io&limit=100&offset=0',
    ]);
    expect(result).toMatchObject([{ email: 'A@x.io', reason: 'complaint' }]);
    const none = await record([missing], (email) => email.suppressions.check('a@x.io'));
    expect([none.result, none.requests.length]).toEqual([[], 1]);
    const unlisted = await record([{ json: entry('a@x.io') }, { json: [] }], (email) =>
      email.suppressions.check('a@x.io'),
    );
    expect(unlisted.result).toMatchObject([{ email: 'a@x.io', reason: 'other' }]);
  });

  it('are added by reason, and removed for all', async () => {
    const { requests } = await record(
      [{ status: 201, json: [entry('a@x.io')] }, { status: 201, json: [entry('a@x.io')] }, { status: 200 }],
      async (email) => {
        await email.suppressions.add({ email: 'a@x.io' });
        await email.suppressions.add({ email: 'a@x.io', reason: 'hard-bounce' });
        await email.suppressions.remove({ email: 'a@x.io' });
      },
    );
    expect(requests).toEqual([
      'POST /suppressions/unsubscribes ["a@x.io"]',
      'POST /suppressions/bounces ["a@x.io"]',
      'DELETE /suppressions/a@x.io',
    ]);
  });

  it('refuse reasons, scopes and times that the service does not have', async () => {
    const { email, transport } = createClient([missing]);
    const refused = { code: 'unsupported' };
    const { suppressions } = email;
    await expect(suppressions.add({ email: 'a@x.io', reason: 'manual' })).rejects.toMatchObject(refused);
    await expect(suppressions.add({ email: 'a@x.io', scopeId: '1' })).rejects.toMatchObject(refused);
    const removing = suppressions.remove({ email: 'a@x.io', reason: 'complaint' });
    await expect(removing).rejects.toMatchObject(refused);
    await expect(collect(suppressions.list({ reason: 'block' }))).rejects.toMatchObject(refused);
    await expect(collect(suppressions.list({ from: new Date(0) }))).rejects.toMatchObject(refused);
    const other = collect(suppressions.list({ reason: 'complaint', cursor: 'bounces:1' }));
    await expect(other).rejects.toMatchObject({ code: 'invalid-input' });
    expect(transport.requests).toEqual([]);
  });
});

describe('messages of Elastic Email', () => {
  const view = (Status: string) => ({
    json: {
      Preview: { Subject: 'Hi' },
      Status: { To: 'bob@example.com', Date: '2030-01-02T03:04:05', Status, TransactionID: transaction },
    },
  });

  it.each([
    ['ReadyToSend', 'queued'],
    ['Sending', 'queued'],
    ['WaitingToRetry', 'deferred'],
    ['Error', 'bounced'],
    ['Sent', 'sent'],
    ['Opened', 'opened'],
    ['Clicked', 'clicked'],
    ['Unsubscribed', 'unsubscribed'],
    ['AbuseReport', 'complained'],
    ['All', 'unknown'],
  ])('have a status: %s is %s', async (wire, status) => {
    const { result, requests } = await record([view(wire)], (email) => email.messages.get('msg1'));
    expect(requests).toEqual(['GET /emails/msg1/view']);
    expect(result).toEqual({
      id: 'msg1',
      status,
      subject: 'Hi',
      createdAt: new Date('2030-01-02T03:04:05Z'),
      recipients: [{ recipient: 'bob@example.com', status }],
    });
  });

  it('of a transaction have a status for each recipient, the latest', async () => {
    const json = {
      ID: transaction,
      Sent: ['a@x.io', 'b@x.io'],
      Delivered: ['a@x.io'],
      Opened: ['a@x.io'],
      Failed: [{ Address: 'c@x.io', Error: '550', ErrorCode: 550, Category: 'NoMailbox' }],
    };
    const { result, requests } = await record([{ json }], (email) => email.messages.get(transaction));
    expect(requests[0]).toMatch(/^GET \/emails\/9ea3e3f6[^/]+\/status\?showFailed=true&showSent=true/);
    expect(result).toMatchObject({
      status: 'unknown', // the service says no times, and so not which is the latest
      recipients: [
        { recipient: 'a@x.io', status: 'opened' },
        { recipient: 'b@x.io', status: 'sent' },
        { recipient: 'c@x.io', status: 'bounced' },
      ],
    });
  });

  const logged = {
    TransactionID: transaction,
    MsgID: 'msg1',
    To: 'bob@example.com',
    EventType: 'Bounce',
    EventDate: '2030-01-02T03:04:05',
    ChannelName: 'news',
    MessageCategory: 'NoMailbox',
    Message: '550 5.1.1 unknown',
  };

  it('have events, found through their transaction', async () => {
    const other = { ...logged, MsgID: 'msg2' };
    const { result, requests } = await record([view('Error'), { json: [logged, other] }], (email) =>
      collect(email.messages.events({ messageId: 'msg1' })),
    );
    expect(requests).toEqual([
      'GET /emails/msg1/view',
      `GET /events/${transaction}?orderBy=DateAscending&limit=100&offset=0`,
    ]);
    expect(result).toMatchObject([
      {
        type: 'bounced',
        messageId: 'msg1',
        recipient: 'bob@example.com',
        timestamp: new Date('2030-01-02T03:04:05Z'),
        bounce: { class: 'hard', category: 'unknown-user', smtpCode: '550', enhancedCode: '5.1.1' },
        tags: [{ name: 'news' }],
      },
    ]);
  });

  it('have events of all transactions, filtered', async () => {
    const from = new Date('2030-01-01T00:00:00Z');
    const filter = {
      type: 'complained',
      from,
      to: new Date('2030-02-01T00:00:00Z'),
      pageSize: 5_000,
    } as const;
    const { result, requests } = await record([{ json: [{ ...logged, EventType: 'Complaint' }] }], (email) =>
      collect(email.messages.events(filter)),
    );
    expect(requests).toEqual([
      'GET /events?eventTypes=Complaint&from=2030-01-01T00:00:00&to=2030-02-01T00:00:00' +
        '&orderBy=DateAscending&limit=1000&offset=0',
    ]);
    expect(result).toMatchObject([{ type: 'complained', messageId: 'msg1', bounce: undefined }]);
  });

  it.each([
    ['Submission', 'queued'],
    ['FailedAttempt', 'deferred'],
    ['Sent', 'sent'],
    ['Open', 'opened'],
    ['Click', 'clicked'],
    ['Unsubscribe', 'unsubscribed'],
    ['Teleported', 'unknown'],
  ])('have events in one vocabulary: %s is %s', async (EventType, type) => {
    const json = [{ ...logged, EventType, MessageCategory: 'Unknown' }];
    const { result } = await record([{ json }], (email) =>
      collect(email.messages.events({ messageId: transaction })),
    );
    expect(result).toMatchObject([{ type, messageId: transaction }]);
  });
});
