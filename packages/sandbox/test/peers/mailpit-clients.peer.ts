import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { obtain } from '../../../routing/test/peers/support/obtain.ts';
import { startMailpit } from '../mailpit/mailpit-sandbox.ts';
import { cypressFor, type Foreign, installMailpitClients } from './support/mailpit-clients.ts';

const clients = await obtain("Mailpit's clients", installMailpitClients);

let mailpit: Awaited<ReturnType<typeof startMailpit>>;
beforeAll(async () => {
  mailpit = await startMailpit();
});
afterAll(() => mailpit.close());
beforeEach(() => mailpit.sandbox.reset());

const mail = {
  From: { Email: 'ann@acme.dev', Name: 'Ann' },
  To: [{ Email: 'bob@example.com', Name: 'Bob' }],
  Bcc: ['dora@example.com'],
  Subject: 'Welcome 42',
  Text: 'Hello',
  HTML: '<p>Hello <a href="https://acme.dev/x">link</a></p>',
  Tags: ['order'],
  Attachments: [{ Filename: 'a.txt', Content: 'YWJj', ContentType: 'text/plain' }],
};

describe.skipIf(clients === undefined)('mailpit-api 2.1.0, with the page as its base URL', () => {
  let client: Foreign;
  const called = new Set<string>();
  beforeEach(() => {
    client = new Proxy(clients?.createClient(mailpit.sandbox.page?.url), {
      get: (target, name) => {
        called.add(String(name));
        return target[name].bind(target);
      },
    });
  });
  // Each method is called in one of the tests, whatever their order.
  afterAll(() => {
    const methods = Object.getOwnPropertyNames(
      Object.getPrototypeOf(clients?.createClient('http://localhost')),
    );
    const internal = new Set(['constructor', 'request']);
    expect(methods.filter((name) => !called.has(name) && !internal.has(name))).toEqual([]);
  });

  it('sends, waits, lists, searches and reads', async () => {
    const { ID } = await client.sendMessage(mail);
    const found = await client.waitForMessage({ query: 'subject:welcome tag:order' });
    expect(found).toMatchObject({ ID, Subject: 'Welcome 42', Text: 'Hello', Tags: ['order'] });
    expect(found.Bcc).toEqual([{ Name: '', Address: 'dora@example.com' }]);
    expect(await client.listMessages()).toMatchObject({ messages_count: 1, unread: 0, tags: ['order'] });
    expect(await client.waitForMessages({ query: 'from:ann', count: 1, exact: true })).toMatchObject({
      messages_count: 1,
    });
    expect(await client.getMessageHeaders()).toMatchObject({ Subject: ['Welcome 42'] });
    expect(await client.getMessageSource(ID)).toContain('Subject: Welcome 42');
    const part = await client.getMessageAttachment(ID, found.Attachments[0].PartID);
    expect([part.type, await part.text()]).toEqual(['text/plain', 'abc']);
    expect((await client.getAttachmentThumbnail(ID, found.Attachments[0].PartID)).type).toBe('image/png');
    expect(await client.renderMessageHTML()).toContain('href="https://acme.dev/x"');
    expect(await client.renderMessageText()).toBe('Hello');
    expect(await client.linkCheck()).toMatchObject({ Errors: 1, Links: [{ URL: 'https://acme.dev/x' }] });
  });

  it('changes read state, tags and chaos, and deletes', async () => {
    const { ID } = await client.sendMessage(mail);
    await client.sendMessage({ ...mail, Subject: 'other' });
    expect(await client.setReadStatus({ IDs: [ID], Read: true })).toBe('ok');
    expect(
      await client.setReadStatus({ Search: 'after:2020-01-01', Read: false }, { tz: 'Asia/Tokyo' }),
    ).toBe('ok');
    expect((await client.searchMessages({ query: 'is:unread' })).messages_count).toBe(2);
    await client.setTags({ IDs: [ID], Tags: ['a b'] });
    await client.renameTag('a b', 'c');
    expect(await client.getTags()).toEqual(['c', 'order']);
    await client.deleteTag('c');
    expect(await client.setChaosTriggers({ Sender: { ErrorCode: 451, Probability: 5 } })).toMatchObject({
      Sender: { ErrorCode: 451, Probability: 5 },
    });
    expect((await client.getChaosTriggers()).Sender).toEqual({ ErrorCode: 451, Probability: 5 });
    expect((await client.setChaosTriggers()).Sender.Probability).toBe(0);
    expect((await client.getConfiguration()).MessageRelay.Enabled).toBe(false);
    expect((await client.getInfo()).Messages).toBe(2);
    await client.deleteMessagesBySearch({ query: 'subject:other' });
    await client.deleteMessages({ IDs: [ID] });
    await client.deleteMessages();
    expect((await client.getInfo()).RuntimeStats.MessagesDeleted).toBeGreaterThanOrEqual(2);
  });

  it('has an error with the reason for what is not there', async () => {
    const { ID } = await client.sendMessage(mail);
    expect(await client.getMessageSummary(ID)).toMatchObject({ ID, Attachments: [{ FileName: 'a.txt' }] });
    expect(await client.htmlCheck(ID)).toMatchObject({ Total: { Nodes: expect.any(Number) } });
    await expect(client.spamAssassinCheck()).rejects.toThrow('404');
    await expect(client.releaseMessage('latest', { To: ['x@example.com'] })).rejects.toThrow('No relay');
    await expect(client.getMessageSummary('nobody')).rejects.toThrow('404');
  });
});

describe.skipIf(clients === undefined)('mailpit-api 2.1.0, with a relay', () => {
  it('releases a message to the relay', async () => {
    const { mail: service } = mailpit.sandbox;
    const relaying = await startMailpit({ relay: `smtp://127.0.0.1:${service?.smtp.port}` });
    try {
      const client: Foreign = clients?.createClient(relaying.sandbox.page?.url);
      await client.sendMessage(mail);
      expect(await client.releaseMessage('latest', { To: ['x@example.com'] })).toBe('ok');
      expect(mailpit.mailbox.list()).toMatchObject([
        { envelope: { from: 'ann@acme.dev', to: ['x@example.com'] }, parsed: { subject: 'Welcome 42' } },
      ]);
    } finally {
      await relaying.close();
    }
  });
});

describe.skipIf(clients === undefined)("cypress-mailpit 2.0.0, with Cypress's part made here", () => {
  let commands: Foreign;
  beforeEach(() => {
    const { Cypress, cy } = cypressFor(mailpit.origin);
    vi.stubGlobal('Cypress', Cypress);
    vi.stubGlobal('cy', cy);
    commands = clients?.createCommands();
    return () => vi.unstubAllGlobals();
  });

  it('all its commands work, except for the spam check', async () => {
    const { ID } = await commands.mailpitSendMail({ subject: 'Welcome', attachments: mail.Attachments });
    await commands.mailpitHasEmailsBySubject('Welcome');
    await commands.mailpitHasEmailsByTo('jane@example.com');
    await commands.mailpitHasEmailsBySearch('has:attachment');
    await commands.mailpitNotHasEmailsBySearch('from:nobody');
    const message = await commands.mailpitGetMail();
    expect(message.ID).toBe(ID);
    expect(await commands.mailpitGetSubject(message)).toBe('Welcome');
    expect(await commands.mailpitGetFromAddress(message)).toBe('from@example.com');
    expect(await commands.mailpitGetRecipientAddress(message)).toEqual(['jane@example.com']);
    expect(await commands.mailpitGetAttachments(message)).toEqual(['a.txt']);
    expect(await commands.mailpitGetMailHTMlBody(message)).toBe('<p>hello from mailpit</p>');
    expect(await commands.mailpitGetMailTextBody(message)).toBe('hello from mailpit');
    expect((await commands.mailpitGetAllMails()).messages).toHaveLength(1);
    await commands.mailpitSetStatusAsUnRead(message);
    expect((await commands.mailpitSearchEmails('is:unread')).messages_count).toBe(1);
    await commands.mailpitSetAllEmailStatusAsRead();
    expect((await commands.mailpitSearchEmails('is:read')).messages_count).toBe(1);
    await expect(commands.mailpitGetMailSpamAssassinSummary(message)).rejects.toThrow('404');
    await commands.mailpitDeleteEmailsBySearch('subject:Welcome');
    await commands.mailpitDeleteAllEmails();
    await commands.mailpitNotHasEmailsByTo('jane@example.com');
  });
});
