// Every operation of the official SDK of MailerSend, against the door.
import { describe, expect } from 'vitest';
import { obtain } from '../../../routing/test/peers/support/obtain.ts';
import { installMailSdk } from './support/mail-sdks.ts';
import type { Foreign } from './support/mailpit-clients.ts';
import { describeSdk, methodsOf, type SdkRow } from './support/sdk-table.ts';

const sdk = await obtain("MailerSend's SDK", () => installMailSdk('mailersend'));

const id = expect.any(String);
const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
const mail = {
  from: { email: 'ann@acme.dev', name: 'Ann' },
  to: [{ email: 'bob@example.com', name: 'Bob' }],
  subject: 'Hi',
  html: '<p>Hi</p>',
  text: 'Hi',
};

const newToken = { name: 'K', domain_id: 'd', scopes: ['email_full'] };

const data = async (call: Promise<Foreign>): Promise<Foreign> => (await call).body.data;
/** The status of the answer, also of an error. */
const status = (call: Promise<Foreign>) =>
  call.then(
    ({ statusCode }: Foreign) => statusCode,
    ({ statusCode }: Foreign) => statusCode,
  );
const messageId = async (call: Promise<Foreign>): Promise<string> => (await call).headers['x-message-id'];
const seconds = (hours: number) => Math.floor(Date.now() / 1000) + hours * 3600;
const days = () => ({ date_from: seconds(-24), date_to: seconds(24) });

/** Sends to an address whose word makes an event, and waits for it. */
async function happen({ email }: Foreign, word: string): Promise<string> {
  const sent = await messageId(email.send({ ...mail, to: [{ email: `${word}@example.com` }] }));
  const statuses = { open: 'opened', click: 'clicked', bounce: 'hard_bounced' };
  await expect
    .poll(async () => (await data(email.message.single(sent))).emails[0].status)
    .toBe(statuses[word as keyof typeof statuses]);
  return sent;
}

interface Crud {
  readonly path: string;
  /** Arguments before the id. */
  readonly first?: (client: Foreign) => Promise<unknown[]>;
  readonly content: object;
  readonly shown: object;
  readonly change?: object;
}

/** The usual operations of a resource: what is created is listed, read, changed and removed. */
function crud({ path, first = async () => [], content, shown, change }: Crud): Record<string, SdkRow> {
  const of = (client: Foreign): Foreign => path.split('.').reduce((at, name) => at[name], client);
  const start = async (client: Foreign): Promise<[unknown[], string]> => {
    const before = await first(client);
    return [before, (await data(of(client).create(...before, content))).id];
  };
  const rows: Record<string, SdkRow> = {
    [`${path}.create`]: async (client) => {
      const before = await first(client);
      expect(await data(of(client).create(...before, content))).toMatchObject({ id, ...shown });
    },
    [`${path}.single`]: async (client) => {
      const [before, made] = await start(client);
      expect(await data(of(client).single(...before, made))).toMatchObject({ id: made, ...shown });
      expect(await status(of(client).single(...before, 'nobody'))).toBe(404);
    },
    [`${path}.list`]: async (client) => {
      const [before, made] = await start(client);
      const listed = await data(of(client).list(...before));
      expect(listed).toContainEqual(expect.objectContaining({ id: made }));
    },
    [`${path}.delete`]: async (client) => {
      const [before, made] = await start(client);
      expect(await status(of(client).delete(...before, made))).toBe(204);
      expect(await status(of(client).single(...before, made))).toBe(404);
    },
  };
  if (change === undefined) return rows;
  return {
    ...rows,
    [`${path}.update`]: async (client) => {
      const [before, made] = await start(client);
      expect(await data(of(client).update(...before, made, change))).toMatchObject({ ...shown, ...change });
      expect(await data(of(client).single(...before, made))).toMatchObject({ ...shown, ...change });
    },
  };
}

const sending: Record<string, SdkRow> = {
  'email.send': async ({ email }, { mailbox }) => {
    expect(await status(email.send(mail))).toBe(202);
    expect(mailbox.list()).toMatchObject([{ parsed: { subject: 'Hi', html: '<p>Hi</p>' } }]);
    expect(await status(email.send({ ...mail, to: [] }))).toBe(422);
  },
  'email.sendBulk': async ({ email }) => {
    const sent = await email.sendBulk([mail, mail]);
    expect(sent).toMatchObject({ statusCode: 202, body: { message: id, bulk_email_id: id } });
  },
  'email.getBulkStatus': async ({ email }) => {
    const { bulk_email_id } = (await email.sendBulk([mail, { ...mail, to: [] }])).body;
    expect(await data(email.getBulkStatus(bulk_email_id))).toMatchObject({
      ...{ id: bulk_email_id, state: 'completed', total_recipients_count: 2, messages_id: [id] },
      validation_errors_count: 1,
    });
  },
  'email.list': async (client) => {
    const { email } = client;
    const domain_id = (await data(email.domain.create({ name: 'acme.dev' }))).id;
    await email.send({ ...mail, tags: ['a'] });
    const shown = { id, from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: null, html: null };
    const query = { domain_id, ...days() };
    expect(await data(email.list(query))).toMatchObject([{ ...shown, domain_id, tags: ['a'] }]);
    expect(await data(email.list({ ...query, recipient_email: 'eve@example.com' }))).toEqual([]);
    expect(await data(email.list({ ...query, status: ['delivered'] }))).toHaveLength(1);
    expect(await status(email.list({ domain_id }))).toBe(422);
  },
  'email.single': async ({ email }) => {
    const domain_id = (await data(email.domain.create({ name: 'acme.dev' }))).id;
    await email.send(mail);
    const [{ id: made }] = await data(email.list({ domain_id, ...days() }));
    expect(await data(email.single(made))).toMatchObject({
      ...{ id: made, subject: 'Hi', html: '<p>Hi</p>', text: 'Hi', status: 'delivered' },
      recipient: { email: 'bob@example.com' },
      activity: expect.arrayContaining([expect.objectContaining({ type: 'delivered' })]),
    });
    expect(await status(email.single('nobody'))).toBe(404);
  },
};

const domains: Record<string, SdkRow> = {
  ...crud({
    path: 'email.domain',
    content: { name: 'acme.dev' },
    shown: {
      name: 'acme.dev',
      is_verified: false,
      domain_settings: { send_paused: false },
      created_at: date,
    },
  }),
  'email.domain.updateSettings': async ({ email: { domain } }) => {
    const { id: made } = await data(domain.create({ name: 'acme.dev' }));
    const domain_settings = { track_opens: true, send_paused: false };
    expect(await data(domain.updateSettings(made, { track_opens: true }))).toMatchObject({ domain_settings });
    expect(await data(domain.single(made))).toMatchObject({ domain_settings });
  },
  'email.domain.recipients': async ({ email }) => {
    const { id: made } = await data(email.domain.create({ name: 'acme.dev' }));
    await email.send(mail);
    await email.send({ ...mail, from: { email: 'ann@other.dev' }, to: [{ email: 'eve@example.com' }] });
    const shown = { id, email: 'bob@example.com', created_at: date, deleted_at: '' };
    expect(await data(email.domain.recipients(made))).toMatchObject([shown]);
  },
  'email.domain.dns': async ({ email: { domain } }) => {
    const { id: made } = await data(domain.create({ name: 'acme.dev' }));
    const record = { hostname: id, type: id, value: id };
    expect(await data(domain.dns(made))).toMatchObject({
      id: made,
      spf: record,
      dkim: record,
      return_path: record,
    });
  },
  'email.domain.verify': async ({ email: { domain } }) => {
    const { id: made } = await data(domain.create({ name: 'acme.dev' }));
    const verified = await domain.verify(made);
    expect(verified.body).toMatchObject({ message: id, data: { dkim: true, spf: true } });
    expect(await data(domain.single(made))).toMatchObject({ is_verified: true });
  },
};

const template = { name: 'T', html: '<p>{{ name }}</p>', text: '{{ name }}' };
const hook = { url: 'http://127.0.0.1:9/hook', name: 'W', events: ['activity.delivered'], domain_id: 'd' };
const withDomain = async ({ email }: Foreign) => [(await data(email.domain.create({ name: 'acme.dev' }))).id];
const person = { domain_id: 'd', email: 'ann@acme.dev', name: 'Ann' };
const identity = { email: person.email, name: 'Ann', is_verified: false };

const resources: Record<string, SdkRow> = {
  ...crud({
    path: 'email.template',
    content: template,
    shown: { name: 'T', type: id, created_at: date },
    change: { name: 'U' },
  }),
  ...crud({
    path: 'email.webhook',
    content: hook,
    shown: { url: hook.url, name: 'W', events: hook.events, enabled: true, editable: true, created_at: date },
    change: { name: 'V', enabled: false },
  }),
  ...crud({
    path: 'email.identity',
    content: person,
    shown: identity,
    change: { reply_to_email: 'r@acme.dev' },
  }),
  'email.identity.singleByEmail': async ({ email }) => {
    await email.identity.create(person);
    expect(await data(email.identity.singleByEmail(person.email))).toMatchObject(identity);
  },
  'email.identity.updateByEMail': async ({ email }) => {
    await email.identity.create(person);
    const changed = await data(email.identity.updateByEMail(person.email, { name: 'Bea' }));
    expect(changed).toMatchObject({ ...identity, name: 'Bea' });
  },
  'email.identity.deleteByEmail': async ({ email }) => {
    await email.identity.create(person);
    expect(await status(email.identity.deleteByEmail(person.email))).toBe(204);
    expect(await data(email.identity.list())).toEqual([]);
  },
  'email.identity.resend': async ({ email }) => {
    const { id: made } = await data(email.identity.create(person));
    expect(await status(email.identity.resend(made))).toBe(200);
  },
  ...crud({
    path: 'email.smtpUser',
    first: withDomain,
    content: { name: 'S' },
    shown: { name: 'S', enabled: true, username: id, password: id, server: id, port: 587 },
    change: { name: 'R', enabled: false },
  }),
  ...crud({
    path: 'token',
    content: newToken,
    shown: { name: 'K', created_at: date },
  }),
  'token.create': async ({ token }) =>
    expect(await data(token.create(newToken))).toMatchObject({
      ...{ id, name: 'K', accessToken: id },
    }),
  'token.update': async ({ token }) => {
    const { id: made } = await data(token.create(newToken));
    expect(await data(token.update(made, { name: 'L' }))).toMatchObject({ id: made, name: 'L' });
  },
  'token.updateSettings': async ({ token }) => {
    const { id: made } = await data(token.create(newToken));
    expect(await data(token.updateSettings(made, { status: 'pause' }))).toMatchObject({ status: 'pause' });
  },
  'others.getApiQuota': async ({ others }) =>
    expect((await others.getApiQuota()).body).toMatchObject({
      ...{ quota: expect.any(Number), remaining: expect.any(Number), reset: date },
    }),
};

const messages: Record<string, SdkRow> = {
  'email.message.list': async ({ email }) => {
    const sent = await messageId(email.send(mail));
    const { body } = await email.message.list();
    expect(body).toMatchObject({
      data: [{ id: sent, created_at: date, updated_at: date }],
      meta: {},
      links: {},
    });
  },
  'email.message.single': async ({ email }) => {
    const sent = await messageId(email.send(mail));
    const shown = {
      id,
      from: 'ann@acme.dev',
      subject: 'Hi',
      html: '<p>Hi</p>',
      text: 'Hi',
      status: 'delivered',
    };
    expect(await data(email.message.single(sent))).toMatchObject({ id: sent, emails: [shown] });
  },
  'email.schedule.list': async ({ email }) => {
    const sent = await messageId(email.send({ ...mail, send_at: seconds(1) }));
    const shown = { message_id: sent, subject: 'Hi', status: 'scheduled', send_at: date };
    expect(await data(email.schedule.list())).toMatchObject([shown]);
    expect(await data(email.schedule.list({ status: 'sent' }))).toEqual([]);
  },
  'email.schedule.single': async ({ email }) => {
    const sent = await messageId(email.send({ ...mail, send_at: seconds(1) }));
    expect(await data(email.schedule.single(sent))).toMatchObject({ message_id: sent, status: 'scheduled' });
  },
  'email.schedule.delete': async ({ email }) => {
    const sent = await messageId(email.send({ ...mail, send_at: seconds(1) }));
    expect(await status(email.schedule.delete(sent))).toBe(204);
    expect(await data(email.schedule.list())).toEqual([]);
  },
  'email.recipient.list': async ({ email }) => {
    await email.send(mail);
    await email.send(mail);
    expect(await data(email.recipient.list())).toMatchObject([{ id, email: 'bob@example.com' }]);
  },
  'email.recipient.single': async ({ email }) => {
    await email.send(mail);
    const [{ id: made }] = await data(email.recipient.list());
    const emails = [expect.objectContaining({ subject: 'Hi' })];
    expect(await data(email.recipient.single(made))).toMatchObject({
      id: made,
      email: 'bob@example.com',
      emails,
    });
  },
  'email.recipient.delete': async ({ email }) => {
    await email.send(mail);
    const [{ id: made }] = await data(email.recipient.list());
    expect(await status(email.recipient.delete(made))).toBe(202);
    expect(await data(email.recipient.list())).toEqual([]);
  },
};

const lists = ['blocklist', 'hard-bounces', 'spam-complaints', 'unsubscribes', 'on-hold-list'];
const recipients = ['bob@example.com'];

const suppressions: Record<string, SdkRow> = {
  'email.recipient.blockRecipients': async ({ email }) => {
    for (const type of lists.slice(0, 4)) {
      expect(await status(email.recipient.blockRecipients({ domain_id: 'd', recipients }, type))).toBe(201);
      expect((await email.send(mail)).body).toMatchObject({ warnings: [{ type: 'ALL_SUPPRESSED' }] });
      await email.recipient.delAllBlockListRecipients(type);
    }
  },
  'email.recipient.blockList': async ({ email }) => {
    await email.recipient.blockRecipients({ domain_id: 'd', recipients });
    const shown = { id, type: 'exact', pattern: 'bob@example.com', created_at: date };
    expect(await data(email.recipient.blockList())).toMatchObject([shown]);
    expect(await data(email.recipient.blockList({ limit: 10 }, 'hard-bounces'))).toEqual([]);
  },
  'email.recipient.delBlockListRecipients': async ({ email }) => {
    const [{ id: made }] = await data(email.recipient.blockRecipients({ domain_id: 'd', recipients }));
    expect(await status(email.recipient.delBlockListRecipients([made]))).toBe(200);
    expect(await data(email.recipient.blockList())).toEqual([]);
  },
  'email.recipient.delAllBlockListRecipients': async ({ email }) => {
    await email.recipient.blockRecipients({ domain_id: 'd', recipients });
    expect(await status(email.recipient.delAllBlockListRecipients())).toBe(200);
    expect(await data(email.recipient.blockList())).toEqual([]);
  },
};

/** Counts after a mail that was opened, one that was clicked and one that bounced. */
const analytics = (method: string, query: object, stats: unknown): [string, SdkRow] => [
  `email.analytics.${method}`,
  async (client) => {
    for (const word of ['open', 'click', 'bounce']) await happen(client, word);
    const found = await data(client.email.analytics[method]({ ...days(), ...query }));
    expect(found).toMatchObject({ date_from: expect.anything(), date_to: expect.anything(), stats });
    expect(await status(client.email.analytics[method]({}))).toBe(422);
  },
];
const count = expect.any(Number);

const events: Record<string, SdkRow> = {
  'email.activity.domain': async (client) => {
    const [made] = await withDomain(client);
    await happen(client, 'open');
    const { activity } = client.email;
    const opened = await data(activity.domain(made, { ...days(), event: ['opened'] }));
    const recipient = { id, email: 'open@example.com' };
    expect(opened).toMatchObject([
      { id, type: 'opened', created_at: date, email: { subject: 'Hi', recipient } },
    ]);
    expect((await data(activity.domain(made, days()))).length).toBeGreaterThan(1);
    expect(await status(activity.domain(made, {}))).toBe(422);
  },
  'email.activity.single': async (client) => {
    const [made] = await withDomain(client);
    await happen(client, 'open');
    const { activity } = client.email;
    const [{ id: event }] = await data(activity.domain(made, { ...days(), event: ['opened'] }));
    expect(await data(activity.single(event))).toMatchObject({ id: event, type: 'opened', email: { id } });
  },
  ...Object.fromEntries([
    analytics('byDate', { event: ['sent', 'opened', 'hard_bounced'] }, [
      { sent: 3, opened: count, hard_bounced: 1 },
    ]),
    analytics('byCountry', {}, [{ name: id, count }]),
    analytics('byUserAgent', {}, [{ name: id, count }]),
    analytics('byReadingEnvironment', {}, [{ name: id, count }]),
  ]),
};

const transport = /\.(normalizeHeaders|post|get|deleteReq|put|request)$/;

/** The SDK has no option for the base URL. */
function pointTo(client: Foreign, url: string): Foreign {
  for (const part of Object.values(client)) if (typeof part === 'object') pointTo(part, url);
  if (typeof client.baseUrl === 'string') client.baseUrl = url;
  return client;
}

describe.skipIf(sdk === undefined)('SDK', () => {
  describeSdk('mailersend 3.4.0', {
    door: 'mailersend',
    create: ({ url, apiKey }) => pointTo(new sdk.MailerSend({ apiKey }), url),
    operations: (client) => methodsOf(client).filter((name) => !transport.test(name)),
    rows: { ...sending, ...domains, ...resources, ...messages, ...suppressions, ...events },
  });
});
