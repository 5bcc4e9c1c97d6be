// When mail for a program is posted, and when it is not.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { IncomingMail } from '../src/mail/inbound/mail-inbound.ts';
import { type MailService, startMailService } from '../src/mail/service/service.ts';

describe('posts of mail', () => {
  let service: MailService;
  let url = '';
  let respond: (response: ServerResponse) => void = (response) => response.end();
  let posts = 0;
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    // What another test began may arrive late.
    if (!url.endsWith(request.url ?? '')) return void response.end();
    posts += 1;
    text(request).then((body) => {
      bodies.push(body);
      respond(response);
    });
  });

  beforeAll(async () => {
    service = await startMailService();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    server.close();
    await service?.close();
  });
  beforeEach(() => {
    service.reset();
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${crypto.randomUUID()}`;
    respond = (response) => response.end();
    posts = 0;
    bodies.length = 0;
  });

  const add = (name = 'postmark') =>
    service.inbound.routes.add({ address: '*@acme.dev', service: name, url });
  const deliver = (to: readonly string[], labels?: { readonly service: string }) =>
    service.mailbox.deliver({
      id: crypto.randomUUID(),
      via: 'smtp',
      envelope: { from: 'ann@example.com', to },
      raw: Buffer.from('Subject: Hello\r\n\r\nHello'),
      labels,
    });
  const recipients = (count: number) => Array.from({ length: count }, (_, index) => `in${index}@acme.dev`);

  it('are 32 at the same time, and the others have their turn', async () => {
    const open: ServerResponse[] = [];
    respond = (response) => open.push(response);
    add();
    await deliver(recipients(40));
    await expect.poll(() => posts).toBe(32);
    await sleep(100);
    expect(posts).toBe(32);
    respond = (response) => response.end();
    for (const response of open) response.end();
    await expect.poll(() => service.inbound.attempts().length).toBe(40);
    expect(service.inbound.attempts().every(({ status }) => status === 200)).toBe(true);
  });

  it('say when too many wait', async () => {
    respond = () => {};
    add();
    await deliver(recipients(6100));
    const problems = () => service.inbound.attempts().map(({ problem }) => problem);
    await expect.poll(problems).toContain('Not sent: too much mail waits for another attempt.');
    expect(problems()).toContain('Not sent: too much mail waits for programs.');
  });

  it.each([
    ['mailgun', 406, true],
    ['mailgun', 403, false],
    ['postmark', 403, true],
    ['postmark', 406, false],
    ['ses', 404, true],
    ['ses', 503, false],
    ['mailjet', 403, false],
  ])('of %s with status %i as the answer are final: %s', async (name, status, isFinal) => {
    respond = (response) => response.writeHead(status).end();
    add(name);
    await service.inbound.receive({ to: 'in@acme.dev' });
    await expect.poll(() => posts).toBeGreaterThan(isFinal ? 0 : 1);
    if (isFinal) await sleep(400);
    expect(posts === 1).toBe(isFinal);
  });

  it('are one for a recipient, and none for a preview', async () => {
    add();
    await deliver(['in@acme.dev', 'in@acme.dev', 'in2@acme.dev'], { service: 'preview' });
    await deliver(['in@acme.dev', 'in@acme.dev', 'in2@acme.dev']);
    const recipients = () => service.inbound.attempts().map(({ recipient }) => recipient);
    await expect.poll(recipients).toEqual(['in@acme.dev', 'in2@acme.dev']);
    expect(posts).toBe(2);
  });

  it('are one for a route that was added twice', async () => {
    expect(add()).toBe(add());
    expect(await service.inbound.receive({ to: 'in@acme.dev' })).toHaveLength(1);
    add('mailgun');
    expect(service.inbound.routes.list()).toHaveLength(2);
  });

  it.each([
    [{ from: null }, 'a text as from'],
    [{ subject: {} }, 'a text as subject'],
    [{ text: 5 }, 'a text as text'],
    [{ html: 5 }, 'a text as html'],
    [{ inReplyTo: 5 }, 'a text as inReplyTo'],
    [{ inReplyTo: 'a>\r\nX: y' }, 'without angle brackets'],
    [{ attachments: {} }, 'attachments with a filename'],
    [{ attachments: [null] }, 'attachments with a filename'],
    [{ attachments: [{ filename: 'a', content: 'x' }] }, 'bytes as content'],
    [{ raw: [1, 2] }, 'a text or bytes as raw'],
    [{ raw: null }, 'a text or bytes as raw'],
  ])('are refused for a mail with %j', async (fields, words) => {
    add();
    const mail = { to: 'in@acme.dev', ...fields } as unknown as IncomingMail;
    await expect(service.inbound.receive(mail)).rejects.toThrow(words);
    expect(posts).toBe(0);
  });

  it('have the fields that services write beside those of the drivers', async () => {
    for (const name of ['mailgun', 'mailjet', 'mailersend', 'ses']) add(name);
    const date = 'Sun, 29 Nov 2026 20:00:00 +0000';
    const raw = `From: Ann <ann@example.com>\r\nTo: in@acme.dev\r\nDate: ${date}\r\nSubject: Hi\r\n\r\nHello`;
    await service.inbound.receive({ to: 'in@acme.dev', raw });
    const ofMailgun = bodies.find((body) => body.includes('body-plain'));
    for (const [name, value] of [
      ['from', 'Ann <ann@example.com>'],
      ['stripped-text', 'Hello'],
      ['stripped-signature', ''],
    ])
      expect(ofMailgun).toContain(`name="${name}"\r\n\r\n${value}\r\n`);
    const others = bodies.filter((body) => body !== ofMailgun).map((body) => JSON.parse(body));
    expect(others).toContainEqual(expect.objectContaining({ From: 'Ann <ann@example.com>' }));
    expect(others.find(({ data }) => data)).toMatchObject({ data: { date } });
    expect(JSON.parse(others.find(({ Message }) => Message).Message).mail.commonHeaders).toEqual({
      returnPath: 'ann@example.com',
      from: ['Ann <ann@example.com>'],
      date,
      to: ['in@acme.dev'],
      subject: 'Hi',
    });
  });
});
