import { Readable } from 'node:stream';
import { startFaultServer } from '@org/core/testing';
import { createEmailClient, type OrgError } from '@org/email';
import { type NodemailerInfo, nodemailerTransport } from '@org/email/nodemailer';
import { resend } from '@org/email/resend';
import nodemailer, { type SendMailOptions } from 'nodemailer';
import { describe, expect, it } from 'vitest';
import { parseMessage } from '../../sandbox/src/mail/message/parse-message.ts';
import { createSmtpStage, password } from './smtp-stage.ts';

const { running, start, client } = createSmtpStage();

/** Sends a mail by nodemailer's own transport, and by ours; returns what the server got of each. */
async function sendBoth(create: () => SendMailOptions) {
  const ownServer = await start();
  const auth = { user: 'mailer', pass: password };
  const own = nodemailer.createTransport({ host: '127.0.0.1', port: ownServer.port, ignoreTLS: true, auth });
  await own.sendMail(create());
  own.close();
  const ourServer = await start();
  const ours = nodemailer.createTransport(nodemailerTransport(client(ourServer)));
  const info = (await ours.sendMail(create())) as unknown as NodemailerInfo;
  const seen = async (server: typeof ourServer) => {
    const [raw = ''] = server.messages;
    const { headers: _headers, ...parsed } = await parseMessage(Buffer.from(raw, 'latin1'));
    const commands = server.lines.filter((line) => /^(?:MAIL|RCPT)/.test(line));
    return { raw, parsed, commands: commands.map((line) => line.replace(/>.*/, '>')) };
  };
  return { info, own: await seen(ownServer), ours: await seen(ourServer) };
}

const mail: SendMailOptions = {
  from: '"Ångström, Ann" <ann@acme.dev>',
  to: 'bob@example.com, "Cat" <cat@example.com>',
  subject: 'Grüße ✓',
  text: 'Hällo',
  html: '<p>Hällo <img src="cid:logo"></p>',
  messageId: '<order-7@acme.dev>',
};

describe('E1: nodemailerTransport, beside nodemailer’s own SMTP transport', () => {
  it.each<[string, SendMailOptions | (() => SendMailOptions)]>([
    ['text, HTML and several recipients', {}],
    ['copies', { cc: ['dan@example.com'], bcc: { name: 'Eve', address: 'eve@example.com' } }],
    ['a group', { to: 'team: bob@example.com, cat@example.com;' }],
    [
      'files as bytes, text, base64 and a stream',
      () => ({
        attachments: [
          { filename: 'a.bin', content: Buffer.from([0, 255, 10, 13]) },
          { filename: 'b.txt', content: 'Grüße' },
          { filename: 'c.txt', content: Buffer.from('base').toString('base64'), encoding: 'base64' },
          { filename: 'd.txt', content: Readable.from(['str', 'eam']) },
          { filename: 'e.bin', content: new Uint8Array([0, 255, 10]) as Buffer },
          { filename: 'f.txt', content: '' },
          { filename: 'logo.png', content: Buffer.from('png'), cid: 'logo' },
        ],
      }),
    ],
    [
      'a sender and addresses for replies',
      { sender: 'desk@acme.dev', replyTo: ['help@acme.dev', 'b@acme.dev'] },
    ],
    ['HTML as bytes', { html: new TextEncoder().encode('<p>Hällo</p>') as Buffer }],
    ['one recipient of a copy', { to: undefined, bcc: 'eve@example.com' }],
    ['an envelope', { envelope: { from: 'bounce@acme.dev', to: ['bob@example.com', 'cat@example.com'] } }],
    [
      'a finished message',
      {
        raw: 'From: a@acme.dev\r\nMessage-ID: <1@acme.dev>\r\nTo: b@x.dev\r\nSubject: Hi\r\n\r\nHi\r\n',
        to: 'b@x.dev',
      },
    ],
  ])('carries %s', async (_what, fields) => {
    const { own, ours } = await sendBoth(() => ({
      ...mail,
      ...(typeof fields === 'function' ? fields() : fields),
    }));
    expect(ours.commands).toEqual(own.commands);
    expect(ours.parsed).toEqual(own.parsed);
  });

  it('carries headers, lists, threads, priorities, dates and events', async () => {
    const { own, ours } = await sendBoth(() => ({
      ...mail,
      headers: { 'X-One': 'a', 'X-Two': ['b', 'c'] },
      list: { help: 'help@acme.dev', unsubscribe: { url: 'https://acme.dev/u', comment: 'Leave' } },
      inReplyTo: '<m1@acme.dev>',
      references: ['<m0@acme.dev>', '<m1@acme.dev>'],
      priority: 'high',
      date: new Date('2026-01-02T03:04:05Z'),
      icalEvent: { method: 'request', content: 'BEGIN:VCALENDAR' },
    }));
    const lines = (raw: string) =>
      raw
        .split('\r\n\r\n')[0]
        ?.replace(/\r\n[ \t]+/g, ' ')
        .split('\r\n')
        .filter((line) => /^(?:x-(?:one|two|prio)|list-|in-reply|references|importance|date)/i.test(line))
        .map((line) => line.toLowerCase())
        .sort();
    expect(lines(ours.raw)).toEqual(lines(own.raw));
    expect(lines(own.raw)?.length).toBeGreaterThanOrEqual(9);
    expect(ours.raw).toMatch(/content-type: text\/calendar;[\s\S]*method=REQUEST/i);
  });

  it('says what became of each recipient', async () => {
    const server = await start({
      acts: { RCPT: (line) => (line.includes('cat@') ? '550 5.1.1 No' : undefined) },
    });
    const transporter = nodemailer.createTransport(nodemailerTransport(client(server)));
    const info = (await transporter.sendMail(mail)) as unknown as NodemailerInfo;
    expect([info.accepted, info.rejected, info.pending]).toEqual([
      ['bob@example.com'],
      ['cat@example.com'],
      [],
    ]);
    expect(info.messageId).toBe('<order-7@acme.dev>');
    expect(info.envelope.to).toEqual(['bob@example.com', 'cat@example.com']);
    expect(info.outcomes.map(({ recipient }) => recipient)).toEqual(info.envelope.to);
  });
});

describe('nodemailerTransport over an HTTP service', () => {
  async function open(status: number, json: object) {
    const server = await startFaultServer({ rules: [{ answer: { status, json } }] });
    const email = createEmailClient({
      driver: resend({ apiKey: 're_good', baseUrl: server.url }),
      retry: false,
    });
    running.push(server, email);
    return { server, email };
  }

  it('applies defaults and compile plugins of nodemailer, and `prepare`', async () => {
    const { server, email } = await open(200, { id: 'e-1' });
    const prepare = (message: object) => ({ ...message, tags: ['welcome'] });
    const transport = nodemailerTransport(email, { prepare: prepare as never });
    const transporter = nodemailer.createTransport(transport, { from: 'ann@acme.dev' });
    transporter.use('compile', (mail, done) => {
      mail.data.html = '<p>from a plugin</p>';
      done();
    });
    const info = await transporter.sendMail({ to: 'bob@example.com', subject: 'Hi' });
    expect(info).toMatchObject({ messageId: 'e-1', accepted: ['bob@example.com'], provider: 'resend' });
    expect(JSON.parse(server.requests[0]?.text() ?? '')).toMatchObject({
      from: 'ann@acme.dev',
      html: '<p>from a plugin</p>',
      tags: [{ name: 'welcome' }],
    });
  });

  it('rejects with our errors, by callback and by promise', async () => {
    const { email } = await open(401, { name: 'validation_error', message: 'API key is invalid' });
    const transporter = nodemailer.createTransport(nodemailerTransport(email));
    const fields = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hi' };
    const error = await transporter.sendMail(fields).catch((error: OrgError) => error);
    expect(error).toMatchObject({ name: 'AuthenticationError', outcome: 'not-sent' });
    const called = await new Promise((resolve) => transporter.sendMail(fields, (error) => resolve(error)));
    expect(called).toMatchObject({ name: 'AuthenticationError' });
  });

  it('ends with the signal of the mail', async () => {
    const server = await startFaultServer({
      rules: [{ fault: { kind: 'timeout', phase: 'after-request-body' } }],
    });
    const email = createEmailClient({ driver: resend({ apiKey: 're_good', baseUrl: server.url }) });
    running.push(server, email);
    const transporter = nodemailer.createTransport(nodemailerTransport(email));
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    const fields = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hi' };
    const error = await transporter
      .sendMail({ ...fields, signal: controller.signal } as never)
      .catch((e) => e);
    expect(error).toMatchObject({ name: expect.stringMatching(/Abort/) });
  });

  it.each<[string, object]>([
    ['dkim', { dkim: { domainName: 'acme.dev', keySelector: 'a', privateKey: 'k' } }],
    ['envelope.to', { envelope: { from: 'a@acme.dev', to: ['other@example.com'] } }],
    ['html', { html: new Blob(['<p>Hi</p>']) }],
    ['attachments[0]', { attachments: [{ filename: 'a.txt', content: new Blob(['a']) }] }],
    ['alternatives[0]', { alternatives: [{ contentType: 'a/b', content: 5 }] }],
    ['attachments[0].raw', { attachments: [{ raw: 'Content-Type: text/plain\r\n\r\nx' }] }],
  ])('refuses %s before anything is sent', async (path, fields) => {
    const { server, email } = await open(200, { id: 'e-1' });
    const transporter = nodemailer.createTransport(nodemailerTransport(email));
    const base = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hi' };
    const error = await transporter.sendMail({ ...base, ...fields }).catch((error: OrgError) => error);
    expect(error).toMatchObject({ name: 'InvalidInputError', outcome: 'not-sent', issues: [{ path }] });
    expect(server.requests).toEqual([]);
  });

  it('verifies where the driver can, and closes its client', async () => {
    const server = await start();
    const email = client(server);
    const transporter = nodemailer.createTransport(nodemailerTransport(email));
    expect(await transporter.verify()).toBe(true);
    transporter.close();
    await expect(transporter.sendMail(mail)).rejects.toMatchObject({ name: 'ClosedError' });
  });

  it('needs a client', () => {
    expect(() => nodemailerTransport({} as never)).toThrow('needs a client');
  });
});
