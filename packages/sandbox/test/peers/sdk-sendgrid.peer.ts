// Every operation that the official SDK of SendGrid documents, and those of marketing, against the door.
import { describe, expect } from 'vitest';
import { obtain } from '../../../routing/test/peers/support/obtain.ts';
import { installMailSdk, readSdkFile } from './support/mail-sdks.ts';
import type { Foreign } from './support/mailpit-clients.ts';
import { describeSdk, type SdkRow } from './support/sdk-table.ts';

const sdk = await obtain("SendGrid's SDK", async () => ({
  ...(await installMailSdk('@sendgrid/client')),
  usage: await readSdkFile('@sendgrid/client', 'USAGE.md'),
}));
const mailSdk = await obtain("SendGrid's mail SDK", () => installMailSdk('@sendgrid/mail'));

const id = expect.any(String);
const number = expect.any(Number);
const mail = {
  personalizations: [{ to: [{ email: 'bob@example.com' }] }],
  from: { email: 'ann@acme.dev' },
  subject: 'Hi',
  content: [{ type: 'text/html', value: '<p>Hi</p>' }],
};

type Ask = (method: string, url: string, body?: object, qs?: object) => Promise<Foreign>;
type Row = (ask: Ask, service: Parameters<SdkRow>[1], client: Foreign) => Promise<unknown>;

/** Status and body of the answer, also of an error. */
const asking = (client: Foreign): Ask => {
  return async (method, url, body, qs) => {
    const answer = await client
      .request({ method, url: `/v3${url}`, ...(body && { body }), ...(qs && { qs }) })
      .then(
        ([{ statusCode, body: found }]: Foreign) => ({ status: statusCode, body: found }),
        (error: Foreign) => ({ status: error.code, body: error.response?.body }),
      );
    return answer;
  };
};
const body = async (call: Promise<Foreign>) => (await call).body;

interface Crud {
  readonly path: string;
  readonly parameter: string;
  readonly content: object;
  readonly shown: object;
  readonly change?: object;
  readonly changeStatus?: number;
  readonly key?: string;
  /** The rows in the answer of a list. */
  readonly listed?: (found: Foreign) => Foreign;
}

/** The usual operations of a resource: what is created is listed, read, changed and removed. */
function crud(options: Crud): Record<string, Row> {
  const { path, parameter, content, shown, change, changeStatus = 200, key = 'id' } = options;
  const { listed = (found) => found } = options;
  const add = async (ask: Ask) => (await body(ask('POST', path, content)))[key];
  const one = `${path}/{${parameter}}`;
  return {
    [`POST ${path}`]: async (ask) =>
      expect(await ask('POST', path, content)).toMatchObject({ status: expect.any(Number), body: shown }),
    [`GET ${path}`]: async (ask) => {
      const made = await add(ask);
      expect(listed(await body(ask('GET', path)))).toContainEqual(expect.objectContaining({ [key]: made }));
    },
    [`GET ${one}`]: async (ask) => {
      const made = await add(ask);
      expect(await ask('GET', `${path}/${made}`)).toMatchObject({
        status: 200,
        body: { ...shown, [key]: made },
      });
      expect(await ask('GET', `${path}/987654`)).toMatchObject({
        status: 404,
        body: { errors: [{ message: id }] },
      });
    },
    [`PATCH ${one}`]: async (ask) => {
      const made = await add(ask);
      const changed = { status: changeStatus, body: { ...shown, ...change } };
      expect(await ask('PATCH', `${path}/${made}`, change)).toMatchObject(changed);
      expect(await body(ask('GET', `${path}/${made}`))).toMatchObject({ ...shown, ...change });
    },
    [`DELETE ${one}`]: async (ask) => {
      const made = await add(ask);
      expect((await ask('DELETE', `${path}/${made}`)).status).toBe(204);
      expect((await ask('GET', `${path}/${made}`)).status).toBe(404);
    },
  };
}

const later = () => Math.floor(Date.now() / 1000) + 3600;

const sending: Record<string, Row> = {
  'POST /mail/send': async (ask, { mailbox, services }) => {
    expect((await ask('POST', '/mail/send', mail)).status).toBe(202);
    expect(mailbox.list()).toMatchObject([{ parsed: { subject: 'Hi', html: '<p>Hi</p>' } }]);
    expect((await ask('POST', '/mail/send', { ...mail, from: undefined })).status).toBe(400);
    const { url, apiKey = '' } = services['sendgrid'] ?? {};
    mailSdk.setApiKey(apiKey);
    mailSdk.client.setDefaultRequest('baseUrl', url);
    const [sent] = await mailSdk.send({
      to: 'bob@example.com',
      from: 'ann@acme.dev',
      subject: 'M',
      text: 'Hi',
    });
    expect([sent.statusCode, sent.headers['x-message-id']]).toEqual([202, id]);
    expect(mailbox.list()).toHaveLength(2);
  },
  'POST /mail/batch': async (ask) =>
    expect(await ask('POST', '/mail/batch')).toMatchObject({ status: 201, body: { batch_id: id } }),
  'GET /mail/batch/{batch_id}': async (ask) => {
    const { batch_id } = await body(ask('POST', '/mail/batch'));
    expect(await body(ask('GET', `/mail/batch/${batch_id}`))).toEqual({ batch_id });
    expect((await ask('GET', '/mail/batch/nobody')).status).toBe(404);
  },
  'GET /messages': async (ask) => {
    await ask('POST', '/mail/send', mail);
    const shown = { msg_id: id, to_email: 'bob@example.com', subject: 'Hi', status: 'delivered' };
    expect(await body(ask('GET', '/messages', undefined, { limit: 10 }))).toMatchObject({
      messages: [shown],
    });
  },
  'GET /messages/{msg_id}': async (ask) => {
    await ask('POST', '/mail/send', mail);
    const [{ msg_id }] = (await body(ask('GET', '/messages'))).messages;
    const events = expect.arrayContaining([expect.objectContaining({ event_name: 'delivered' })]);
    expect(await body(ask('GET', `/messages/${msg_id}`))).toMatchObject({ msg_id, events });
  },
  'GET /stats': async (ask) => {
    await ask('POST', '/mail/send', mail);
    const today = new Date().toISOString().slice(0, 10);
    const found = await body(ask('GET', '/stats', undefined, { start_date: today }));
    expect(found.at(-1)).toMatchObject({ stats: [{ metrics: { requests: 1, delivered: 1, opens: 0 } }] });
    expect((await ask('GET', '/stats')).status).toBe(400);
  },
};

const scheduled = async (ask: Ask): Promise<string> => {
  const { batch_id } = await body(ask('POST', '/mail/batch'));
  await ask('POST', '/mail/send', { ...mail, batch_id, send_at: later() });
  return batch_id;
};
const sends = '/user/scheduled_sends';
const states = ({ save }: Parameters<SdkRow>[1]) =>
  (save().tables.messages as unknown as readonly { state: string; sendAt: number }[]).map(
    ({ state, sendAt }) => [state, sendAt > Date.now() + 1e10],
  );

const batches: Record<string, Row> = {
  [`POST ${sends}`]: async (ask, service) => {
    const batch_id = await scheduled(ask);
    const given = { batch_id, status: 'cancel' };
    expect(await ask('POST', sends, given)).toMatchObject({ status: 201, body: given });
    expect(states(service)).toEqual([['cancelled', false]]);
    expect((await ask('POST', sends, { batch_id: 'nobody', status: 'cancel' })).status).toBe(400);
  },
  [`GET ${sends}`]: async (ask) => {
    const given = { batch_id: await scheduled(ask), status: 'pause' };
    await ask('POST', sends, given);
    expect(await body(ask('GET', sends))).toEqual([given]);
  },
  [`GET ${sends}/{batch_id}`]: async (ask) => {
    const given = { batch_id: await scheduled(ask), status: 'pause' };
    await ask('POST', sends, given);
    expect(await body(ask('GET', `${sends}/${given.batch_id}`))).toEqual([given]);
  },
  [`PATCH ${sends}/{batch_id}`]: async (ask, service) => {
    const given = { batch_id: await scheduled(ask), status: 'pause' };
    await ask('POST', sends, given);
    expect((await ask('PATCH', `${sends}/${given.batch_id}`, { status: 'cancel' })).status).toBe(204);
    expect(states(service)).toEqual([['cancelled', true]]);
  },
  [`DELETE ${sends}/{batch_id}`]: async (ask, service) => {
    const batch_id = await scheduled(ask);
    await ask('POST', sends, { batch_id, status: 'pause' });
    expect(states(service)).toEqual([['scheduled', true]]);
    expect((await ask('DELETE', `${sends}/${batch_id}`)).status).toBe(204);
    expect(states(service)).toEqual([['scheduled', false]]);
    expect(await body(ask('GET', sends))).toEqual([]);
  },
};

const version = { name: 'V', subject: 'Hi {{name}}', html_content: '<p>{{name}}</p>', active: 1 };
const addTemplate = async (ask: Ask) =>
  (await body(ask('POST', '/templates', { name: 'T', generation: 'dynamic' }))).id;
const addVersion = async (ask: Ask) => {
  const template = await addTemplate(ask);
  return [template, (await body(ask('POST', `/templates/${template}/versions`, version))).id];
};
const versions = '/templates/{template_id}/versions';

const { 'GET /templates': _, ...templateRows } = crud({
  path: '/templates',
  parameter: 'template_id',
  content: { name: 'T', generation: 'dynamic' },
  shown: { name: 'T', generation: 'dynamic', versions: [], updated_at: id },
  change: { name: 'U' },
});

const templates: Record<string, Row> = {
  ...templateRows,
  'GET /templates': async (ask) => {
    const made = await addTemplate(ask);
    const list = (generations: string) =>
      body(ask('GET', '/templates', undefined, { generations, page_size: 10 }));
    expect(await list('dynamic')).toMatchObject({ result: [{ id: made }], _metadata: { count: 1 } });
    expect(await list('legacy')).toMatchObject({ result: [] });
  },
  'POST /templates/{template_id}': async (ask) => {
    const [template] = await addVersion(ask);
    const copy = await ask('POST', `/templates/${template}`, { name: 'Copy' });
    expect(copy).toMatchObject({
      status: 201,
      body: { name: 'Copy', versions: [{ subject: version.subject }] },
    });
  },
  [`POST ${versions}`]: async (ask, { mailbox }) => {
    const template_id = await addTemplate(ask);
    const made = await ask('POST', `/templates/${template_id}/versions`, version);
    expect(made).toMatchObject({ status: 201, body: { ...version, id, template_id, updated_at: id } });
    const personalizations = [{ to: [{ email: 'bob@example.com' }], dynamic_template_data: { name: 'Bob' } }];
    await ask('POST', '/mail/send', { personalizations, from: mail.from, template_id });
    expect(mailbox.list()).toMatchObject([{ parsed: { subject: 'Hi Bob', html: '<p>Bob</p>' } }]);
  },
  [`GET ${versions}/{version_id}`]: async (ask) => {
    const [template_id, made] = await addVersion(ask);
    const found = await ask('GET', `/templates/${template_id}/versions/${made}`);
    expect(found).toMatchObject({ status: 200, body: { ...version, id: made, template_id } });
  },
  [`PATCH ${versions}/{version_id}`]: async (ask) => {
    const [template, made] = await addVersion(ask);
    const change = { ...version, subject: 'Other' };
    expect(await body(ask('PATCH', `/templates/${template}/versions/${made}`, change))).toMatchObject(change);
  },
  [`DELETE ${versions}/{version_id}`]: async (ask) => {
    const [template, made] = await addVersion(ask);
    expect((await ask('DELETE', `/templates/${template}/versions/${made}`)).status).toBe(204);
    expect(await body(ask('GET', `/templates/${template}`))).toMatchObject({ versions: [] });
  },
  [`POST ${versions}/{version_id}/activate`]: async (ask) => {
    const [template, first] = await addVersion(ask);
    await ask('POST', `/templates/${template}/versions`, { ...version, name: 'W' });
    const activated = await body(ask('POST', `/templates/${template}/versions/${first}/activate`));
    expect(activated).toMatchObject({ id: first, active: 1 });
    const { versions: all } = await body(ask('GET', `/templates/${template}`));
    expect(all.map(({ active }: Foreign) => active)).toEqual([1, 0]);
  },
};

const emails = { recipient_emails: ['bob@example.com'] };
const group = { name: 'G', description: 'D', is_default: false };
const addGroup = async (ask: Ask) => (await body(ask('POST', '/asm/groups', group))).id;
const inGroup = '/asm/groups/{group_id}/suppressions';
const global = '/asm/suppressions/global';

const groups: Record<string, Row> = {
  ...crud({
    path: '/asm/groups',
    parameter: 'group_id',
    content: group,
    shown: { ...group, id: number },
    change: { name: 'H' },
    changeStatus: 201,
  }),
  [`POST ${inGroup}`]: async (ask, { mailbox }) => {
    const made = await addGroup(ask);
    const added = await ask('POST', `/asm/groups/${made}/suppressions`, emails);
    expect(added).toMatchObject({ status: 201, body: emails });
    await ask('POST', '/mail/send', { ...mail, asm: { group_id: made } });
    expect(mailbox.list()).toEqual([]);
  },
  [`GET ${inGroup}`]: async (ask) => {
    const made = await addGroup(ask);
    await ask('POST', `/asm/groups/${made}/suppressions`, emails);
    expect(await body(ask('GET', `/asm/groups/${made}/suppressions`))).toEqual(['bob@example.com']);
  },
  [`POST ${inGroup}/search`]: async (ask) => {
    const made = await addGroup(ask);
    await ask('POST', `/asm/groups/${made}/suppressions`, emails);
    const asked = { recipient_emails: ['bob@example.com', 'eve@example.com'] };
    const found = await body(ask('POST', `/asm/groups/${made}/suppressions/search`, asked));
    expect(found).toEqual(['bob@example.com']);
  },
  [`DELETE ${inGroup}/{email}`]: async (ask) => {
    const made = await addGroup(ask);
    await ask('POST', `/asm/groups/${made}/suppressions`, emails);
    expect((await ask('DELETE', `/asm/groups/${made}/suppressions/bob@example.com`)).status).toBe(204);
    expect(await body(ask('GET', `/asm/groups/${made}/suppressions`))).toEqual([]);
  },
  'GET /asm/suppressions': async (ask) => {
    const made = await addGroup(ask);
    await ask('POST', `/asm/groups/${made}/suppressions`, emails);
    const shown = { email: 'bob@example.com', group_id: made, group_name: 'G', created_at: number };
    expect(await body(ask('GET', '/asm/suppressions'))).toEqual([shown]);
  },
  'GET /asm/suppressions/{email}': async (ask) => {
    const made = await addGroup(ask);
    await ask('POST', `/asm/groups/${made}/suppressions`, emails);
    const { suppressions } = await body(ask('GET', '/asm/suppressions/bob@example.com'));
    expect(suppressions).toContainEqual({ ...group, id: made, suppressed: true });
  },
  [`POST ${global}`]: async (ask, { mailbox }) => {
    expect(await ask('POST', global, emails)).toMatchObject({ status: 201, body: emails });
    await ask('POST', '/mail/send', mail);
    expect(mailbox.list()).toEqual([]);
  },
  [`GET ${global}/{email}`]: async (ask) => {
    await ask('POST', global, emails);
    expect(await body(ask('GET', `${global}/bob@example.com`))).toEqual({
      recipient_email: 'bob@example.com',
    });
    expect(await body(ask('GET', `${global}/eve@example.com`))).toEqual({});
  },
  [`DELETE ${global}/{email}`]: async (ask) => {
    await ask('POST', global, emails);
    expect((await ask('DELETE', `${global}/bob@example.com`)).status).toBe(204);
    expect(await body(ask('GET', `${global}/bob@example.com`))).toEqual({});
  },
  'GET /suppression/unsubscribes': async (ask) => {
    await ask('POST', global, emails);
    const shown = [{ email: 'bob@example.com', created: number }];
    expect(await body(ask('GET', '/suppression/unsubscribes'))).toEqual(shown);
  },
};

/** A list that SendGrid fills; the word of an address makes the event. */
function filled(list: string, word: string | undefined): Record<string, Row> {
  const path = `/suppression/${list}`;
  const email = `${word}@example.com`;
  const happen = async (ask: Ask) => {
    if (word === undefined) return;
    await ask('POST', '/mail/send', { ...mail, personalizations: [{ to: [{ email }] }] });
    await expect.poll(() => body(ask('GET', path))).toHaveLength(1);
  };
  const shown = word === undefined ? [] : [{ email, created: number }];
  return {
    [`GET ${path}`]: async (ask) => {
      await happen(ask);
      expect(await body(ask('GET', path))).toMatchObject(shown);
      expect(await body(ask('GET', path, undefined, { end_time: 1 }))).toEqual([]);
    },
    [`GET ${path}/{email}`]: async (ask) => {
      await happen(ask);
      expect(await body(ask('GET', `${path}/${email}`))).toMatchObject(shown);
    },
    [`DELETE ${path}/{email}`]: async (ask) => {
      await happen(ask);
      expect((await ask('DELETE', `${path}/${email}`)).status).toBe(word === undefined ? 404 : 204);
      expect(await body(ask('GET', path))).toEqual([]);
    },
    [`DELETE ${path}`]: async (ask) => {
      await happen(ask);
      expect((await ask('DELETE', path, { delete_all: true })).status).toBe(204);
      expect(await body(ask('GET', path))).toEqual([]);
    },
  };
}

const keyOf = async (ask: Ask) =>
  (await body(ask('POST', '/api_keys', { name: 'K', scopes: ['mail.send'] }))).api_key_id;
const keys: Record<string, Row> = {
  'POST /api_keys': async (ask) => {
    const made = await ask('POST', '/api_keys', { name: 'K' });
    const api_key = expect.stringMatching(/^SG\./);
    expect(made).toMatchObject({ status: 201, body: { api_key, api_key_id: id, name: 'K', scopes: [id] } });
  },
  'GET /api_keys': async (ask) => {
    const api_key_id = await keyOf(ask);
    expect(await body(ask('GET', '/api_keys'))).toEqual({ result: [{ api_key_id, name: 'K' }] });
  },
  'GET /api_keys/{api_key_id}': async (ask) => {
    const api_key_id = await keyOf(ask);
    const result = [{ api_key_id, name: 'K', scopes: ['mail.send'] }];
    expect(await body(ask('GET', `/api_keys/${api_key_id}`))).toEqual({ result });
  },
  'PATCH /api_keys/{api_key_id}': async (ask) => {
    const api_key_id = await keyOf(ask);
    expect(await body(ask('PATCH', `/api_keys/${api_key_id}`, { name: 'L' }))).toMatchObject({
      api_key_id,
      name: 'L',
    });
  },
  'PUT /api_keys/{api_key_id}': async (ask) => {
    const api_key_id = await keyOf(ask);
    const change = { name: 'L', scopes: ['user.profile.read'] };
    expect(await body(ask('PUT', `/api_keys/${api_key_id}`, change))).toEqual({ api_key_id, ...change });
  },
  'DELETE /api_keys/{api_key_id}': async (ask) => {
    const api_key_id = await keyOf(ask);
    expect((await ask('DELETE', `/api_keys/${api_key_id}`)).status).toBe(204);
    expect(await body(ask('GET', '/api_keys'))).toEqual({ result: [] });
  },
};

const sender = {
  nickname: 'N',
  from: { email: 'ann@acme.dev', name: 'Ann' },
  address: 'A',
  city: 'C',
  country: 'D',
};
const hooks = '/user/webhooks/event/settings';
const hook = { url: 'http://127.0.0.1:9/hook', enabled: true, delivered: true };
const addHook = async (ask: Ask) => (await body(ask('POST', hooks, hook))).id;
const parse = { hostname: 'in.acme.dev', url: 'http://127.0.0.1:9/in', spam_check: false, send_raw: true };

const account: Record<string, Row> = {
  ...crud({
    path: '/senders',
    parameter: 'sender_id',
    content: sender,
    shown: { ...sender, id: number, verified: { status: false }, locked: false },
    change: { nickname: 'M' },
  }),
  'POST /senders/{sender_id}/resend_verification': async (ask) => {
    const { id: made } = await body(ask('POST', '/senders', sender));
    expect((await ask('POST', `/senders/${made}/resend_verification`)).status).toBe(204);
  },
  ...crud({
    path: '/whitelabel/domains',
    parameter: 'domain_id',
    content: { domain: 'acme.dev', subdomain: 'news' },
    shown: {
      id: number,
      domain: 'acme.dev',
      subdomain: 'news',
      valid: false,
      dns: { dkim1: { type: 'cname' } },
    },
    change: { default: true },
  }),
  'POST /whitelabel/domains/{id}/validate': async (ask) => {
    const { id: made } = await body(ask('POST', '/whitelabel/domains', { domain: 'acme.dev' }));
    const validation_results = { dkim1: { valid: true, reason: null } };
    const validated = await body(ask('POST', `/whitelabel/domains/${made}/validate`));
    expect(validated).toMatchObject({ id: made, valid: true, validation_results });
    expect(await body(ask('GET', `/whitelabel/domains/${made}`))).toMatchObject({ valid: true });
  },
  ...crud({
    path: '/user/webhooks/parse/settings',
    parameter: 'hostname',
    key: 'hostname',
    content: parse,
    shown: parse,
    change: { send_raw: false },
    listed: ({ result }) => result,
  }),
  'GET /user/webhooks/parse/stats': async (ask) =>
    expect(await body(ask('GET', '/user/webhooks/parse/stats'))).toEqual([{ date: id, stats: [] }]),
  [`GET ${hooks}`]: async (ask) => {
    expect(await body(ask('GET', hooks))).toMatchObject({ enabled: false, url: '' });
    await addHook(ask);
    expect(await body(ask('GET', hooks))).toMatchObject({ ...hook, bounce: false });
  },
  [`PATCH ${hooks}`]: async (ask) => {
    expect(await body(ask('PATCH', hooks, hook))).toMatchObject(hook);
    expect(await body(ask('PATCH', hooks, { bounce: true }))).toMatchObject({ ...hook, bounce: true });
  },
  'POST /user/webhooks/event/test': async (ask) =>
    expect((await ask('POST', '/user/webhooks/event/test', { url: hook.url })).status).toBe(204),
};

const contact = { email: 'bob@example.com', first_name: 'Bob', external_id: 'x1' };
const people = '/marketing/contacts';
const addContact = async (ask: Ask, more = {}) => {
  await ask('PUT', people, { contacts: [{ ...contact, ...more }] });
  return (await body(ask('POST', `${people}/search/emails`, { emails: [contact.email] }))).result[
    contact.email
  ].contact.id;
};
const addList = async (ask: Ask) => (await body(ask('POST', '/marketing/lists', { name: 'L' }))).id;
const { 'DELETE /marketing/field_definitions/{id}': removeField, ...fieldRows } = crud({
  path: '/marketing/field_definitions',
  parameter: 'id',
  content: { name: 'plan', field_type: 'Text' },
  shown: { id, name: 'plan', field_type: 'Text' },
});
const fieldsIn = async (ask: Ask) => (await body(ask('GET', '/marketing/field_definitions'))).custom_fields;

const marketing: Record<string, Row> = {
  ...crud({
    path: '/marketing/lists',
    parameter: 'id',
    content: { name: 'L' },
    shown: { id, name: 'L', contact_count: 0 },
    change: { name: 'M' },
    listed: ({ result }) => result,
  }),
  'GET /marketing/lists/{id}/contacts/count': async (ask) => {
    const list = await addList(ask);
    await ask('PUT', people, { list_ids: [list], contacts: [contact] });
    expect(await body(ask('GET', `/marketing/lists/${list}/contacts/count`))).toMatchObject({
      contact_count: 1,
    });
  },
  'DELETE /marketing/lists/{id}/contacts': async (ask) => {
    const list = await addList(ask);
    await ask('PUT', people, { list_ids: [list], contacts: [contact] });
    const made = await addContact(ask);
    const removed = await ask('DELETE', `/marketing/lists/${list}/contacts`, undefined, {
      contact_ids: made,
    });
    expect(removed.status).toBe(202);
    expect(await body(ask('GET', `/marketing/lists/${list}/contacts/count`))).toMatchObject({
      contact_count: 0,
    });
  },
  'POST /marketing/field_definitions': fieldRows['POST /marketing/field_definitions'] as Row,
  'GET /marketing/field_definitions': async (ask) => {
    const { id: made } = await body(
      ask('POST', '/marketing/field_definitions', { name: 'plan', field_type: 'Text' }),
    );
    expect(await fieldsIn(ask)).toContainEqual({ id: made, name: 'plan', field_type: 'Text' });
  },
  'PATCH /marketing/field_definitions/{id}': async (ask) => {
    const { id: made } = await body(
      ask('POST', '/marketing/field_definitions', { name: 'plan', field_type: 'Text' }),
    );
    const changed = { id: made, name: 'tier', field_type: 'Text' };
    expect(await body(ask('PATCH', `/marketing/field_definitions/${made}`, { name: 'tier' }))).toMatchObject(
      changed,
    );
  },
  'DELETE /marketing/field_definitions/{id}': async (ask) => {
    const { id: made } = await body(
      ask('POST', '/marketing/field_definitions', { name: 'plan', field_type: 'Text' }),
    );
    expect((await ask('DELETE', `/marketing/field_definitions/${made}`)).status).toBe(204);
    expect(await fieldsIn(ask)).not.toContainEqual(expect.objectContaining({ id: made }));
  },
  [`PUT ${people}`]: async (ask) => {
    const given = { contacts: [contact] };
    expect(await ask('PUT', people, given)).toMatchObject({ status: 202, body: { job_id: id } });
    expect(
      (await ask('PUT', people, { contacts: [{ ...contact, custom_fields: { e9_T: '1' } }] })).status,
    ).toBe(400);
  },
  [`GET ${people}`]: async (ask) => {
    await addContact(ask);
    expect(await body(ask('GET', people))).toMatchObject({ result: [contact], contact_count: 1 });
  },
  [`GET ${people}/{id}`]: async (ask) => {
    const made = await addContact(ask);
    expect(await body(ask('GET', `${people}/${made}`))).toMatchObject({ ...contact, id: made, list_ids: [] });
  },
  [`DELETE ${people}`]: async (ask) => {
    const made = await addContact(ask);
    expect((await ask('DELETE', people, undefined, { ids: made })).status).toBe(202);
    await addContact(ask);
    await ask('DELETE', people, undefined, { delete_all_contacts: 'true' });
    expect(await body(ask('GET', people))).toMatchObject({ contact_count: 0 });
  },
  [`POST ${people}/batch`]: async (ask) => {
    const made = await addContact(ask);
    expect(await body(ask('POST', `${people}/batch`, { ids: [made] }))).toMatchObject({
      result: [{ id: made }],
    });
  },
  [`GET ${people}/count`]: async (ask) => {
    await addContact(ask);
    expect(await body(ask('GET', `${people}/count`))).toEqual({ contact_count: 1, billable_count: 1 });
  },
  [`POST ${people}/search`]: async (ask) => {
    const list = await addList(ask);
    await ask('PUT', people, { list_ids: [list], contacts: [contact, { email: 'cleo@example.com' }] });
    const find = async (query: string) =>
      (await ask('POST', `${people}/search`, { query })).body.contact_count;
    expect(await find(`email LIKE 'bob%' AND CONTAINS(list_ids, '${list}')`)).toBe(1);
    expect(await find("email = 'eve@example.com'")).toBe(0);
    expect(await find("email LIKE '%example.com'")).toBe(2);
    expect((await ask('POST', `${people}/search`, { query: 'what' })).status).toBe(400);
  },
  [`POST ${people}/search/emails`]: async (ask) => {
    await addContact(ask);
    const { result } = await body(
      ask('POST', `${people}/search/emails`, { emails: [contact.email, 'a@b.io'] }),
    );
    expect(result).toMatchObject({ [contact.email]: { contact }, 'a@b.io': { error: id } });
  },
  [`POST ${people}/search/identifiers/{identifier_type}`]: async (ask) => {
    await addContact(ask);
    const found = await body(
      ask('POST', `${people}/search/identifiers/external_id`, { identifiers: ['x1'] }),
    );
    expect(found).toMatchObject({ result: { x1: { contact } } });
  },
  [`DELETE ${people}/{contact_id}/identifiers`]: async (ask) => {
    const made = await addContact(ask);
    const given = { identifier_type: 'EXTERNALID', identifier_value: 'x1' };
    expect((await ask('DELETE', `${people}/${made}/identifiers`, given)).status).toBe(202);
    expect(await body(ask('GET', `${people}/${made}`))).not.toHaveProperty('external_id');
  },
  [`PUT ${people}/imports`]: async (ask) => {
    const list = await addList(ask);
    const given = { file_type: 'csv', list_ids: [list], field_mappings: ['_rf2_T', '_rf0_T'] };
    const { job_id, upload_uri, upload_headers } = await body(ask('PUT', `${people}/imports`, given));
    const headers = Object.fromEntries(upload_headers.map(({ header, value }: Foreign) => [header, value]));
    const sent = await fetch(upload_uri, {
      method: 'PUT',
      headers,
      body: 'Mail,Name\nbob@example.com,Bob\n',
    });
    expect([sent.status, job_id]).toEqual([200, id]);
    const result = [{ email: contact.email, first_name: 'Bob', list_ids: [list] }];
    expect(await body(ask('GET', people))).toMatchObject({ result });
  },
  [`GET ${people}/imports/{id}`]: async (ask) => {
    const { job_id } = await body(ask('PUT', people, { contacts: [contact] }));
    expect(await body(ask('GET', `${people}/imports/${job_id}`))).toMatchObject({
      id: job_id,
      status: 'completed',
    });
  },
  [`POST ${people}/exports`]: async (ask) => {
    await addContact(ask);
    const made = await ask('POST', `${people}/exports`, { file_type: 'csv' });
    expect(made).toMatchObject({ status: 202, body: { id } });
    const { urls } = await body(ask('GET', `${people}/exports/${made.body.id}`));
    expect(await (await fetch(urls[0])).text()).toContain('"bob@example.com","Bob"');
  },
  [`GET ${people}/exports`]: async (ask) => {
    const { id: made } = await body(ask('POST', `${people}/exports`, { file_type: 'csv' }));
    expect(await body(ask('GET', `${people}/exports`))).toMatchObject({
      result: [{ id: made, status: 'ready' }],
    });
  },
  [`GET ${people}/exports/{id}`]: async (ask) => {
    const { id: made } = await body(ask('POST', `${people}/exports`, { file_type: 'csv' }));
    const shown = { id: made, status: 'ready', contact_count: 0, urls: [id] };
    expect(await body(ask('GET', `${people}/exports/${made}`))).toMatchObject(shown);
  },
  [`POST ${hooks}`]: async (ask) =>
    expect(await ask('POST', hooks, hook)).toMatchObject({
      status: 201,
      body: { ...hook, id, bounce: false },
    }),
  [`GET ${hooks}/all`]: async (ask) => {
    const made = await addHook(ask);
    expect(await body(ask('GET', `${hooks}/all`))).toMatchObject({
      max_allowed: number,
      webhooks: [{ id: made }],
    });
  },
  [`GET ${hooks}/{id}`]: async (ask) => {
    const made = await addHook(ask);
    expect(await body(ask('GET', `${hooks}/${made}`))).toMatchObject({ ...hook, id: made });
  },
  [`PATCH ${hooks}/{id}`]: async (ask) => {
    const made = await addHook(ask);
    const change = { bounce: true, delivered: false };
    expect(await body(ask('PATCH', `${hooks}/${made}`, change))).toMatchObject({ ...hook, ...change });
  },
  [`DELETE ${hooks}/{id}`]: async (ask) => {
    const made = await addHook(ask);
    expect((await ask('DELETE', `${hooks}/${made}`)).status).toBe(204);
    expect((await ask('GET', `${hooks}/${made}`)).status).toBe(404);
  },
  [`PATCH ${hooks}/signed/{id}`]: async (ask) => {
    const made = await addHook(ask);
    const signed = await body(ask('PATCH', `${hooks}/signed/${made}`, { enabled: true }));
    expect(signed).toEqual({ id: made, public_key: id });
  },
  [`GET ${hooks}/signed/{id}`]: async (ask) => {
    const made = await addHook(ask);
    await ask('PATCH', `${hooks}/signed/${made}`, { enabled: true });
    expect(await body(ask('GET', `${hooks}/signed/${made}`))).toEqual({ id: made, public_key: id });
  },
};

const rows: Record<string, Row> = {
  ...sending,
  ...batches,
  ...templates,
  ...groups,
  ...filled('bounces', 'bounce'),
  ...filled('spam_reports', 'complaint'),
  ...filled('blocks', undefined),
  ...filled('invalid_emails', undefined),
  ...keys,
  ...account,
  ...marketing,
};

/** The client has one method for all requests: its operations are those of its own reference, USAGE.md. */
const documented = (): string[] => [
  ...(sdk?.usage.matchAll(/^### ((?:GET|POST|PUT|PATCH|DELETE) \/\S+)$/gm) ?? []).map(
    ([, call]: Foreign) => call,
  ),
  // Of the OpenAPI documents, twilio/sendgrid-oai: the reference of the client is older.
  ...Object.keys(marketing),
  ...['GET /templates', 'POST /templates/{template_id}'],
];

describe.skipIf(sdk === undefined || mailSdk === undefined)('SDK', () => {
  describeSdk('@sendgrid/client 8.1.6', {
    door: 'sendgrid',
    create: ({ url, apiKey }) => {
      const client = new sdk.Client();
      client.setApiKey(apiKey);
      client.setDefaultRequest('baseUrl', url);
      return client;
    },
    operations: () => [...new Set(documented())],
    rows: Object.fromEntries(
      Object.entries(rows).map(([name, run]): [string, SdkRow] => [
        name,
        (client, service) => run(asking(client), service, client),
      ]),
    ),
  });
});
