import { describe, expect, it } from 'vitest';
import { collect } from '../collect.ts';
import { answerWith, wireOf } from './fake.ts';

const done = { status: 204 };

// The examples of Brevo's API description.
const template = {
  id: 33,
  name: 'OrderConfirmation',
  subject: 'Thanks for your Purchase !',
  isActive: true,
  testSent: false,
  sender: { name: 'John', email: 'john.smith@example.com', id: 26 },
  replyTo: 'replyto@domain.com',
  toField: '',
  tag: '',
  htmlContent: 'HTML CONTENT 4',
  createdAt: '2016-02-25T11:53:26Z',
  modifiedAt: '2016-02-25T11:53:26Z',
  doiTemplate: false,
};
const ourTemplate = {
  id: '33',
  name: 'OrderConfirmation',
  subject: 'Thanks for your Purchase !',
  html: 'HTML CONTENT 4',
  from: { address: 'john.smith@example.com', name: 'John' },
  replyTo: 'replyto@domain.com',
  status: 'active',
  createdAt: new Date('2016-02-25T11:53:26Z'),
  updatedAt: new Date('2016-02-25T11:53:26Z'),
};
const contact = {
  email: 'peggy.rain@example.com',
  id: 42,
  emailBlacklisted: false,
  smsBlacklisted: false,
  createdAt: '2017-05-02T16:40:31Z',
  modifiedAt: '2017-05-02T16:40:31Z',
  attributes: { FIRSTNAME: 'Peggy', LASTNAME: 'Rain', CITY: 'New-York', CIV: '1' },
  listIds: [40],
};
const ourContact = {
  id: '42',
  email: 'peggy.rain@example.com',
  subscribed: true,
  firstName: 'Peggy',
  lastName: 'Rain',
  fields: { CITY: 'New-York', CIV: '1' },
  listIds: ['40'],
  createdAt: new Date('2017-05-02T16:40:31Z'),
  updatedAt: new Date('2017-05-02T16:40:31Z'),
};
const event = {
  email: 'john.smith@example.com',
  date: '2017-03-12T12:30:00Z',
  messageId: '<201798300811.5787683@example.domain.com>',
  event: 'deferred',
  reason: 'Error connection timeout',
  tag: 'OrderConfirmation',
  from: 'john@example.com',
  templateId: 4,
};

describe('brevo: templates', () => {
  const input = {
    name: 'A',
    subject: 'S',
    html: '<p>Hello you</p>',
    from: 'Ann <ann@acme.dev>',
    replyTo: 'h@a.dev',
  };

  it('create', async () => {
    const { email, requests } = answerWith({ status: 201, json: { id: 122 } });
    expect(await email.templates.create(input)).toMatchObject({
      id: '122',
      status: 'active',
      replyTo: 'h@a.dev',
    });
    expect(requests.map(wireOf)).toEqual([
      [
        'POST /v3/smtp/templates',
        {
          templateName: 'A',
          subject: 'S',
          htmlContent: '<p>Hello you</p>',
          sender: { email: 'ann@acme.dev', name: 'Ann' },
          replyTo: 'h@a.dev',
          isActive: true,
        },
      ],
    ]);
  });

  it('get', async () => {
    const { email, requests } = answerWith({ json: template });
    expect(await email.templates.get('33')).toEqual(ourTemplate);
    expect(requests.map(wireOf)).toEqual([['GET /v3/smtp/templates/33']]);
  });

  it('list, page by page, resumed from a cursor', async () => {
    const { email, requests } = answerWith({ json: { count: 3, templates: [template] } });
    expect(await collect(email.templates.list({ pageSize: 1, cursor: '1' }))).toHaveLength(2);
    expect(requests.map((request) => request.url.search)).toEqual(['?limit=1&offset=1', '?limit=1&offset=2']);
  });

  it('update reads the whole template afterwards', async () => {
    const { email, requests } = answerWith(done, { json: template });
    expect(await email.templates.update('33', { subject: 'New' })).toEqual(ourTemplate);
    expect(requests.map(wireOf)).toEqual([
      ['PUT /v3/smtp/templates/33', { subject: 'New' }],
      ['GET /v3/smtp/templates/33'],
    ]);
  });

  it('delete switches the template off first', async () => {
    const { email, requests } = answerWith(done);
    await email.templates.delete('33');
    expect(requests.map(wireOf)).toEqual([
      ['PUT /v3/smtp/templates/33', { isActive: false }],
      ['DELETE /v3/smtp/templates/33'],
    ]);
  });

  it.each([
    [{ ...input, text: 'T' }, 'text'],
    [{ ...input, description: 'D' }, 'description'],
    [{ ...input, kind: 'marketing' as const }, 'kind'],
    [{ ...input, html: '<p>123</p>' }, 'html'],
    [{ ...input, from: undefined }, 'from'],
  ])('refuses what Brevo lacks: %#', async (wrong, path) => {
    const { email, requests } = answerWith(done);
    await expect(email.templates.create(wrong)).rejects.toMatchObject({
      outcome: 'not-sent',
      issues: [{ path }],
    });
    expect(requests).toEqual([]);
  });

  it('refuses a filter that Brevo lacks, and a cursor of another list', async () => {
    const { email } = answerWith(done);
    await expect(collect(email.templates.list({ search: 'a' }))).rejects.toMatchObject({
      code: 'unsupported',
    });
    await expect(collect(email.templates.list({ cursor: 'a' }))).rejects.toMatchObject({
      code: 'invalid-input',
    });
  });
});

describe('brevo: contacts', () => {
  it('upsert', async () => {
    const { email, requests } = answerWith({ status: 201, json: { id: 42 } }, { json: contact });
    const input = {
      email: 'peggy.rain@example.com',
      subscribed: false,
      firstName: 'Peggy',
      fields: { CITY: 'Rome' },
    };
    expect(await email.contacts.upsert(input)).toEqual({ contact: ourContact, created: true });
    expect(requests.map(wireOf)).toEqual([
      [
        'POST /v3/contacts',
        {
          email: 'peggy.rain@example.com',
          attributes: { FIRSTNAME: 'Peggy', CITY: 'Rome' },
          emailBlacklisted: true,
          updateEnabled: true,
        },
      ],
      ['GET /v3/contacts/peggy.rain@example.com'],
    ]);
    const known = answerWith(done, { json: contact });
    expect(await known.email.contacts.upsert({ email: 'a@b.dev' })).toMatchObject({ created: false });
  });

  it('update by address follows a new address', async () => {
    const { email, requests } = answerWith(done, { json: contact });
    expect(await email.contacts.update('a@b.dev', { email: 'peggy.rain@example.com' })).toEqual(ourContact);
    expect(requests.map(wireOf)).toEqual([
      ['PUT /v3/contacts/a@b.dev', { attributes: { EMAIL: 'peggy.rain@example.com' } }],
      ['GET /v3/contacts/peggy.rain@example.com'],
    ]);
  });

  it.each([
    [{ plan: 'a' }, 'fields.plan', 'unsupported'],
    [{ PLAN: null }, 'fields.PLAN', 'unsupported'],
    [{ EMAIL: 'a@b.dev' }, 'fields.EMAIL', 'invalid-input'],
  ])('refuses the fields %o', async (fields, path, code) => {
    const { email, requests } = answerWith(done);
    await expect(email.contacts.upsert({ email: 'a@b.dev', fields })).rejects.toMatchObject({
      code,
      issues: [{ path }],
    });
    expect(requests).toEqual([]);
  });

  it('import, and its status', async () => {
    const { email, requests } = answerWith(
      { status: 202, json: { processId: 78 } },
      { json: { id: 78, status: 'in_process' } },
    );
    const contacts = [{ email: 'a@b.dev', fields: { CITY: 'Rome' } }];
    expect(await email.contacts.import({ contacts, listIds: ['36'] })).toEqual({
      state: 'pending',
      jobId: '78',
    });
    expect(await email.contacts.importStatus('78')).toMatchObject({ jobId: '78', state: 'pending' });
    expect(requests.map(wireOf)).toEqual([
      [
        'POST /v3/contacts/import',
        {
          jsonBody: [{ email: 'a@b.dev', attributes: { CITY: 'Rome' } }],
          listIds: [36],
          updateExistingContacts: true,
          emptyContactsAttributes: false,
        },
      ],
      ['GET /v3/processes/78'],
    ]);
    await expect(email.contacts.import({ contacts })).rejects.toMatchObject({
      issues: [{ path: 'listIds' }],
    });
  });

  it('fields', async () => {
    const attributes = [
      { name: 'LASTNAME', category: 'normal', type: 'text' },
      { name: 'DOB', category: 'normal', type: 'date' },
      { name: 'SCORE', category: 'normal', type: 'float' },
      { name: 'GENDER', category: 'category', type: 'text' },
      { name: 'OPENS', category: 'global' },
    ];
    const { email, requests } = answerWith({ json: { attributes } }, { status: 201 }, done);
    expect(await email.contacts.fields()).toEqual([
      { name: 'LASTNAME', type: 'text' },
      { name: 'DOB', type: 'date' },
      { name: 'SCORE', type: 'number' },
      { name: 'GENDER', type: 'text' },
    ]);
    await email.contacts.createField({ name: 'AGE', type: 'number' });
    await email.contacts.deleteField('AGE');
    expect(requests.slice(1).map(wireOf)).toEqual([
      ['POST /v3/contacts/attributes/normal/AGE', { type: 'float' }],
      ['DELETE /v3/contacts/attributes/normal/AGE'],
    ]);
  });
});

describe('brevo: lists, suppressions, messages', () => {
  it('a list needs a folder, and is moved and renamed one after the other', async () => {
    const list = {
      id: 12,
      name: 'Weekly',
      uniqueSubscribers: 6596,
      folderId: 1,
      createdAt: '2016-02-26T11:56:08Z',
    };
    const { email, requests } = answerWith(done, done, { json: list });
    await expect(email.lists.create({ name: 'A' })).rejects.toMatchObject({
      issues: [{ path: 'providerOptions.brevo.folderId' }],
    });
    const changes = { name: 'Weekly', providerOptions: { brevo: { folderId: 2 } } };
    expect(await email.lists.update('12', changes)).toEqual({
      id: '12',
      name: 'Weekly',
      memberCount: 6596,
      createdAt: new Date('2016-02-26T11:56:08Z'),
    });
    expect(requests.map(wireOf)).toEqual([
      ['PUT /v3/contacts/lists/12', { name: 'Weekly' }],
      ['PUT /v3/contacts/lists/12', { folderId: 2 }],
      ['GET /v3/contacts/lists/12'],
    ]);
  });

  it('suppressions have a reason and a sender, and are filtered by day and then exactly', async () => {
    const contacts = [
      ['hardBounce', '2017-05-01T12:30:00Z'],
      ['contactFlaggedAsSpam', '2017-05-01T12:30:01Z'],
      ['unsubscribedViaEmail', '2017-05-01T12:30:02Z'],
      ['a_new_code', '2017-05-01T12:30:03Z'],
    ].map(([code, blockedAt]) => ({
      email: 'abc@xyz.com',
      senderEmail: 's@gmal.com',
      reason: { code },
      blockedAt,
    }));
    const { email, requests } = answerWith({ json: { count: 4, contacts } });
    const from = new Date('2017-05-01T12:30:01Z');
    const found = await collect(email.suppressions.list({ from, to: new Date('2017-05-02T00:00:00Z') }));
    expect(found.map(({ reason }) => reason)).toEqual(['complaint', 'unsubscribe', 'other']);
    expect(
      await collect(email.suppressions.list({ reason: 'hard-bounce', scopeId: 's@gmal.com' })),
    ).toHaveLength(1);
    expect(requests.map(wireOf)).toEqual([
      ['GET /v3/smtp/blockedContacts?limit=100&offset=0&startDate=2017-05-01&endDate=2017-05-02'],
      ['GET /v3/smtp/blockedContacts?limit=100&offset=0&senders=s@gmal.com'],
    ]);
  });

  it('refuses suppressions that Brevo cannot add or remove', async () => {
    const { email, requests } = answerWith(done);
    const bob = { email: 'bob@example.com' };
    const refused = { code: 'unsupported', outcome: 'not-sent' };
    await expect(email.suppressions.add(bob)).rejects.toMatchObject(refused);
    await expect(email.suppressions.add({ ...bob, reason: 'complaint' })).rejects.toMatchObject(refused);
    await expect(email.suppressions.remove({ ...bob, reason: 'complaint' })).rejects.toMatchObject(refused);
    expect(requests).toEqual([]);
  });

  it('events', async () => {
    const { email, requests } = answerWith({ json: { events: [event] } });
    const id = '201798300811.5787683@example.domain.com';
    const [found, ...others] = await collect(email.messages.events({ messageId: id, type: 'deferred' }));
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      provider: 'brevo',
      type: 'deferred',
      messageId: id,
      recipient: 'john.smith@example.com',
      timestamp: new Date('2017-03-12T12:30:00Z'),
      bounce: { class: 'soft', diagnostic: 'Error connection timeout' },
      tags: [{ name: 'OrderConfirmation' }],
    });
    expect(await collect(email.messages.events({ type: 'delivered' }))).toEqual([]);
    expect(requests.map(wireOf)).toEqual([
      [`GET /v3/smtp/statistics/events?limit=2500&offset=0&messageId=<${id}>`],
      ['GET /v3/smtp/statistics/events?limit=2500&offset=0&event=delivered'],
    ]);
  });

  it('a message has its latest event, for each recipient', async () => {
    const later = { ...event, date: '2017-03-13T16:30:00Z', event: 'delivered' };
    const { email } = answerWith({ json: { events: [later, event, { ...event, email: 'b@example.com' }] } });
    expect(await email.messages.get('a')).toMatchObject({
      id: 'a',
      status: 'delivered',
      createdAt: new Date('2017-03-12T12:30:00Z'),
      recipients: [
        { recipient: 'john.smith@example.com', status: 'delivered' },
        { recipient: 'b@example.com', status: 'deferred' },
      ],
    });
  });

  it('a batch is cancelled by its UUID, a message by its id in brackets', async () => {
    const { email, requests } = answerWith(done);
    await email.messages.cancel('5c6cfa04-eed9-42c2-8b5c-6d470d978e9d');
    await email.messages.cancel('a@b');
    expect(requests.map(wireOf)).toEqual([
      ['DELETE /v3/smtp/email/5c6cfa04-eed9-42c2-8b5c-6d470d978e9d'],
      ['DELETE /v3/smtp/email/<a@b>'],
    ]);
  });

  it('refuses events that a webhook of Brevo cannot have', async () => {
    const { email, requests } = answerWith(done);
    const created = email.webhooks.create({ url: 'https://acme.dev/hook', events: ['delivered', 'inbound'] });
    await expect(created).rejects.toMatchObject({ code: 'unsupported', issues: [{ path: 'events[1]' }] });
    expect(requests).toEqual([]);
  });
});

describe('brevo: what a response does not say', () => {
  it.each([
    ['queued', 'queued'],
    ['inProgress', 'queued'],
    ['processed', 'sent'],
    ['error', 'failed'],
    ['paused', 'unknown'],
  ])('a scheduled message that is %s is %s', async (status, expected) => {
    const scheduled = { scheduledAt: '2030-01-02T03:04:05Z', createdAt: '2029-01-02T03:04:05Z', status };
    const { email } = answerWith({ json: {} }, { json: scheduled });
    expect(await email.messages.get('201798300811.5787683@example.domain.com')).toMatchObject({
      status: expected,
    });
  });

  it.each([
    ['invalid_parameter', 'Contact already removed from list and/or does not exist', 'done'],
    ['invalid_parameter', 'listId is not valid', 'bad-request'],
  ])('a removal of nobody (%s: %s): %s', async (code, message, expected) => {
    const { email } = answerWith({ status: 400, json: { code, message } });
    const ended = email.lists.removeMembers('7', ['bob@example.com']);
    expect(await ended.then(({ state }) => state).catch((error) => error.code)).toBe(expected);
  });

  it("a 404 that is not Brevo's is no removal of nothing", async () => {
    const { email } = answerWith({ status: 404, json: { message: 'no route' } });
    const ended = email.suppressions.remove({ email: 'bob@example.com' });
    await expect(ended).rejects.toMatchObject({ code: 'not-found' });
  });

  it('an address that is in no list of the response was not added', async () => {
    const [added, missing] = ['peggy.rain@example.com', 'bob@example.com'];
    const short = { contacts: { success: [added.toUpperCase()], failure: [], total: 1 } };
    const { email, requests } = answerWith({ json: short }, { json: contact });
    await expect(email.lists.addMembers('7', [added, missing])).rejects.toMatchObject({ code: 'not-found' });
    expect(requests.map(wireOf).at(-1)).toEqual([`GET /v3/contacts/${missing}`]);
  });
});
