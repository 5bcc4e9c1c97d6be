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

  const made = ['POST', '/v2/email/contact-lists', { ContactListName: 'audience' }] as const;
  it.each<readonly [string, readonly (readonly [string, string, unknown?])[]]>([
    ['ses', [made]],
    ['ses', [made, ['DELETE', '/v2/email/contact-lists/audience']]],
    ['brevo', [['DELETE', '/contacts/folders/1']]],
    ['mailgun', [['DELETE', '/v3/acme.dev/templates']]],
  ])('%s %j', async (door, requests) => {
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

describe('a change keeps what other services know of a contact', () => {
  const contact = '/v3/REST/contact';
  const add = async () => {
    const list = (await ask('mailjet', 'POST', '/v3/REST/contactslist', { Name: 'L' })).body.Data[0].ID;
    const given = { Email: 'ann@example.com', Action: 'addnoforce' };
    await ask('mailjet', 'POST', `/v3/REST/contactslist/${list}/managecontact`, given);
    const preferences = { TopicPreferences: [] };
    await ask('ses', 'PUT', '/v2/email/contact-lists/x/contacts/ann@example.com', preferences);
    await ask('sendgrid', 'PUT', '/v3/marketing/contacts', {
      contacts: [{ email: 'ann@example.com', external_id: 'e1' }],
    });
    return list as number;
  };
  const own = () => service.save().tables['contacts']?.[0] as { readonly own: object } | undefined;

  it.each<readonly [string, string, string, object]>([
    ['mailjet', 'PUT', `${contact}/ann@example.com`, { Name: 'Ann' }],
    [
      'ses',
      'PUT',
      '/v2/email/contact-lists/x/contacts/ann@example.com',
      { TopicPreferences: [], UnsubscribeAll: true },
    ],
  ])('%s %s %s', async (door, method, path, body) => {
    await add();
    expect((await ask(door, method, path, body)).status).toBe(200);
    expect(own()?.own).toMatchObject({ external_id: 'e1', optOut: [] });
  });

  it.each<readonly [string, (list: number) => string, (one: object) => object]>([
    ['managecontact', (list) => `/v3/REST/contactslist/${list}/managecontact`, (one) => one],
    [
      'managemanycontacts',
      (list) => `/v3/REST/contactslist/${list}/managemanycontacts`,
      ({ Action, ...one }: { readonly Action?: string }) => ({ Action, Contacts: [one] }),
    ],
    [
      'managecontactslists',
      () => `${contact}/ann@example.com/managecontactslists`,
      ({ Action, ListID }: { readonly Action?: string; readonly ListID?: number }) => ({
        ContactsLists: [{ Action, ListID }],
      }),
    ],
  ])("Mailjet's %s unsubscribes, subscribes and removes", async (_name, pathOf, bodyOf) => {
    const list = await add();
    const set = (Action: string) =>
      ask('mailjet', 'POST', pathOf(list), bodyOf({ Email: 'ann@example.com', Action, ListID: list }));
    const shown = async () =>
      (await ask('mailjet', 'GET', `/v3/REST/listrecipient?ContactsList=${list}`)).body.Data;
    expect((await set('unsub')).status).toBe(201);
    expect(await shown()).toMatchObject([{ IsUnsubscribed: true }]);
    await set('addforce');
    expect(await shown()).toMatchObject([{ IsUnsubscribed: false }]);
    await set('unsub');
    await set('remove');
    expect(await shown()).toEqual([]);
  });
});

describe('mail of another service', () => {
  const later = () => new Date(Date.now() + 3_600_000).toISOString();
  const content = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hi' };

  it.each<readonly [door: string, method: string, path: string]>([
    ['brevo', 'DELETE', '/smtp/email/:id'],
    ['brevo', 'GET', '/smtp/emails/:id'],
    ['brevo', 'DELETE', '/smtp/log/:id'],
    ['mailersend', 'DELETE', '/message-schedules/:id'],
    ['mailersend', 'GET', '/messages/:id'],
    ['postmark', 'GET', '/messages/outbound/:id/details'],
    ['elasticemail', 'GET', '/emails/:id/view'],
    ['mailgun', 'GET', '/v3/domains/acme.dev/messages/:id'],
    ['ses', 'GET', '/v2/email/insights/:id'],
  ])('%s %s %s knows nothing of it', async (door, method, path) => {
    const sent = await ask('resend', 'POST', '/emails', content);
    const scheduled = await ask('resend', 'POST', '/emails', { ...content, scheduled_at: later() });
    for (const { id } of [sent.body, scheduled.body])
      expect((await ask(door, method, path.replace(':id', id))).status).toBeGreaterThanOrEqual(400);
    expect(service.outcomes.of(sent.body.id)).toMatchObject([{ state: 'delivered' }]);
    expect(service.outcomes.of(scheduled.body.id)).toMatchObject([{ state: 'scheduled' }]);
  });

  it('is not rescheduled, cancelled or shown by Resend', async () => {
    const mail = { sender: { email: 'ann@acme.dev' }, to: [{ email: 'bob@example.com' }], subject: 'Hi' };
    const given = { ...mail, textContent: 'Hi', scheduledAt: later() };
    await ask('brevo', 'POST', '/smtp/email', given);
    const [{ id } = { id: '' }] = service.save().tables.scheduled;
    const path = `/emails/${encodeURIComponent(id)}`;
    expect((await ask('resend', 'POST', `${path}/cancel`)).status).toBe(404);
    expect((await ask('resend', 'PATCH', path, { scheduled_at: later() })).status).toBe(404);
    expect((await ask('resend', 'GET', path)).status).toBe(404);
    expect(service.outcomes.of(id)).toMatchObject([{ state: 'scheduled' }]);
  });
});

it('preferences of Amazon SES leave the lists of other services', async () => {
  const lists = '/v2/email/contact-lists';
  const foreign = (await ask('resend', 'POST', '/segments', { name: 'Foreign' })).body.id;
  await ask('resend', 'POST', '/contacts', { email: 'ann@example.com', segments: [{ id: foreign }] });
  const topics = ['news', 'tips'].map((TopicName) => {
    return { TopicName, DisplayName: TopicName, DefaultSubscriptionStatus: 'OPT_OUT' };
  });
  await ask('ses', 'POST', lists, { ContactListName: 'audience', Topics: topics });
  const choose = (TopicName: string, SubscriptionStatus = 'OPT_IN') =>
    ask('ses', 'PUT', `${lists}/audience/contacts/ann@example.com`, {
      TopicPreferences: [{ TopicName, SubscriptionStatus }],
    });
  const members = async () => (await ask('resend', 'GET', `/segments/${foreign}/contacts`)).body.data.length;
  await choose('news');
  await choose('tips');
  expect(await members()).toBe(1);
  const { TopicPreferences } = (await ask('ses', 'GET', `${lists}/audience/contacts/ann@example.com`)).body;
  const named = TopicPreferences.map(({ TopicName }: { readonly TopicName: string }) => TopicName);
  expect(named).toEqual(expect.arrayContaining(['tips']));
  expect(named).not.toContain('news');
  await choose(foreign, 'OPT_OUT');
  expect(await members()).toBe(0);
});
