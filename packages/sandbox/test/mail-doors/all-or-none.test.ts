// A request that is refused has sent nothing, whatever part of it was fine.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import { allOrNone } from '../../src/table/journal.ts';
import { createTable } from '../../src/table.ts';
import { postMail } from './post-mail.ts';

let service: MailService;
let small: MailService;
beforeAll(async () => {
  service = await startMailService();
  small = await startMailService({ maxMessageBytes: 4000 });
});
beforeEach(() => {
  service.reset();
  small.reset();
});
afterAll(() => Promise.all([service.close(), small.close()]));

const [ann, bob, cleo] = ['ann@acme.dev', 'bob@example.com', 'cleo@example.com'];
const large = 'x'.repeat(6000);
const resendMail = (text: string) => ({ from: ann, to: bob, subject: 'Hi', text });

/** The second of two mails is above the limit of a message. */
const requests: Readonly<Record<string, readonly [service: string, path: string, body: object]>> = {
  'personalizations of SendGrid': [
    'sendgrid',
    '/v3/mail/send',
    {
      ...{ from: { email: ann }, subject: 'Hi', content: [{ type: 'text/plain', value: '-x-' }] },
      personalizations: [
        { to: [{ email: bob }] },
        { to: [{ email: cleo }], substitutions: { '-x-': large } },
      ],
    },
  ],
  'versions of Brevo': [
    'brevo',
    '/smtp/email',
    {
      ...{ sender: { email: ann }, subject: 'Hi', htmlContent: '<p>Hi</p>' },
      messageVersions: [{ to: [{ email: bob }] }, { to: [{ email: cleo }], htmlContent: large }],
    },
  ],
  "Mailgun's variables of recipients": [
    'mailgun',
    '/v3/acme.dev/messages',
    new URLSearchParams({
      ...{ from: ann, to: `${bob}, ${cleo}`, subject: 'Hi', text: '%recipient.x%' },
      'recipient-variables': JSON.stringify({ [bob]: { x: 'Hi' }, [cleo]: { x: large } }),
    }),
  ],
  "Elastic Email's bulk": [
    'elasticemail',
    '/emails',
    {
      Recipients: [
        { Email: bob, Fields: { x: 'Hi' } },
        { Email: cleo, Fields: { x: large } },
      ],
      Content: { From: ann, Subject: 'Hi', Body: [{ ContentType: 'PlainText', Content: '{x}' }] },
    },
  ],
  "Resend's batch": ['resend', '/emails/batch', [resendMail('Hi'), resendMail(large)]],
};

const kept = (of: MailService) => {
  const { messages, scheduled, undelivered } = of.save().tables;
  return [of.mailbox.list(), messages, scheduled, undelivered].map((rows) => rows?.length);
};

it.each(Object.entries(requests))('%s', async (_title, [name, path, body]) => {
  expect((await postMail(service, name, path, body))[0]).toBeLessThan(300);
  expect(service.mailbox.list()).toHaveLength(2);
  expect((await postMail(small, name, path, body))[0]).toBeGreaterThanOrEqual(400);
  expect(kept(small)).toEqual([0, 0, 0, 0]);
});

it('a broadcast of Resend', async () => {
  const ask = async (path: string, body: object) =>
    (await postMail(small, 'resend', path, body)) as readonly [number, { readonly id: string }];
  const [, { id: segment_id }] = await ask('/segments', { name: 'S' });
  for (const [email, first_name] of [
    [bob, 'Bob'],
    [cleo, large],
  ])
    await ask('/contacts', { email, first_name, segments: [segment_id] });
  const content = { from: ann, subject: 'News', text: '{{{FIRST_NAME}}}', segment_id, send: true };
  expect((await ask('/broadcasts', content))[0]).toBeGreaterThanOrEqual(400);
  expect(kept(small)).toEqual([0, 0, 0, 0]);
});

it('mail for later beyond the space for it, with some of it for now', { timeout: 60_000 }, async () => {
  const send_at = Math.floor(Date.now() / 1000) + 3600;
  const to = [{ email: bob }];
  const body = {
    ...{ from: { email: ann }, subject: 'Hi' },
    content: [{ type: 'text/plain', value: 'x'.repeat(1_500_000) }],
    personalizations: [{ to }, ...Array.from({ length: 30 }, () => ({ to, send_at }))],
  };
  const [status] = await postMail(service, 'sendgrid', '/v3/mail/send', body);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(kept(service)).toEqual([0, 0, 0, 0]);
});

it('a time that no row takes', async () => {
  const mail = { from: { email: ann }, to: [{ email: bob }], subject: 'Hi', text: 'Hi' };
  const [status] = await postMail(service, 'mailersend', '/email', { ...mail, send_at: -1e15 });
  expect(status).toBe(400);
  expect(kept(service)).toEqual([0, 0, 0, 0]);
});

const rowsOf = (of: MailService) => {
  const { tables } = of.save();
  return Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, rows.map(({ id }) => id)]));
};

it('several recipients of Plunk, who become contacts together', async () => {
  await postMail(small, 'plunk', '/contacts', { email: cleo, data: { x: large } });
  const before = rowsOf(small);
  const mail = { from: ann, subject: 'Hi', body: '{{x}}', to: [bob, cleo] };
  expect((await postMail(small, 'plunk', '/v1/send', mail))[0]).toBe(413);
  expect([kept(small), rowsOf(small)]).toEqual([[0, 0, 0, 0], before]);
  expect((await postMail(small, 'plunk', '/v1/send', { ...mail, to: [bob, ann] }))[0]).toBe(200);
  expect(small.project().contacts.map(({ email }) => email)).toEqual([cleo, bob, ann]);
});

it('a campaign of Elastic Email', async () => {
  const ask = (path: string, body: object) => postMail(small, 'elasticemail', path, body);
  await ask('/lists', { ListName: 'L' });
  await ask('/contacts?listnames=L', [{ Email: bob }, { Email: cleo, CustomFields: { x: large } }]);
  const before = rowsOf(small);
  const content = { From: ann, Body: [{ ContentType: 'PlainText', Content: '{x}' }] };
  const campaign = { Name: 'C', Recipients: { ListNames: ['L'] }, Content: [content] };
  expect((await ask('/campaigns', campaign))[0]).toBe(413);
  expect([kept(small), rowsOf(small)]).toEqual([[0, 0, 0, 0], before]);
});

it.each<[method: string, name: string, path: string, body: object]>([
  ['POST', 'elasticemail', '/contacts', [{ Email: bob }, { Email: cleo }]],
  ['PUT', 'sendgrid', '/v3/marketing/contacts', { contacts: [{ email: bob }, { email: cleo }] }],
  ['POST', 'brevo', '/contacts/import', { jsonBody: [{ email: bob }, { email: cleo }], listIds: [1] }],
  ['POST', 'mailjet', '/v3/REST/contact/managemanycontacts', { Contacts: [{ Email: bob }, { Email: cleo }] }],
])('%s contacts of %s beyond the space for them', async (method, name, path, body) => {
  expect((await postMail(service, name, path, body, method))[0]).toBeLessThan(300);
  const tiny = await startMailService({ maxContacts: 1 });
  try {
    const before = rowsOf(tiny);
    const [status, answer] = await postMail(tiny, name, path, body, method);
    expect([status >= 400, rowsOf(tiny)], JSON.stringify(answer)).toEqual([true, before]);
  } finally {
    await tiny.close();
  }
});

it('takes back what a request deleted, in its place, and leaves what another one changed', async () => {
  const table = createTable<{ readonly name: string }>({
    ...{ maxRows: 3, maxBytes: 1e4, now: () => 0, isTakenBack: true },
  });
  for (const name of ['a', 'b', 'c']) table.add({ name }, name);
  const refused = allOrNone(async () => {
    table.delete('a');
    table.update('b', { name: 'changed' });
    table.update('c', { name: 'changed' });
    table.add({ name: 'd' }, 'd');
    await Promise.resolve();
    throw new Error('refused');
  });
  table.update('c', { name: 'by another' });
  await expect(refused).rejects.toThrow('refused');
  expect(table.all().map(({ id, name }) => [id, name])).toEqual([
    ['a', 'a'],
    ['b', 'b'],
    ['c', 'by another'],
  ]);
});
