// Elastic Email's imports and campaigns, as its contract has them.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import { postMail } from './post-mail.ts';

let service: MailService;
beforeAll(async () => {
  service = await startMailService();
});
afterAll(() => service.close());

const ask = (method: string, path: string, body?: unknown) =>
  postMail(service, 'elasticemail', path, body, method);

function formOf(text: string): FormData {
  const form = new FormData();
  form.set('file', new Blob([text], { type: 'text/csv' }), 'a.csv');
  return form;
}

it('imports contacts into a list, and refuses a file without addresses or by URL', async () => {
  await ask('POST', '/lists', { ListName: 'Imported' });
  const file = formOf('Email,FirstName,plan\nfay@example.com,Fay,pro');
  expect((await ask('POST', '/contacts/import?listName=Imported', file))[0]).toBe(202);
  expect(await ask('GET', '/lists/Imported/contacts')).toMatchObject([
    200,
    [{ Email: 'fay@example.com', FirstName: 'Fay', CustomFields: { plan: 'pro' } }],
  ]);
  expect((await ask('POST', '/contacts/import', formOf('Name\nFay')))[0]).toBe(400);
  expect(await ask('POST', '/contacts/import?fileUrl=https%3A%2F%2Facme.dev%2Fa.csv')).toMatchObject([
    400,
    { Error: expect.stringContaining('fileUrl') },
  ]);
});

it.each(['bounces', 'complaints', 'unsubscribes'])('imports %s', async (kind) => {
  expect((await ask('POST', `/suppressions/${kind}/import`, formOf(`Email\n${kind}@example.com`)))[0]).toBe(
    202,
  );
  expect(await ask('GET', `/suppressions/${kind}`)).toMatchObject([200, [{ Email: `${kind}@example.com` }]]);
});

it('sends a campaign to the subscribed contacts of its lists once, and a draft to nobody', async () => {
  await ask('POST', '/lists', { ListName: 'A' });
  await ask('POST', '/lists', { ListName: 'B' });
  await ask('POST', '/contacts?listnames=A', [{ Email: 'ann@example.com', CustomFields: { name: 'Ann' } }]);
  await ask('POST', '/lists/B/contacts', { Emails: ['ann@example.com'] });
  const campaign = {
    Name: 'C',
    Status: 'Draft',
    Recipients: { ListNames: ['A', 'B'] },
    Content: [
      { From: 'shop@acme.dev', Subject: 'For {name}', Body: [{ ContentType: 'HTML', Content: 'x' }] },
    ],
  };
  const sent = () => service.mailbox.list().map(({ envelope, parsed }) => [envelope.to, parsed.subject]);
  expect(await ask('POST', '/campaigns', campaign)).toMatchObject([201, { Status: 'Draft' }]);
  expect(sent()).toEqual([]);
  expect(await ask('PUT', '/campaigns/C', { ...campaign, Status: 'Active' })).toMatchObject([
    200,
    { Status: 'Completed' },
  ]);
  expect(sent()).toEqual([[['ann@example.com'], 'For Ann']]);
  expect((await ask('POST', '/campaigns', campaign))[0]).toBe(400);
});

it('tells the token of a key once', async () => {
  const [status, made] = await ask('POST', '/security/apikeys', { Name: 'K', AccessLevel: ['SendHttp'] });
  expect([status, made]).toMatchObject([201, { Name: 'K', Token: expect.any(String) }]);
  const [, shown] = await ask('GET', '/security/apikeys/K');
  expect(shown).toMatchObject({ Name: 'K', AccessLevel: ['SendHttp'] });
  expect(shown).not.toHaveProperty('Token');
});

it('keeps nothing of a campaign that it refuses to send', async () => {
  await ask('POST', '/lists', { ListName: 'Refused' });
  await ask('POST', '/contacts?listnames=Refused', [{ Email: 'gil@example.com' }]);
  const Body = [{ ContentType: 'HTML', Content: 'x' }];
  const campaign = (From?: string) => {
    const Content = [{ From, Subject: 'S', Body }];
    return { Name: 'R', Recipients: { ListNames: ['Refused'] }, Content };
  };
  expect((await ask('POST', '/campaigns', campaign()))[0]).toBe(400);
  expect((await ask('GET', '/campaigns/R'))[0]).toBe(404);
  const draft = { ...campaign('shop@acme.dev'), Status: 'Draft' };
  expect((await ask('POST', '/campaigns', draft))[0]).toBe(201);
  expect((await ask('PUT', '/campaigns/R', { ...campaign(), Status: 'Active' }))[0]).toBe(400);
  expect(await ask('GET', '/campaigns/R')).toMatchObject([200, draft]);
});
