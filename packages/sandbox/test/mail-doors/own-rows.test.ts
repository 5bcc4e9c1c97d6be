// The rows of a store are those of all services: what a door removes or replaces is its own part of them.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import { postMail } from './post-mail.ts';

let service: MailService;
beforeAll(async () => {
  service = await startMailService({ rateLimit: false });
});
beforeEach(() => service.reset());
afterAll(() => service.close());

const ask = async (door: string, method: string, path: string, body?: unknown) => {
  const [status, answer] = await postMail(service, door, path, body, method);
  // biome-ignore lint/suspicious/noExplicitAny: answers of any form
  return { status, body: answer as any };
};

describe('a removal leaves the rows of other services', () => {
  const addForeign = async () => {
    const list = (await ask('resend', 'POST', '/segments', { name: 'Foreign' })).body.id;
    await ask('resend', 'POST', '/contacts', { email: 'ann@example.com', segments: [{ id: list }] });
    await ask('resend', 'POST', '/templates', { name: 'foreign', html: '<p>x</p>' });
    await ask('sendgrid', 'POST', '/v3/templates', { name: 'versions' });
    return list as string;
  };
  const expectForeign = async (list: string) => {
    expect((await ask('resend', 'GET', `/segments/${list}`)).status).toBe(200);
    expect((await ask('resend', 'GET', '/contacts/ann@example.com')).status).toBe(200);
    const templates = (await ask('mailersend', 'GET', '/templates')).body.data;
    expect(templates.map(({ name }: { readonly name: string }) => name).sort()).toEqual([
      'foreign',
      'versions',
    ]);
  };

  it.each<readonly [string, ...(readonly [string, string, unknown?])[]]>([
    ['ses', ['POST', '/v2/email/contact-lists', { ContactListName: 'audience' }]],
    [
      'ses',
      ['POST', '/v2/email/contact-lists', { ContactListName: 'audience' }],
      ['DELETE', '/v2/email/contact-lists/audience'],
    ],
    ['brevo', ['DELETE', '/contacts/folders/1']],
    ['mailgun', ['DELETE', '/v3/acme.dev/templates']],
  ])('%s %j %j', async (door, ...requests) => {
    const list = await addForeign();
    for (const [method, path, body] of requests)
      expect((await ask(door, method, path, body)).status).toBeLessThan(300);
    await expectForeign(list);
  });
});

describe('Amazon SES', () => {
  const lists = '/v2/email/contact-lists';
  const topic = { TopicName: 'news', DisplayName: 'News', DefaultSubscriptionStatus: 'OPT_OUT' };

  it('removes with its contact list the topics and contacts that it added', async () => {
    await ask('resend', 'POST', '/contacts', { email: 'ann@example.com' });
    await ask('ses', 'POST', lists, { ContactListName: 'audience', Topics: [topic] });
    const chosen = { TopicPreferences: [{ TopicName: 'news', SubscriptionStatus: 'OPT_IN' }] };
    await ask('ses', 'POST', `${lists}/audience/contacts`, { EmailAddress: 'bob@example.com', ...chosen });
    await ask('ses', 'PUT', `${lists}/audience/contacts/ann@example.com`, chosen);
    await ask('ses', 'DELETE', `${lists}/audience`);
    expect((await ask('resend', 'GET', '/contacts/bob@example.com')).status).toBe(404);
    expect((await ask('resend', 'GET', '/contacts/ann@example.com')).status).toBe(200);
    expect((await ask('resend', 'GET', '/segments')).body.data).toEqual([]);
    expect(service.save().tables['contacts']).toMatchObject([{ lists: [], own: { optOut: [] } }]);
  });

  it('changes the list of another service as a topic, and does not take it over', async () => {
    const listId = (await ask('brevo', 'POST', '/contacts/lists', { name: 'L', folderId: 1 })).body.id;
    await ask('ses', 'POST', lists, { ContactListName: 'audience' });
    const { Topics } = (await ask('ses', 'GET', `${lists}/audience`)).body;
    const Changed = Topics.map((each: object) => ({ ...each, DisplayName: 'M' }));
    await ask('ses', 'PUT', `${lists}/audience`, { Topics: Changed });
    await ask('ses', 'DELETE', `${lists}/audience`);
    expect((await ask('brevo', 'GET', `/contacts/lists/${listId}`)).body).toMatchObject({
      name: 'M',
      folderId: 1,
    });
  });
});

it("Brevo's log has messages of Brevo, and one that waits is not sent after its removal", async () => {
  const other = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'x', text: 'x' };
  const { id } = (await ask('resend', 'POST', '/emails', other)).body;
  const mail = {
    sender: { email: 'ann@acme.dev' },
    to: [{ email: 'bob@example.com' }],
    subject: 'Later',
    textContent: 'x',
    scheduledAt: new Date(Date.now() + 3_600_000).toISOString(),
  };
  const { messageId } = (await ask('brevo', 'POST', '/smtp/email', mail)).body;
  const waiting = () => service.save().tables['scheduled'];
  expect(waiting()).toHaveLength(1);
  expect((await ask('brevo', 'DELETE', '/smtp/log/bob@example.com')).status).toBe(204);
  expect((await ask('resend', 'GET', `/emails/${id}`)).status).toBe(200);
  expect((await ask('brevo', 'GET', `/smtp/emailStatus/${encodeURIComponent(messageId)}`)).status).toBe(404);
  expect(waiting()).toEqual([]);
  expect((await ask('brevo', 'DELETE', '/smtp/log/bob@example.com')).status).toBe(404);
});
