// Mailgun's lists and webhooks, as its SDK uses them.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import { postMail } from './post-mail.ts';

let service: MailService;

beforeAll(async () => {
  service = await startMailService();
});
afterAll(() => service.close());

const ask = (method: string, path: string, fields?: Record<string, string>) =>
  postMail(service, 'mailgun', path, fields && new URLSearchParams(fields), method);

it('keeps name, variables and subscription of a member', async () => {
  const address = 'dev@acme.dev';
  expect(await ask('POST', '/v3/lists', { address, name: 'Dev' })).toMatchObject([
    200,
    { list: { address } },
  ]);
  expect((await ask('POST', '/v3/lists', { address }))[0]).toBe(400);
  const members = `/v3/lists/${address}/members`;
  const bob = { address: 'bob@example.com', name: 'Bob A. Bar' };
  expect(await ask('POST', members, { ...bob, vars: '{"plan":"pro"}', subscribed: 'no' })).toMatchObject([
    200,
    { member: { ...bob, vars: { plan: 'pro' }, subscribed: false } },
  ]);
  expect(await ask('POST', members, bob)).toMatchObject([
    400,
    { message: expect.stringContaining('exists') },
  ]);
  expect((await ask('POST', members, { ...bob, upsert: 'yes' }))[0]).toBe(200);
  const one = `${members}/bob@example.com`;
  expect(await ask('PUT', one, { subscribed: 'yes', vars: '{"seats":2}' })).toMatchObject([
    200,
    { member: { name: 'Bob A. Bar', vars: { plan: 'pro', seats: 2 }, subscribed: true } },
  ]);
  expect(await ask('GET', one)).toMatchObject([200, { member: { ...bob, subscribed: true } }]);
  const several = JSON.stringify([{ address: 'carol@example.com', name: 'Carol' }, 'dan@example.com']);
  await ask('POST', `${members}.json`, { members: several, upsert: 'yes' });
  expect(await ask('GET', `${members}/carol@example.com`)).toMatchObject([
    200,
    { member: { name: 'Carol' } },
  ]);
  expect((await ask('GET', `${members}/nobody@example.com`))[0]).toBe(404);
});

it('takes webhooks by the name of their event', async () => {
  const path = '/v3/domains/acme.dev/webhooks';
  const [first, second] = ['http://127.0.0.1:9/a', 'http://127.0.0.1:9/b'];
  expect(await ask('POST', path, { id: 'permanent_fail', url: first })).toEqual([
    200,
    { message: expect.any(String), webhook: { urls: [first] } },
  ]);
  expect(await ask('GET', path)).toEqual([200, { webhooks: { permanent_fail: { urls: [first] } } }]);
  expect(await ask('PUT', `${path}/permanent_fail`, { url: second })).toMatchObject([
    200,
    { webhook: { urls: [second] } },
  ]);
  expect(service.webhooks.targets.list()).toMatchObject([{ url: second, events: ['bounced'] }]);
  expect((await ask('DELETE', `${path}/permanent_fail`))[0]).toBe(200);
  expect((await ask('GET', `${path}/permanent_fail`))[0]).toBe(404);
});

it("has Brevo's first folder, which its lists are in", async () => {
  const answer = await postMail(service, 'brevo', '/contacts/folders', undefined, 'GET');
  expect(answer).toMatchObject([200, { count: 1, folders: [{ id: 1 }] }]);
});

it('sends a mail to a list to its members, once each', async () => {
  const address = 'team@acme.dev';
  await ask('POST', '/v3/lists', { address });
  for (const member of ['erin@example.com', 'fred@example.com'])
    await ask('POST', `/v3/lists/${address}/members`, { address: member });
  await ask('POST', `/v3/lists/${address}/members`, { address: 'gone@example.com', subscribed: 'no' });
  const mail = {
    from: 'ann@acme.dev',
    to: address,
    cc: 'erin@example.com',
    subject: 'To the team',
    text: 'x',
  };
  expect((await ask('POST', '/v3/acme.dev/messages', mail))[0]).toBe(200);
  const { envelope, parsed } = await service.mailbox.waitFor({ subject: 'To the team' });
  expect(envelope.to).toEqual(['erin@example.com', 'fred@example.com']);
  expect(parsed.to).toEqual([{ name: '', address }]);
});

it('has a template of a name once, and tells why an address bounced', async () => {
  const template = { name: 'Once', template: 'x' };
  expect((await ask('POST', '/v3/acme.dev/templates', template))[0]).toBe(200);
  expect((await ask('POST', '/v3/acme.dev/templates', template))[0]).toBe(400);
  await ask('POST', '/v3/acme.dev/bounces', { address: 'b@example.com', code: '551', error: 'moved' });
  expect(await ask('GET', '/v3/acme.dev/bounces/b@example.com')).toMatchObject([
    200,
    { address: 'b@example.com', code: '551', error: 'moved' },
  ]);
});

describe('a request with several URLs of webhooks, the last of which is refused, changes nothing', () => {
  afterEach(() => ask('DELETE', '/v3/domains/acme.dev/webhooks/opened'));
  const good = 'http://127.0.0.1:9/good';
  const path = '/v3/domains/acme.dev/webhooks';
  const send = (method: string, target: string, fields: Readonly<Record<string, string>>) => {
    const form = new URLSearchParams({ ...fields, url: 'http://127.0.0.1:9/b' });
    form.append('url', 'http://a%zz@127.0.0.1:9/c');
    return postMail(service, 'mailgun', target, form, method);
  };
  const requests: readonly (readonly [
    method: string,
    path: string,
    fields: Readonly<Record<string, string>>,
  ])[] = [
    ['POST', path, { id: 'opened' }],
    ['PUT', `${path}/opened`, {}],
    ['POST', '/v4/domains/acme.dev/webhooks', { event_types: 'opened' }],
  ];
  it.each(requests)('%s %s', async (method, target, fields) => {
    await ask('DELETE', `${path}/opened`);
    await ask('POST', path, { id: 'opened', url: good });
    expect((await send(method, target, fields))[0]).toBe(400);
    expect(await ask('GET', `${path}/opened`)).toEqual([200, { webhook: { urls: [good] } }]);
  });

  it('PUT /v4/domains/acme.dev/webhooks', async () => {
    await ask('DELETE', `${path}/opened`);
    await ask('POST', path, { id: 'opened', url: 'http://127.0.0.1:9/b' });
    expect((await send('PUT', '/v4/domains/acme.dev/webhooks', { event_types: 'clicked' }))[0]).toBe(400);
    expect(await ask('GET', path)).toEqual([
      200,
      { webhooks: { opened: { urls: ['http://127.0.0.1:9/b'] } } },
    ]);
  });
});

it('sends the active version of a template, or the one that a message names', async () => {
  const templates = '/v3/acme.dev/templates';
  await ask('POST', templates, { name: 'versions', template: '<p>one {{a}}</p>', tag: 'v1' });
  await ask('POST', `${templates}/versions/versions`, {
    tag: 'v2',
    template: '<p>two {{a}}</p>',
    active: 'yes',
  });
  const mail = {
    from: 'ann@acme.dev',
    to: 'bob@example.com',
    template: 'versions',
    't:variables': '{"a":"x"}',
  };
  await ask('POST', '/v3/acme.dev/messages', { ...mail, subject: 'Active' });
  await ask('POST', '/v3/acme.dev/messages', {
    ...mail,
    subject: 'Named',
    't:version': 'v1',
    't:text': 'yes',
  });
  const active = await service.mailbox.waitFor({ subject: 'Active' });
  const named = await service.mailbox.waitFor({ subject: 'Named' });
  expect(active.parsed.html).toContain('two x');
  expect(named.parsed).toMatchObject({ html: expect.stringContaining('one x'), text: 'one x' });
});

it('serves the attachments of a stored message at their addresses', async () => {
  const form = new FormData();
  const mail = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Files', text: 'x' };
  for (const [name, value] of Object.entries(mail)) form.set(name, value);
  form.set('attachment', new Blob(['a,b'], { type: 'text/csv' }), 'a.csv');
  const [, sent] = await postMail(service, 'mailgun', '/v3/acme.dev/messages', form);
  const { id } = sent as { readonly id: string };
  const path = `/v3/domains/acme.dev/messages/${encodeURIComponent(id.replace(/^<|>$/g, ''))}`;
  const [, stored] = await ask('GET', path);
  const { attachments } = stored as { readonly attachments: readonly { readonly url: string }[] };
  const headers = { authorization: `Basic ${btoa('api:any')}` };
  const file = await fetch(attachments[0]?.url ?? '', { headers });
  expect(file.headers.get('content-type')).toBe('text/csv');
  expect(await file.text()).toBe('a,b');
  expect((await ask('GET', `${path}/attachments/1`))[0]).toBe(404);
});

it('has no version of a template whose last one was deleted', async () => {
  const path = '/v3/acme.dev/templates';
  await ask('POST', path, { name: 'bare', template: 'x' });
  expect((await ask('DELETE', `${path}/bare/versions/initial`))[0]).toBe(200);
  const versions = async () => (await ask('GET', `${path}/bare/versions`))[1];
  expect(await versions()).toMatchObject({ template: { versions: [] } });
  await ask('POST', `${path}/bare/versions`, { tag: 'v2', template: 'y' });
  expect(await versions()).toMatchObject({ template: { versions: [{ tag: 'v2', active: true }] } });
});
