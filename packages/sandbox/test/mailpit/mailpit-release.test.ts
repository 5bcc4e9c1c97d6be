// The receiver is smtp-server itself, not the sandbox.
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startMailService } from '../../src/mail/service/service.ts';
import { startMailpit } from './mailpit-sandbox.ts';

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly user: string | undefined;
  readonly raw: string;
}

const path = '/api/v1/message/latest/release';
const source = [
  'Bcc: dora@example.com,',
  '  erin@example.com',
  'From: Ann <ann@acme.dev>',
  'Date: Thu, 01 Jan 2026 00:00:00 +0000',
  'To: bob@example.com',
  'Subject: Code 42',
  'message-id: <old@acme.dev>',
  '',
  'Bcc: this is text',
  '',
].join('\r\n');

describe("a release by Mailpit's API", () => {
  const received: Received[] = [];
  const server = () =>
    new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      authOptional: true,
      disableReverseLookup: true,
      onAuth: ({ username, password }, _session, done) =>
        password === 'p@ss' ? done(null, { user: username }) : done(new Error('Wrong password')),
      onRcptTo: ({ address }, _session, done) =>
        address.startsWith('nobody') ? done(new Error('No such user')) : done(),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope;
          received.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            user: (session as { readonly user?: string }).user,
            raw: Buffer.concat(chunks).toString(),
          });
          done();
        });
      },
    });
  let relay: SMTPServer;
  let port: number;
  const opened: { close(): Promise<void> }[] = [];
  const open = async (url?: string) => {
    const mailpit = await startMailpit(url === undefined ? {} : { relay: url });
    opened.push(mailpit);
    await mailpit.send({ envelope: { from: 'bounce@acme.dev', to: 'bob@example.com' }, raw: source });
    return mailpit;
  };
  beforeEach(async () => {
    received.length = 0;
    relay = server();
    await new Promise<void>((resolve) => void relay.listen(0, '127.0.0.1', resolve));
    port = (relay.server.address() as AddressInfo).port;
  });
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
    await new Promise<void>((resolve) => relay.close(resolve));
  });

  it('sends the message to other recipients, with a new date and id, and without Bcc', async () => {
    const mailpit = await open(`smtp://localhost:${port}`);
    const { status, text } = await mailpit.ask('POST', path, { To: ['x@example.com', 'y@example.com'] });
    expect([status, text]).toEqual([200, 'ok']);
    const [mail] = received;
    expect(mail).toMatchObject({ from: 'ann@acme.dev', to: ['x@example.com', 'y@example.com'] });
    const [head = '', ...body] = (mail?.raw ?? '').split('\r\n\r\n');
    expect(body).toEqual(['Bcc: this is text\r\n']);
    expect(head).toMatch(/^Date: (?!Thu, 01 Jan 2026).* \+0000$/m);
    expect(head).toMatch(/^Message-ID: <[\w-]+@sandbox>$/m);
    expect(head).not.toMatch(/dora|erin|old@acme\.dev|Jan 2026/);
    expect(head).toContain('From: Ann <ann@acme.dev>\r\n');
  });

  it('signs in with the login of the URL, sends as Sender, and says that it can release', async () => {
    const mailpit = await open(`smtp://ann:p%40ss@127.0.0.1:${port}`);
    expect((await mailpit.ask('POST', path, { To: ['x@example.com'] })).status).toBe(200);
    expect(received[0]?.user).toBe('ann');
    await mailpit.send({
      envelope: { from: 'bounce@acme.dev', to: 'bob@example.com' },
      raw: source.replace('Subject', 'Sender: "Office, Ann" <office@acme.dev>\r\nSubject'),
    });
    await mailpit.ask('POST', path, { To: ['x@example.com'] });
    expect(received[1]?.from).toBe('office@acme.dev');
    const { MessageRelay } = (await mailpit.ask('GET', '/api/v1/webui')).json;
    expect(MessageRelay).toMatchObject({ Enabled: true, SMTPServer: `127.0.0.1:${port}` });
  });

  it('leaves out a recipient that the relay refuses, and fails when it refuses all', async () => {
    const mailpit = await open(`smtp://127.0.0.1:${port}`);
    const to = (...To: string[]) => mailpit.ask('POST', path, { To });
    expect((await to('nobody@example.com', 'x@example.com')).text).toBe('ok');
    expect(received).toMatchObject([{ to: ['x@example.com'] }]);
    const none = await to('nobody@example.com');
    expect([none.status, none.text]).toEqual([400, expect.stringMatching(/^SMTP error: .*No such user/)]);
  });

  it.each([
    [{ To: [] }, 'No valid addresses found'],
    [{ To: ['x@example.com', 'a b@x'] }, 'Invalid email address: a b@x'],
    [{ To: ['x@example.com>\r\nRCPT TO:<y@example.com'] }, 'Invalid email address: x@example.com>'],
  ])('refuses %j', async (body, reason) => {
    const mailpit = await open(`smtp://127.0.0.1:${port}`);
    const { status, text } = await mailpit.ask('POST', path, body);
    expect([status, text]).toEqual([400, expect.stringContaining(reason)]);
    expect(received).toEqual([]);
  });

  it('says why when the relay does not answer, when no message is there, and without a relay', async () => {
    const closed = await open('smtp://127.0.0.1:1');
    const down = await closed.ask('POST', path, { To: ['x@example.com'] });
    expect([down.status, down.text]).toEqual([400, expect.stringMatching(/^SMTP error: .*ECONNREFUSED/)]);
    expect((await closed.ask('POST', path.replace('latest', 'nobody'), { To: [] })).status).toBe(404);
    const without = await (await open()).ask('POST', path, { To: ['x@example.com'] });
    expect([without.status, without.text]).toEqual([400, expect.stringContaining('--relay')]);
  });

  it.each([
    ['smtp://mail.example.com:25', /on this machine .* not mail\.example\.com/],
    ['smtp://localhost.example.com', /on this machine/],
    ['smtp://10.0.0.1', /on this machine/],
    ['smtp://', /like smtp:\/\/127\.0\.0\.1:2525/],
    ['smtps://127.0.0.1', /like smtp:\/\/127\.0\.0\.1:2525/],
    ['127.0.0.1:25', /like smtp:\/\/127\.0\.0\.1:2525/],
  ])('does not start with the relay %s', async (url, reason) => {
    await expect(startMailService({ relay: url })).rejects.toThrow(reason);
  });
});
