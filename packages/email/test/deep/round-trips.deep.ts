import { createHash } from 'node:crypto';
import { createEmailClient, type EmailSendClient } from '@org/email';
import { smtp } from '@org/email/smtp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ParsedMessage, parseMessage } from '../../../sandbox/src/mail/message/parse-message.ts';
import { startMailService } from '../../../sandbox/src/mail/service/service.ts';
import { type ScriptedSmtpServer, startScriptedSmtpServer } from '../scripted-smtp-server.ts';
import {
  findMailServer,
  type MailServer,
  type MailServerName,
  maxMessageBytes,
  startMailServer,
} from './mail-servers.ts';
import { type SampleMail, sampleMails } from './sample-mails.ts';

const mails = sampleMails(40);
const sha256 = (content: Uint8Array | string) => createHash('sha256').update(content).digest('hex');
// A text has CRLF on the wire, and its last line break belongs to the transfer.
const textHash = (text = '') => sha256(text.replace(/\r\n?/g, '\n').replace(/\n+$/, ''));

/** What must be the same at both ends. */
function fingerprint({ subject, text, html, attachments = [] }: SampleMail) {
  return {
    subject,
    text: textHash(text),
    html: textHash(html),
    files: attachments.map(({ filename, content = '', contentId }) => [
      filename,
      contentId,
      sha256(content as Uint8Array | string),
    ]),
  };
}

function received({ subject = '', text, html, attachments }: ParsedMessage) {
  return {
    subject,
    text: textHash(text),
    html: textHash(html),
    files: attachments.map(({ filename, contentId, content }) => [filename, contentId, sha256(content)]),
  };
}

const byNumber = (subject = '') => Number(subject.split(' ')[0]);
const unstuffed = (text: string) => Buffer.from(text.replace(/^\./gm, ''), 'latin1');

async function sendAll(email: EmailSendClient): Promise<void> {
  let accepted = 0;
  for await (const outcome of email.sendEach(mails)) if (outcome.ok) accepted += 1;
  expect(accepted).toBe(mails.length);
}

function expectEqual(arrived: readonly ParsedMessage[]): void {
  const sorted = [...arrived].sort((a, b) => byNumber(a.subject) - byNumber(b.subject));
  expect(sorted.map(received)).toEqual(mails.map(fingerprint));
}

it('E13: through smtp-server, every part arrives unchanged', async () => {
  const service = await startMailService();
  const email = createEmailClient({ driver: smtp(service.smtp), limiter: false });
  await sendAll(email);
  expectEqual(service.mailbox.list().map(({ parsed }) => parsed));
  await email.close();
  await service.close();
});

const names: readonly MailServerName[] = ['postfix', 'exim'];

for (const name of names) {
  const isHere = findMailServer(name) !== undefined;
  if (!isHere) console.log(`${name} is not here, or this user is not root: its tests are skipped`);
  describe.skipIf(!isHere)(`through ${name}`, () => {
    let sink: ScriptedSmtpServer;
    let relay: MailServer;
    const offers = ['8BITMIME', 'SMTPUTF8', 'PIPELINING', 'SIZE 100000000'];
    beforeAll(async () => {
      sink = await startScriptedSmtpServer({
        extensions: offers,
        acts: { RCPT: (line) => (line.includes('<refused@') ? '550 5.1.1 No such user' : undefined) },
      });
      relay = await startMailServer(name, sink.port);
    });
    afterAll(async () => {
      await relay?.close();
      await sink?.close();
    });
    const createClient = () =>
      createEmailClient({ driver: smtp({ host: '127.0.0.1', port: relay.port }), limiter: false });
    const arrivedAfter = async (before: number, count: number) => {
      await expect
        .poll(() => sink.messages.length - before, { timeout: 120_000 })
        .toBeGreaterThanOrEqual(count);
      return Promise.all(sink.messages.slice(before).map((text) => parseMessage(unstuffed(text))));
    };

    it('E13: every part arrives unchanged', async () => {
      const before = sink.messages.length;
      await using email = createClient();
      await sendAll(email);
      expectEqual(await arrivedAfter(before, mails.length));
    });

    it('E13: addresses outside ASCII arrive unchanged', async () => {
      const before = sink.lines.length;
      const count = sink.messages.length;
      await using email = createClient();
      const subject = '0 Grüße';
      await email.send({ from: 'jürgen@example.com', to: 'δοκιμή@example.com', subject, text: 'Hi' });
      await arrivedAfter(count, 1);
      const commands = sink.lines.slice(before).map((line) => Buffer.from(line, 'latin1').toString());
      expect(commands).toContainEqual(expect.stringMatching(/^MAIL FROM:<jürgen@example\.com>.* SMTPUTF8/));
      expect(commands).toContainEqual(expect.stringMatching(/^RCPT TO:<δοκιμή@example\.com>/));
    });

    it('E4: a refused recipient does not stop the others', async () => {
      await using email = createClient();
      const message = { from: 'ann@acme.dev', subject: '0 Hi', text: 'Hi' };
      const to = ['unknown@example.com', 'bob@example.com'];
      const { outcomes } = await email.send({ ...message, to, recipientVisibility: 'shared' });
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'accepted']);
      expect(outcomes[0]?.error).toMatchObject({
        code: 'recipient-rejected',
        reason: 'unknown-user',
        providerCode: '5.1.1',
      });
      await expect(email.send({ ...message, to: 'unknown@example.com' })).rejects.toMatchObject({
        code: 'recipient-rejected',
        outcome: 'not-sent',
      });
    });

    it('E4: a mail over its SIZE is refused before MAIL', async () => {
      await using email = createClient();
      const content = new Uint8Array(maxMessageBytes);
      const attachments = [{ filename: 'a.bin', content }];
      await expect(
        email.send({ from: 'ann@acme.dev', to: 'bob@example.com', subject: '0', text: 'Hi', attachments }),
      ).rejects.toMatchObject({ code: 'payload-too-large', outcome: 'not-sent' });
    });

    it('E4: a bounce names the mail by its envelope id', async () => {
      const before = sink.messages.length;
      await using email = createClient();
      const { messageId = '' } = await email.send({
        from: 'ann@acme.dev',
        to: 'refused@example.com',
        subject: '0 Hi',
        text: 'Hi',
        providerOptions: { smtp: { dsn: { notify: ['failure'], return: 'headers' } } },
      });
      // Mails of the tests before may still be in its queue.
      const isReport = (text: string) => /^Content-Type: message\/delivery-status/im.test(text);
      const reports = () => sink.messages.slice(before).filter(isReport);
      await expect.poll(() => reports().length, { timeout: 60_000 }).toBeGreaterThan(0);
      const [report = ''] = reports();
      expect(report).toMatch(new RegExp(`^Original-Envelope-Id: ${messageId.slice(1, -1)}`, 'im'));
      expect(report).toMatch(/^Original-Recipient: rfc822; ?refused@example\.com/m);
    });

    it('verify() reports what it offers', async () => {
      await using email = createClient();
      const { isSecure, extensions } = await email.verify();
      expect(isSecure).toBe(false);
      expect(extensions).toEqual(
        expect.arrayContaining(['SIZE', 'PIPELINING', 'DSN', '8BITMIME', 'SMTPUTF8']),
      );
    });
  });
}
