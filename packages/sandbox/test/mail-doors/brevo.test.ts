// Brevo's folders, contacts and files by URL, as its SDK uses them.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import { postMail } from './post-mail.ts';

let service: MailService;
beforeAll(async () => {
  service = await startMailService();
});
afterAll(() => service.close());

const ask = (method: string, path: string, body?: object) => postMail(service, 'brevo', path, body, method);

it('puts a contact on lists and takes it off, and deletes the lists of a folder with it', async () => {
  const [, folder] = await ask('POST', '/contacts/folders', { name: 'F' });
  const { id: folderId } = folder as { readonly id: number };
  const [, list] = await ask('POST', '/contacts/lists', { name: 'L', folderId });
  const { id: listId } = list as { readonly id: number };
  await ask('POST', '/contacts', { email: 'bob@example.com' });
  const listsOfBob = async () => (await ask('GET', '/contacts/bob@example.com'))[1];
  expect((await ask('PUT', '/contacts/bob@example.com', { listIds: [listId] }))[0]).toBe(204);
  expect(await listsOfBob()).toMatchObject({ listIds: [listId] });
  await ask('PUT', '/contacts/bob@example.com', { unlinkListIds: [listId] });
  expect(await listsOfBob()).toMatchObject({ listIds: [] });
  expect((await ask('PUT', '/contacts/bob@example.com', { listIds: [99_999] }))[0]).toBe(404);
  await ask('DELETE', `/contacts/folders/${folderId}`);
  expect((await ask('GET', `/contacts/lists/${listId}`))[0]).toBe(404);
});

it('refuses a file by URL with the name of the field, and sends nothing', async () => {
  const mail = {
    sender: { email: 'ann@acme.dev' },
    to: [{ email: 'bob@example.com' }],
    subject: 'By URL',
    htmlContent: '<p>x</p>',
    attachment: [{ url: 'https://acme.dev/a.pdf', name: 'a.pdf' }],
  };
  expect(await ask('POST', '/smtp/email', mail)).toMatchObject([
    400,
    { code: 'invalid_parameter', message: expect.stringContaining('attachment.url') },
  ]);
  expect(service.mailbox.list()).toEqual([]);
});

it('sends no mail to a blocked domain', async () => {
  await ask('POST', '/smtp/blockedDomains', { domain: 'Blocked.dev' });
  const mail = {
    sender: { email: 'ann@acme.dev' },
    to: [{ email: 'a@blocked.dev' }],
    subject: 'x',
    textContent: 'x',
  };
  expect((await ask('POST', '/smtp/email', mail))[0]).toBe(201);
  expect(service.mailbox.list()).toEqual([]);
  expect(await ask('GET', '/smtp/statistics/events')).toMatchObject([
    200,
    { events: [{ event: 'blocked' }, {}] },
  ]);
});
