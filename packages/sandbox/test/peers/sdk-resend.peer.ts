// Every operation of the official SDK of Resend, against the door.
import { describe, expect } from 'vitest';
import { obtain } from '../../../routing/test/peers/support/obtain.ts';
import { deliverArrived } from './support/arrived-mail.ts';
import { installMailSdk } from './support/mail-sdks.ts';
import type { Foreign } from './support/mailpit-clients.ts';
import { describeSdk, methodsOf, type SdkRow } from './support/sdk-table.ts';

const sdk = await obtain("Resend's SDK", () => installMailSdk('resend'));

const id = expect.any(String);
const date = expect.stringMatching(/^\d{4}-\d\d-\d\d/);
const mail = { from: 'Ann <ann@acme.dev>', to: 'bob@example.com', subject: 'Hi', html: '<p>Hi</p>' };
const later = () => new Date(Date.now() + 3_600_000).toISOString();

/** The data of an answer. @throws its error */
async function data(answer: PromiseLike<Foreign>): Promise<Foreign> {
  const { data: found, error } = await answer;
  if (error) throw new Error(`${error.statusCode} ${error.name}: ${error.message}`);
  return found;
}

const failure = async (answer: PromiseLike<Foreign>) => (await answer).error;
const gone = { statusCode: 404, name: 'not_found' };
const list = (...items: unknown[]) => ({ object: 'list', has_more: false, data: items });

/** The usual operations of a resource: what is created is listed, read, changed and removed. */
function crud(path: string, object: string, [content, shown]: [object, object], change?: [object, object]) {
  const of = (client: Foreign): Foreign => path.split('.').reduce((at, name) => at[name], client);
  const add = async (client: Foreign) => (await data(of(client).create(content))).id;
  const rows: Record<string, SdkRow> = {
    [`${path}.create`]: async (client) =>
      expect(await data(of(client).create(content))).toMatchObject({ object, id }),
    [`${path}.get`]: async (client) => {
      const made = await add(client);
      expect(await data(of(client).get(made))).toMatchObject({ object, id: made, ...shown });
      expect(await failure(of(client).get('nobody'))).toMatchObject(gone);
    },
    [`${path}.list`]: async (client) => {
      const made = await add(client);
      expect((await data(of(client).list())).data).toContainEqual(expect.objectContaining({ id: made }));
    },
    [`${path}.remove`]: async (client) => {
      const made = await add(client);
      expect(await data(of(client).remove(made))).toMatchObject({ object, id: made, deleted: true });
      expect(await failure(of(client).get(made))).toMatchObject(gone);
    },
  };
  if (change === undefined) return rows;
  const [given, changed] = change;
  return {
    ...rows,
    [`${path}.update`]: async (client: Foreign) => {
      const made = await add(client);
      const isByField = of(client).update.length === 1;
      const answer = isByField ? of(client).update({ id: made, ...given }) : of(client).update(made, given);
      expect(await data(answer)).toMatchObject({ object, id: made });
      expect(await data(of(client).get(made))).toMatchObject({ ...shown, ...changed });
    },
  };
}

const emails: Record<string, SdkRow> = {
  'emails.send': async ({ emails }, { mailbox }) => {
    expect(await data(emails.send(mail))).toEqual({ id });
    expect(mailbox.list()).toMatchObject([{ parsed: { subject: 'Hi', html: '<p>Hi</p>' } }]);
    const path = { ...mail, attachments: [{ filename: 'a.pdf', path: 'https://acme.dev/a.pdf' }] };
    expect(await failure(emails.send(path))).toMatchObject({
      statusCode: 422,
      message: expect.stringContaining('--allow-fetch'),
    });
  },
  'emails.create': async ({ emails }) => expect(await data(emails.create(mail))).toEqual({ id }),
  'emails.get': async ({ emails }) => {
    const sent = await data(emails.send({ ...mail, tags: [{ name: 'kind', value: 'order' }] }));
    expect(await data(emails.get(sent.id))).toMatchObject({
      ...{ object: 'email', id: sent.id, from: 'Ann <ann@acme.dev>', to: ['bob@example.com'], bcc: [] },
      ...{ created_at: date, html: '<p>Hi</p>', last_event: 'delivered', message_id: id },
      ...{ subject: 'Hi', tags: [{ name: 'kind', value: 'order' }] },
    });
  },
  'emails.list': async ({ emails }) => {
    const ids = [];
    for (const subject of ['1', '2', '3']) ids.unshift((await data(emails.send({ ...mail, subject }))).id);
    const idsOf = async (options: object) => {
      const page = await data(emails.list(options));
      return [page.has_more, page.data.map((each: Foreign) => each.id)];
    };
    expect(await idsOf({ limit: 2 })).toEqual([true, ids.slice(0, 2)]);
    expect(await idsOf({ after: ids[1] })).toEqual([false, ids.slice(2)]);
    expect(await idsOf({ before: ids[2], limit: 1 })).toEqual([true, ids.slice(1, 2)]);
  },
  'emails.update': async ({ emails }) => {
    const { id: made } = await data(emails.send({ ...mail, scheduledAt: later() }));
    const scheduledAt = new Date(Date.now() + 7_200_000).toISOString();
    expect(await data(emails.update({ id: made, scheduledAt }))).toMatchObject({ object: 'email', id: made });
    expect(await data(emails.get(made))).toMatchObject({
      scheduled_at: scheduledAt,
      last_event: 'scheduled',
    });
  },
  'emails.cancel': async ({ emails }) => {
    const { id: made } = await data(emails.send({ ...mail, scheduledAt: later() }));
    expect(await data(emails.cancel(made))).toMatchObject({ object: 'email', id: made });
    expect(await data(emails.get(made))).toMatchObject({ last_event: 'canceled' });
  },
  'emails.attachments.list': async ({ emails }) => {
    const file = { filename: 'a.txt', content: Buffer.from('abc'), contentType: 'text/plain' };
    const { id: emailId } = await data(emails.send({ ...mail, attachments: [file] }));
    const found = await data(emails.attachments.list({ emailId }));
    const shown = {
      filename: 'a.txt',
      content_type: 'text/plain',
      size: 3,
      content_disposition: 'attachment',
    };
    expect(found).toMatchObject(list({ id, ...shown, download_url: id, expires_at: date }));
  },
  'emails.attachments.get': async ({ emails }) => {
    const file = { filename: 'a.txt', content: Buffer.from('abc'), contentType: 'text/plain' };
    const { id: emailId } = await data(emails.send({ ...mail, attachments: [file] }));
    const [first] = (await data(emails.attachments.list({ emailId }))).data;
    const found = await data(emails.attachments.get({ emailId, id: first.id }));
    expect(found).toMatchObject({ object: 'attachment', id: first.id, filename: 'a.txt' });
    expect(await (await fetch(found.download_url)).text()).toBe('abc');
  },
  'emails.receiving.list': async ({ emails }, service) => {
    await deliverArrived(service);
    expect(await data(emails.receiving.list())).toMatchObject(list({ id: 'arrived', subject: 'Arrived' }));
  },
  'emails.receiving.get': async ({ emails }, service) => {
    await deliverArrived(service);
    const found = await data(emails.receiving.get('arrived'));
    expect(found).toMatchObject({ object: 'email', from: 'ann@example.com', to: ['in@acme.dev'] });
    expect(await (await fetch(found.raw.download_url)).text()).toContain('Subject: Arrived');
    expect(await failure(emails.receiving.get('nobody'))).toMatchObject(gone);
  },
  'emails.receiving.attachments.list': async ({ emails }, service) => {
    await deliverArrived(service);
    const found = await data(emails.receiving.attachments.list({ emailId: 'arrived' }));
    expect(found).toMatchObject(list({ id: '1', filename: 'a.txt', content_type: 'text/plain' }));
  },
  'emails.receiving.attachments.get': async ({ emails }, service) => {
    await deliverArrived(service);
    const found = await data(emails.receiving.attachments.get({ emailId: 'arrived', id: '1' }));
    expect(found).toMatchObject({ object: 'attachment', filename: 'a.txt', download_url: id });
  },
  'batch.send': async ({ batch }, { mailbox }) => {
    expect(await data(batch.send([mail, mail]))).toEqual({ data: [{ id }, { id }] });
    expect(mailbox.list()).toHaveLength(2);
    const wrong = [mail, { ...mail, to: 'nobody' }];
    expect(await failure(batch.send(wrong))).toMatchObject({ statusCode: 422 });
    expect(await data(batch.send(wrong, { batchValidation: 'permissive' }))).toMatchObject({
      data: [{ id }],
      errors: [{ index: 1 }],
    });
  },
  'batch.create': async ({ batch }) => expect(await data(batch.create([mail]))).toEqual({ data: [{ id }] }),
};

const variables = [{ key: 'NAME', type: 'string' as const }];
const template = { name: 'T', subject: 'Hi {{{NAME}}}', html: '<p>{{{NAME}}}</p>', variables };

const templates: Record<string, SdkRow> = {
  ...crud(
    'templates',
    'template',
    [template, { name: 'T', status: 'draft', html: template.html }],
    [{ name: 'U' }, { name: 'U' }],
  ),
  'templates.publish': async ({ templates, emails }, { mailbox }) => {
    const { id: made } = await data(templates.create(template).publish());
    expect(await data(templates.get(made))).toMatchObject({
      ...{ status: 'published', published_at: date, has_unpublished_versions: false },
      variables: [{ key: 'NAME', type: 'string' }],
    });
    const send = (values?: object) =>
      emails.send({ from: mail.from, to: mail.to, template: { id: made, variables: values } });
    expect(await failure(send({}))).toMatchObject({ statusCode: 422, name: 'validation_error' });
    await data(send({ NAME: 'Bob' }));
    expect(mailbox.list()).toMatchObject([{ parsed: { subject: 'Hi Bob', html: '<p>Bob</p>' } }]);
  },
  'templates.duplicate': async ({ templates }) => {
    const { id: made } = await data(templates.create(template));
    const { id: copy } = await data(templates.duplicate(made));
    expect(await data(templates.get(copy))).toMatchObject({ html: template.html, status: 'draft' });
  },
};

const person = { email: 'bob@example.com', firstName: 'Bob' };

const contacts: Record<string, SdkRow> = {
  ...crud(
    'contacts',
    'contact',
    [person, { email: person.email, first_name: 'Bob', unsubscribed: false }],
    [
      { lastName: 'B', unsubscribed: true },
      { last_name: 'B', unsubscribed: true },
    ],
  ),
  'contacts.create': async ({ contacts, segments, topics }) => {
    const segment = (await data(segments.create({ name: 'S' }))).id;
    const topic = (await data(topics.create({ name: 'T', defaultSubscription: 'opt_out' }))).id;
    const subscription = 'opt_in';
    const given = { ...person, segments: [{ id: segment }], topics: [{ id: topic, subscription }] };
    expect(await data(contacts.create(given))).toEqual({ object: 'contact', id });
    const { email } = person;
    expect((await data(contacts.segments.list({ email }))).data).toMatchObject([{ id: segment }]);
    expect((await data(contacts.topics.list({ email }))).data).toMatchObject([{ id: topic, subscription }]);
  },
  'contacts.list': async ({ contacts, segments }) => {
    const { id: segmentId } = await data(segments.create({ name: 'S' }));
    await data(contacts.create({ ...person, segments: [{ id: segmentId }] }));
    await data(contacts.create({ email: 'cleo@example.com' }));
    expect((await data(contacts.list())).data).toHaveLength(2);
    expect((await data(contacts.list({ segmentId }))).data).toMatchObject([{ email: person.email }]);
  },
  'contacts.segments.add': async ({ contacts, segments }) => {
    const { id: segmentId } = await data(segments.create({ name: 'S' }));
    await data(contacts.create(person));
    const { email } = person;
    await data(contacts.segments.add({ email, segmentId }));
    expect((await data(contacts.segments.list({ email }))).data).toMatchObject([
      { id: segmentId, name: 'S' },
    ]);
  },
  'contacts.segments.list': async ({ contacts }) => {
    await data(contacts.create(person));
    expect(await data(contacts.segments.list({ email: person.email }))).toEqual(list());
  },
  'contacts.segments.remove': async ({ contacts, segments }) => {
    const { id: segmentId } = await data(segments.create({ name: 'S' }));
    await data(contacts.create({ ...person, segments: [{ id: segmentId }] }));
    expect(await data(contacts.segments.remove({ email: person.email, segmentId }))).toMatchObject({
      deleted: true,
    });
    expect(await data(contacts.segments.list({ email: person.email }))).toEqual(list());
  },
  'contacts.topics.update': async ({ contacts, topics }) => {
    const { id: made } = await data(topics.create({ name: 'T', defaultSubscription: 'opt_in' }));
    const { id: contact } = await data(contacts.create(person));
    const change = { id: made, subscription: 'opt_out' };
    expect(await data(contacts.topics.update({ id: contact, topics: [change] }))).toMatchObject({
      id: contact,
    });
    expect((await data(contacts.topics.list({ id: contact }))).data).toMatchObject([
      { name: 'T', ...change },
    ]);
  },
  'contacts.topics.list': async ({ contacts, topics }) => {
    const { id: made } = await data(topics.create({ name: 'T', defaultSubscription: 'opt_in' }));
    await data(contacts.create(person));
    expect((await data(contacts.topics.list({ email: person.email }))).data).toMatchObject([
      { id: made, name: 'T', subscription: 'opt_in' },
    ]);
  },
  'contacts.imports.create': async ({ contacts }) => {
    const file = new File(['Mail,Name\ncleo@example.com,Cleo\n'], 'a.csv', { type: 'text/csv' });
    const made = await data(
      contacts.imports.create({ file, columnMap: { email: 'Mail', firstName: 'Name' } }),
    );
    expect(made).toEqual({ object: 'contact_import', id });
    expect(await data(contacts.get('cleo@example.com'))).toMatchObject({ first_name: 'Cleo' });
  },
  'contacts.imports.get': async ({ contacts }) => {
    const file = new File(['email\ncleo@example.com\n'], 'a.csv');
    const { id: made } = await data(contacts.imports.create({ file }));
    expect(await data(contacts.imports.get(made))).toMatchObject({
      ...{ object: 'contact_import', id: made, status: 'completed', created_at: date, completed_at: date },
      counts: { total: 1, created: 1, updated: 0, skipped: 0, failed: 0 },
    });
  },
  'contacts.imports.list': async ({ contacts }) => {
    const { id: made } = await data(
      contacts.imports.create({ file: new File(['email\nc@d.io\n'], 'a.csv') }),
    );
    expect(await data(contacts.imports.list())).toMatchObject(list({ id: made, counts: { total: 1 } }));
  },
};

const broadcast = { from: mail.from, subject: 'News', html: '<p>News</p>', name: 'N' };

const broadcasts: Record<string, SdkRow> = {
  ...crud(
    'broadcasts',
    'broadcast',
    [
      { ...broadcast, segmentId: 'x' },
      { ...broadcast, status: 'draft' },
    ],
    [{ subject: 'More' }, { subject: 'More' }],
  ),
  'broadcasts.send': async ({ broadcasts, contacts, segments }, { mailbox }) => {
    const { id: segmentId } = await data(segments.create({ name: 'S' }));
    await data(contacts.create({ ...person, segments: [{ id: segmentId }] }));
    await data(contacts.create({ email: 'cleo@example.com' }));
    const { id: made } = await data(broadcasts.create({ ...broadcast, segmentId }));
    expect(await data(broadcasts.send(made))).toMatchObject({ id: made });
    expect(mailbox.list()).toMatchObject([{ envelope: { to: [person.email] }, parsed: { subject: 'News' } }]);
    expect(await data(broadcasts.get(made))).toMatchObject({ status: 'sent', sent_at: date });
  },
  'broadcasts.cancel': async ({ broadcasts, segments }) => {
    const { id: segmentId } = await data(segments.create({ name: 'S' }));
    const { id: made } = await data(broadcasts.create({ ...broadcast, segmentId }));
    await data(broadcasts.send(made, { scheduledAt: later() }));
    expect(await data(broadcasts.get(made))).toMatchObject({ status: 'queued' });
    expect(await data(broadcasts.cancel(made))).toMatchObject({ object: 'broadcast', id: made });
    expect(await data(broadcasts.get(made))).toMatchObject({ status: 'draft' });
  },
  'broadcasts.duplicate': async ({ broadcasts }) => {
    const { id: made } = await data(broadcasts.create({ ...broadcast, segmentId: 'x' }));
    const { id: copy } = await data(broadcasts.duplicate(made));
    expect(await data(broadcasts.get(copy))).toMatchObject({ subject: 'News', status: 'draft' });
  },
  'broadcasts.recipients': async ({ broadcasts, contacts, segments }) => {
    const { id: segmentId } = await data(segments.create({ name: 'S' }));
    await data(contacts.create({ ...person, segments: [{ id: segmentId }] }));
    const { id: made } = await data(broadcasts.create({ ...broadcast, segmentId, send: true }));
    const found = await data(broadcasts.recipients(made, { type: 'delivered' }));
    expect(found).toMatchObject(list({ id, contact_id: id, email: person.email }));
    expect(await data(broadcasts.recipients(made, { type: 'bounced' }))).toEqual(list());
  },
  'broadcasts.clickedLinks': async ({ broadcasts }) => {
    const { id: made } = await data(broadcasts.create({ ...broadcast, segmentId: 'x' }));
    expect(await data(broadcasts.clickedLinks(made))).toEqual(list());
  },
};

const endpoint = 'http://127.0.0.1:9/hook';

const others: Record<string, SdkRow> = {
  ...crud(
    'segments',
    'segment',
    [{ name: 'S' }, { name: 'S', created_at: date }],
    [{ name: 'T' }, { name: 'T' }],
  ),
  ...crud(
    'topics',
    'topic',
    [
      { name: 'T', defaultSubscription: 'opt_in' },
      { name: 'T', default_subscription: 'opt_in' },
    ],
    [
      { description: 'D', visibility: 'public' },
      { description: 'D', visibility: 'public' },
    ],
  ),
  ...crud(
    'contactProperties',
    'contact_property',
    [
      { key: 'plan', type: 'string', fallbackValue: 'free' },
      { key: 'plan', fallbackValue: 'free' },
    ],
    [{ fallbackValue: 'paid' }, { fallbackValue: 'paid' }],
  ),
  ...crud(
    'domains',
    'domain',
    [{ name: 'acme.dev' }, { name: 'acme.dev', region: 'us-east-1', records: expect.any(Array) }],
    [{ openTracking: true }, { open_tracking: true }],
  ),
  'domains.create': async ({ domains }) =>
    expect(await data(domains.create({ name: 'acme.dev', region: 'eu-west-1' }))).toMatchObject({
      ...{ id, name: 'acme.dev', region: 'eu-west-1', status: 'not_started', created_at: date },
      records: expect.arrayContaining([expect.objectContaining({ record: 'DKIM', type: 'TXT' })]),
    }),
  'domains.verify': async ({ domains }) => {
    const { id: made } = await data(domains.create({ name: 'acme.dev' }));
    expect(await data(domains.verify(made))).toMatchObject({ object: 'domain', id: made });
    expect(await data(domains.get(made))).toMatchObject({ status: 'verified' });
  },
  'apiKeys.create': async ({ apiKeys }) =>
    expect(await data(apiKeys.create({ name: 'K' }))).toMatchObject({
      id,
      token: expect.stringMatching(/^re_/),
    }),
  'apiKeys.list': async ({ apiKeys }) => {
    const { id: made } = await data(apiKeys.create({ name: 'K' }));
    const shown = { id: made, name: 'K', created_at: date, last_used_at: null };
    expect(await data(apiKeys.list())).toEqual(list(shown));
  },
  'apiKeys.update': async ({ apiKeys }) => {
    const { id: made } = await data(apiKeys.create({ name: 'K' }));
    expect(await data(apiKeys.update(made, { name: 'L' }))).toMatchObject({ object: 'api_key', id: made });
    expect((await data(apiKeys.list())).data).toMatchObject([{ name: 'L' }]);
  },
  'apiKeys.remove': async ({ apiKeys }) => {
    const { id: made } = await data(apiKeys.create({ name: 'K' }));
    await data(apiKeys.remove(made));
    expect(await data(apiKeys.list())).toEqual(list());
  },
  ...crud(
    'webhooks',
    'webhook',
    [
      { endpoint, events: ['email.sent'] },
      { endpoint, events: ['email.sent'], status: 'enabled' },
    ],
    [{ events: ['email.bounced'] }, { events: ['email.bounced'] }],
  ),
  'webhooks.create': async ({ webhooks }) => {
    const made = await data(webhooks.create({ endpoint, events: ['email.sent'] }));
    expect(made).toMatchObject({ object: 'webhook', id, signing_secret: expect.stringMatching(/^whsec_/) });
    expect(await data(webhooks.get(made.id))).toMatchObject({ signing_secret: made.signing_secret });
    expect(await failure(webhooks.create({ endpoint: 'http://a%zz', events: [] }))).toMatchObject({
      name: 'validation_error',
    });
  },
  'suppressions.add': async ({ suppressions, emails }) => {
    expect(await data(suppressions.add({ email: 'bob@example.com' }))).toEqual({ object: 'suppression', id });
    const { id: sent } = await data(emails.send(mail));
    expect(await data(emails.get(sent))).toMatchObject({ last_event: 'suppressed' });
  },
  'suppressions.get': async ({ suppressions }) => {
    const { id: made } = await data(suppressions.add({ email: 'bob@example.com' }));
    const shown = { object: 'suppression', id: made, email: 'bob@example.com', origin: 'manual' };
    expect(await data(suppressions.get(made))).toMatchObject({ ...shown, source_id: null });
    expect(await data(suppressions.get('bob@example.com'))).toMatchObject(shown);
  },
  'suppressions.list': async ({ suppressions }) => {
    await data(suppressions.add({ email: 'bob@example.com' }));
    expect(await data(suppressions.list({ origin: 'bounce' }))).toEqual(list());
    expect((await data(suppressions.list({ origin: 'manual' }))).data).toHaveLength(1);
  },
  'suppressions.remove': async ({ suppressions }) => {
    await data(suppressions.add({ email: 'bob@example.com' }));
    expect(await data(suppressions.remove('bob@example.com'))).toMatchObject({ deleted: true });
    expect(await failure(suppressions.get('bob@example.com'))).toMatchObject(gone);
  },
  'suppressions.batch.add': async ({ suppressions }) => {
    const object = 'suppression';
    const added = await data(suppressions.batch.add({ emails: ['a@b.io', 'c@d.io'] }));
    expect(added).toEqual({
      data: [
        { object, id },
        { object, id },
      ],
    });
  },
  'suppressions.batch.remove': async ({ suppressions }) => {
    await data(suppressions.batch.add({ emails: ['a@b.io', 'c@d.io'] }));
    const removed = await data(suppressions.batch.remove({ emails: ['a@b.io'] }));
    expect(removed).toEqual({ data: [{ object: 'suppression', id, deleted: true }] });
    expect((await data(suppressions.list())).data).toMatchObject([{ email: 'c@d.io' }]);
  },
  ...crud(
    'events',
    'event',
    [{ name: 'paid', schema: { sum: 'number' } }, { name: 'paid' }],
    [{ schema: { sum: 'string' } }, { schema: { sum: 'string' } }],
  ),
  'events.send': async ({ events }) =>
    expect(await data(events.send({ event: 'paid', email: 'bob@example.com' }))).toEqual({
      object: 'event',
      event: 'paid',
    }),
};

const helpers = [
  'contacts.imports.buildCreateFormData',
  'contacts.imports.buildColumnMap',
  'contacts.imports.appendField',
  'templates.performCreate',
  // They read and send with other operations.
  'emails.receiving.forward',
  'emails.receiving.forwardPassthrough',
  'emails.receiving.forwardWrapped',
  'emails.receiving.downloadRaw',
  'webhooks.verify',
];

/** Methods of the client itself are the transport. */
const operations = (client: Foreign) =>
  methodsOf(client).filter((name) => name.includes('.') && !name.startsWith('headers.'));

describe.skipIf(sdk === undefined)('SDK', () => {
  describeSdk('resend 6.38.0', {
    door: 'resend',
    create: ({ url, apiKey }) => new sdk.Resend(apiKey, { baseUrl: url }),
    operations,
    rows: { ...emails, ...templates, ...contacts, ...broadcasts, ...others },
    local: helpers,
  });
});
