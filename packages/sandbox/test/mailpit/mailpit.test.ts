import { readFileSync } from 'node:fs';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { picture, startMailpit } from './mailpit-sandbox.ts';

let mailpit: Awaited<ReturnType<typeof startMailpit>>;
beforeAll(async () => {
  mailpit = await startMailpit();
});
afterAll(() => mailpit.close());
beforeEach(() => mailpit.sandbox.reset());

const mail = {
  from: 'Ann Lee <ann@acme.dev>',
  to: 'Bob <bob+shop@example.com>',
  cc: 'carl@example.com',
  bcc: 'dora@example.com',
  subject: 'Your code is 42',
  text: 'Hello https://acme.dev/confirm?code=42',
  html: '<p>Hello <a href="https://acme.dev/confirm?code=42">confirm</a> <img src="cid:logo"></p>',
  headers: { 'x-tags': 'Order, code', 'list-unsubscribe': '<https://acme.dev/u>, <mailto:u@acme.dev>' },
  attachments: [
    { filename: 'logo.png', content: picture, cid: 'logo' },
    { filename: 'räport.pdf', content: 'pdf', contentType: 'application/pdf' },
  ],
};

describe("Mailpit's API", () => {
  it('lists messages, newest first', async () => {
    await mailpit.send({ ...mail, subject: 'older' });
    await mailpit.send(mail);
    const { json } = await mailpit.ask('GET', '/api/v1/messages?limit=1');
    expect(json).toMatchObject({ total: 2, unread: 2, messages_count: 2, messages_unread: 2, start: 0 });
    expect(json).toMatchObject({ tags: ['Order', 'code', 'shop'] });
    expect(json.messages).toEqual([
      {
        ID: mailpit.mailbox.list()[1]?.id,
        MessageID: expect.stringMatching(/^[^<>]+@acme\.dev$/),
        Read: false,
        From: { Name: 'Ann Lee', Address: 'ann@acme.dev' },
        To: [{ Name: 'Bob', Address: 'bob+shop@example.com' }],
        Cc: [{ Name: '', Address: 'carl@example.com' }],
        Bcc: [{ Name: '', Address: 'dora@example.com' }],
        ReplyTo: [],
        Subject: 'Your code is 42',
        Created: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        Username: '',
        Tags: ['Order', 'code', 'shop'],
        Size: mailpit.mailbox.list()[1]?.raw.byteLength,
        Attachments: 1,
        Snippet: 'Hello https://acme.dev/confirm?code=42',
      },
    ]);
    expect((await mailpit.ask('GET', '/api/v1/messages?start=1')).json.messages[0].Subject).toBe('older');
  });

  it('shows the latest message, and marks it as read', async () => {
    await mailpit.send(mail);
    const { json } = await mailpit.ask('GET', '/api/v1/message/latest');
    const [inline] = json.Inline;
    expect(json).toMatchObject({ ReturnPath: 'ann@acme.dev', Text: mail.text, Subject: mail.subject });
    expect(json.HTML).toContain('cid:logo');
    expect(json.ListUnsubscribe).toEqual({
      Header: '<https://acme.dev/u>, <mailto:u@acme.dev>',
      HeaderPost: '',
      Links: ['https://acme.dev/u', 'mailto:u@acme.dev'],
      Errors: '',
    });
    expect(inline).toMatchObject({ FileName: 'logo.png', ContentID: 'logo', ContentType: 'image/png' });
    expect(json.Attachments).toMatchObject([
      { FileName: 'räport.pdf', Size: 3, Checksums: { MD5: '437175ba4191210ee004e1d937494d09' } },
    ]);
    expect((await mailpit.ask('GET', '/api/v1/search?query=is:unread')).json.messages_count).toBe(0);
    const part = await fetch(`${mailpit.origin}/api/v1/message/latest/part/${inline.PartID}`);
    expect(part.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await part.arrayBuffer())).toEqual(picture);
    const headers = await mailpit.ask('GET', `/api/v1/message/${json.ID}/headers`);
    expect(headers.json).toMatchObject({ 'X-Tags': ['Order, code'], 'Mime-Version': ['1.0'] });
    expect((await mailpit.ask('GET', '/api/v1/message/latest/raw')).text).toContain('X-Tags: Order, code');
    expect((await mailpit.ask('GET', '/api/v1/message/nobody')).status).toBe(404);
    expect((await mailpit.ask('GET', '/api/v1/message/latest?query=nothing')).status).toBe(404);
  });

  it('changes and deletes by id and by search', async () => {
    for (const subject of ['one', 'two', 'three', 'four']) await mailpit.send({ ...mail, subject });
    const subjects = () => mailpit.mailbox.list().map(({ parsed }) => parsed.subject);
    const read = () => mailpit.mailbox.search('is:read').length;
    const [first] = mailpit.mailbox.list();
    expect((await mailpit.ask('PUT', '/api/v1/messages', { IDs: [first?.id], Read: true })).text).toBe('ok');
    expect(read()).toBe(1);
    await mailpit.ask('PUT', '/api/v1/messages', { Search: 'subject:t', Read: true });
    expect(read()).toBe(3);
    await mailpit.ask('PUT', '/api/v1/messages', { Read: false });
    expect(read()).toBe(0);
    const both = { IDs: ['x'], Search: 'x', Read: true };
    expect((await mailpit.ask('PUT', '/api/v1/messages', both)).status).toBe(400);
    await mailpit.ask('DELETE', '/api/v1/messages', { IDs: [first?.id] });
    await mailpit.ask('DELETE', '/api/v1/search?query=subject:two');
    expect(subjects()).toEqual(['three', 'four']);
    expect((await mailpit.ask('DELETE', '/api/v1/search?query=')).status).toBe(400);
    expect((await mailpit.ask('DELETE', '/api/v1/messages', '{"IDs":')).status).toBe(400);
    expect(subjects()).toHaveLength(2);
    await mailpit.ask('DELETE', '/api/v1/messages');
    expect(subjects()).toEqual([]);
  });

  it('sets, renames and deletes tags', async () => {
    await mailpit.send(mail);
    const id = mailpit.mailbox.list()[0]?.id;
    const tags = async () => (await mailpit.ask('GET', '/api/v1/tags')).json;
    await mailpit.ask('PUT', '/api/v1/tags', { IDs: [id], Tags: ['a', 'B c'] });
    expect(await tags()).toEqual(['B c', 'a']);
    await mailpit.ask('PUT', '/api/v1/tags/b%20C', { Name: 'new' });
    expect(await tags()).toEqual(['a', 'new']);
    expect((await mailpit.ask('PUT', '/api/v1/tags/a', { Name: 'NEW' })).status).toBe(400);
    expect((await mailpit.ask('PUT', '/api/v1/tags/none', { Name: 'x' })).status).toBe(400);
    await mailpit.ask('DELETE', '/api/v1/tags/a');
    expect(await tags()).toEqual(['new']);
  });

  it('puts a message in', async () => {
    const body = {
      From: { Email: 'ann@acme.dev', Name: 'Ann' },
      To: [{ Email: 'bob@example.com', Name: 'Bob' }],
      Bcc: ['dora@example.com'],
      ReplyTo: [{ Email: 'desk@acme.dev', Name: 'Desk, "main"' }],
      Subject: 'Hällo',
      HTML: '<p>Hi</p>',
      Headers: { 'X-Own': '1' },
      Tags: ['order'],
      Attachments: [{ Filename: 'a.txt', Content: 'data:text/plain;base64,YWJj', ContentType: 'text/plain' }],
    };
    const { json } = await mailpit.ask('POST', '/api/v1/send', body);
    const message = mailpit.mailbox.get(json.ID);
    expect(message?.envelope).toEqual({ from: 'ann@acme.dev', to: ['bob@example.com', 'dora@example.com'] });
    expect(message?.tags).toEqual(['order']);
    expect(message?.parsed).toMatchObject({ subject: 'Hällo', replyTo: [{ address: 'desk@acme.dev' }] });
    expect(Buffer.from(message?.parsed.attachments[0]?.content ?? []).toString()).toBe('abc');
    for (const wrong of [
      { To: [], Bcc: [] },
      { From: { Email: 'x' } },
      { To: [{ Email: 'a@b>\r\nRCPT TO:<c@d' }] },
      { Headers: { Subject: 'x' } },
      { Headers: { 'X-A': '1\r\nBcc: eve@evil.example' } },
    ]) {
      const refused = await mailpit.ask('POST', '/api/v1/send', { ...body, ...wrong });
      expect([refused.status, typeof refused.json.Error]).toEqual([400, 'string']);
    }
    expect(mailpit.mailbox.list()).toHaveLength(1);
  });

  it('has the name of the login, over SMTP and HTTP', async () => {
    const { smtp } = mailpit.sandbox.mail ?? {};
    const login = { host: smtp?.host, port: smtp?.port, ignoreTLS: true, auth: { user: 'ann', pass: 'x' } };
    await createTransport(login as object).sendMail(mail);
    expect((await mailpit.ask('GET', '/api/v1/message/latest')).json.Username).toBe('ann');
    await fetch(`${mailpit.origin}/api/v1/send`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from('bob:x').toString('base64')}` },
      body: JSON.stringify({ From: { Email: 'a@acme.dev' }, To: [{ Email: 'b@example.com' }] }),
    });
    expect((await mailpit.ask('GET', '/api/v1/message/latest')).json.Username).toBe('bob');
  });

  it('renders for a browser test', async () => {
    await mailpit.send(mail);
    const html = await mailpit.ask('GET', '/view/latest.html');
    expect(html.text).toContain('<a href="https://acme.dev/confirm?code=42">');
    expect(html.text).toMatch(/src="\/api\/v1\/message\/[\w-]+\/part\/1"/);
    expect(html.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await mailpit.ask('GET', '/view/latest.txt?query=code')).text).toBe(mail.text);
    expect((await mailpit.ask('GET', '//view/latest.txt')).text).toBe(mail.text);
    expect((await mailpit.ask('GET', '/view/latest.exe')).status).toBe(404);
    const opened = await fetch(`${mailpit.origin}/view/latest`, { redirect: 'manual' });
    expect(opened.headers.get('location')).toBe(`/#/inbox/${mailpit.mailbox.list()[0]?.id}`);
    expect((await mailpit.ask('GET', '/livez')).status + (await mailpit.ask('GET', '/readyz')).status).toBe(
      400,
    );
  });

  it("has its triggers of chaos in the sandbox's list of faults", async () => {
    const { json } = await mailpit.ask('PUT', '/api/v1/chaos', {
      Recipient: { ErrorCode: 452, Probability: 100 },
      Authentication: { Probability: 50 },
    });
    expect(json).toEqual({
      Sender: { ErrorCode: 451, Probability: 0 },
      Recipient: { ErrorCode: 452, Probability: 100 },
      Authentication: { ErrorCode: 535, Probability: 50 },
    });
    expect(mailpit.sandbox.faults.list()).toHaveLength(2);
    await expect(mailpit.send(mail)).rejects.toThrow('452');
    expect((await mailpit.ask('PUT', '/api/v1/chaos', { Sender: { ErrorCode: 200 } })).status).toBe(400);
    expect((await mailpit.ask('GET', '/api/v1/chaos')).json).toEqual(json);
    await mailpit.ask('PUT', '/api/v1/chaos', {});
    expect(mailpit.sandbox.faults.list()).toEqual([]);
    await mailpit.send(mail);
  });

  it('describes itself, in the fields of its description', async () => {
    await mailpit.send(mail);
    const { definitions } = JSON.parse(
      readFileSync(new URL('mailpit-fields.json', import.meta.url), 'utf8'),
    ) as { definitions: Record<string, readonly string[]> };
    const shown = async (path: string) => (await mailpit.ask('GET', `/api/v1/${path}`)).json;
    const info = await shown('info');
    expect(info).toMatchObject({ Messages: 1, Unread: 1, Tags: { Order: 1, code: 1, shop: 1 } });
    const list = await shown('messages');
    const answers = {
      AppInformation: info,
      MessagesSummary: list,
      MessageSummary: list.messages[0],
      Message: await shown('message/latest'),
      WebUIConfiguration: await shown('webui'),
      ChaosTriggers: await shown('chaos'),
      LinkCheckResponse: await shown('message/latest/link-check'),
      HTMLCheckResponse: await shown('message/latest/html-check'),
    };
    for (const [name, answer] of Object.entries(answers))
      expect(Object.keys(answer), name).toEqual(expect.arrayContaining([...(definitions[name] ?? ['?'])]));
  });

  it('has no route for SpamAssassin, as Mailpit without one', async () => {
    await mailpit.send(mail);
    const { status, text } = await mailpit.ask('GET', '/api/v1/message/latest/sa-check');
    expect([status, text]).toEqual([404, '404 page not found\n']);
    expect((await mailpit.ask('GET', '/api/v1/webui')).json.SpamAssassin).toBe(false);
  });

  it('reports its changes on a WebSocket', async () => {
    const seen: { readonly Type: string; readonly Data: Record<string, unknown> | null }[] = [];
    const socket = new WebSocket(`${mailpit.origin.replace('http', 'ws')}/api/events`);
    socket.on('message', (data) => seen.push(JSON.parse(String(data))));
    await new Promise((resolve) => socket.once('open', resolve));
    await expect.poll(() => seen.at(-1)).toMatchObject({ Type: 'stats', Data: { Total: 0, Unread: 0 } });
    await mailpit.send(mail);
    const id = mailpit.mailbox.list()[0]?.id ?? '';
    await mailpit.ask('GET', `/api/v1/message/${id}`);
    await mailpit.ask('PUT', '/api/v1/tags', { IDs: [id], Tags: ['x'] });
    const removed = mailpit.mailbox.remove([id]);
    mailpit.mailbox.restore(removed);
    await expect.poll(() => seen.map(({ Type }) => Type)).toContain('prune');
    await mailpit.ask('DELETE', '/api/v1/messages');
    await expect.poll(() => seen.at(-1)).toMatchObject({ Type: 'stats', Data: { Total: 0 } });
    socket.close();
    const changes = seen.filter(({ Type }) => Type !== 'stats');
    expect(changes).toMatchObject([
      { Type: 'new', Data: { ID: id, Subject: mail.subject, Read: false } },
      { Type: 'update', Data: { ID: id, Read: true } },
      { Type: 'update', Data: { ID: id, Tags: ['x'] } },
      { Type: 'delete', Data: { ID: id } },
      { Type: 'prune', Data: null },
      { Type: 'truncate', Data: null },
    ]);
  });
});
