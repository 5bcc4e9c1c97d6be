// Mailjet's lists from both sides, and its API v3 for sending, as mailjet_rest uses it by default.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import { postMail } from './post-mail.ts';

let service: MailService;
beforeAll(async () => {
  service = await startMailService();
});
beforeEach(() => service.reset());
afterAll(() => service.close());

const ask = (method: string, path: string, body?: unknown) =>
  postMail(service, 'mailjet', path, body, method);
const idOf = async (path: string, body: object): Promise<number> => {
  const [status, answer] = await ask('POST', path, body);
  expect(status).toBe(201);
  return (answer as { readonly Data: readonly [{ readonly ID: number }] }).Data[0].ID;
};

it('keeps a contact that unsubscribed on its list, and takes off one that is removed', async () => {
  const list = await idOf('/v3/REST/contactslist', { Name: 'L' });
  await idOf('/v3/REST/contact', { Email: 'bob@example.com' });
  const change = (Action: string) =>
    ask('POST', '/v3/REST/contact/bob@example.com/managecontactslists', {
      ContactsLists: [{ ListID: list, Action }],
    });
  const lists = async () => (await ask('GET', '/v3/REST/contact/bob@example.com/getcontactslists'))[1];
  await change('addnoforce');
  expect(await lists()).toMatchObject({ Data: [{ ListID: list, IsUnsub: false }] });
  await change('unsub');
  expect(await lists()).toMatchObject({ Data: [{ ListID: list, IsUnsub: true }] });
  expect((await ask('GET', `/v3/REST/listrecipient?ContactsList=${list}`))[1]).toMatchObject({
    Data: [{ IsUnsubscribed: true }],
  });
  await change('remove');
  expect(await lists()).toMatchObject({ Count: 0 });
  expect((await change('addnoforce'))[0]).toBe(201);
  expect(
    (await ask('POST', '/v3/REST/listrecipient', { ContactALT: 'bob@example.com', ListID: list }))[0],
  ).toBe(400);
});

it('sends over the API v3, to objects or to addresses in a text', async () => {
  const mail = { FromEmail: 'ann@acme.dev', FromName: 'Ann', Subject: 'Of v3', 'Html-part': '<p>x</p>' };
  const to = [{ Email: 'bob@example.com', Name: 'Bob' }];
  expect(await ask('POST', '/v3/send', { ...mail, Recipients: to })).toMatchObject([
    200,
    { Sent: [{ Email: 'bob@example.com', MessageUUID: expect.any(String) }] },
  ]);
  const text = { ...mail, To: 'Bob <bob@example.com>, eve@example.com', Cc: 'fay@example.com' };
  expect((await ask('POST', '/v3/send', text))[0]).toBe(200);
  const recipients = service.mailbox.list().map(({ envelope }) => envelope.to);
  expect(recipients).toEqual([
    ['bob@example.com'],
    ['bob@example.com', 'eve@example.com', 'fay@example.com'],
  ]);
  expect((await ask('POST', '/v3/send', { ...mail, Recipients: [] }))[0]).toBe(400);
});

// "To, Cc and Bcc can't be used in conjunction with Recipients": Mailjet's guide of the Send API v3, as its
// wrapper for .NET quotes it (github.com/mailjet/mailjet-apiv3-dotnet), read on 29 November 2026.
it.each(['To', 'Cc', 'Bcc'])('refuses %s beside the recipients of the API v3', async (name) => {
  const Recipients = [{ Email: 'bob@example.com' }];
  const mail = { FromEmail: 'ann@acme.dev', Subject: 'Hi', 'Text-part': 'Hi', Recipients };
  expect(await ask('POST', '/v3/send', { ...mail, [name]: 'eve@example.com' })).toMatchObject([
    400,
    { ErrorMessage: expect.stringContaining(`${name} cannot be used with Recipients`) },
  ]);
  expect(service.mailbox.list()).toEqual([]);
});

// "The recipients listed in Recipients will each receive a separate message without showing all the other
// recipients": https://hexdocs.pm/bamboo_mailjet/Bamboo.MailjetAdapter.html quotes Mailjet's documentation.
it('sends each of the recipients of the API v3 its own mail, or none of them', async () => {
  const mail = {
    ...{ FromEmail: 'ann@acme.dev', Subject: 'Hi {{var:name}}', 'Text-part': '{{var:day}}' },
    ...{ Vars: { day: 'Monday' }, 'Mj-TemplateLanguage': true },
  };
  const [bob, eve] = [
    { Email: 'bob@example.com', Vars: { name: 'Bob' } },
    { Email: 'eve@example.com', Vars: { name: 'Eve', day: 'Friday' } },
  ];
  expect((await ask('POST', '/v3/send', { ...mail, Recipients: [bob, { Email: 'eve' }] }))[0]).toBe(400);
  expect(service.mailbox.list()).toEqual([]);
  const [status, answer] = await ask('POST', '/v3/send', { ...mail, Recipients: [bob, eve] });
  expect([status, answer]).toMatchObject([200, { Sent: [{ Email: bob.Email }, { Email: eve.Email }] }]);
  const found = service.mailbox.list();
  expect(
    found.map(({ envelope, parsed: { to, subject, text } }) => [
      envelope.to,
      to.map(({ address }) => address),
      subject,
      text?.trim(),
    ]),
  ).toEqual([
    [[bob.Email], [bob.Email], 'Hi Bob', 'Monday'],
    [[eve.Email], [eve.Email], 'Hi Eve', 'Friday'],
  ]);
});

it('makes a pair of keys that signs in, and tells the secret one once', async () => {
  // The fields of an `ApiKey` in the types of node-mailjet 6.0.11, read on 29 November 2026.
  const fields = ['ACL', 'APIKey', 'CreatedAt', 'ID', 'IsActive', 'IsMaster', 'Name', 'QuarantineValue'];
  const strict = await startMailService({ strict: true });
  const url = `${strict.services['mailjet']?.url}/v3/REST/apikey`;
  const ask = async (key: string, init: RequestInit = {}) => {
    const response = await fetch(url, { ...init, headers: { authorization: `Basic ${btoa(key)}` } });
    return [response.status, response.ok ? (await response.json()).Data[0] : undefined] as const;
  };
  const body = JSON.stringify({ Name: 'ci', APIKey: 'mine' });
  const printed = `${strict.services['mailjet']?.apiKey}`;
  const [status, made] = await ask(printed, { method: 'POST', body });
  expect([status, Object.keys(made).sort()]).toEqual([
    201,
    [...fields, 'Runlevel', 'SecretKey', 'TrackHost', 'UserID'].sort(),
  ]);
  const { SecretKey, ...shown } = made;
  expect(await ask(`${made.APIKey}:${SecretKey}`)).toEqual([200, shown]);
  expect(await ask(`${made.APIKey}:another`)).toEqual([401, undefined]);
  await strict.close();
});
