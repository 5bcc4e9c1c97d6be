import { createEmailClient, type EmailMessage } from '@org/email';
import { type SmtpOptions, smtp } from '@org/email/smtp';
import { describe, expect, it } from 'vitest';
import { createSmtpStage, message } from './smtp-stage.ts';

const { start, running } = createSmtpStage();

/** The preset's relay, played by the scripted server: only address and TLS differ. */
async function startAs(preset: string, script = {}) {
  const server = await start(script);
  const place = { host: '127.0.0.1', port: server.port, secure: false, requireTls: false };
  const region = preset === 'ses' ? 'eu-west-1' : undefined;
  // The presets whose account has a user name of its own.
  const user = ['ses', 'mailjet', 'brevo', 'mailgun'].includes(preset) ? 'account' : undefined;
  const driver = smtp({ preset, password: 'key', region, user, ...place } as SmtpOptions);
  const email = createEmailClient({ driver, retry: false });
  running.push(email);
  return { server, email };
}

const plain = (user: string, password: string) =>
  `AUTH PLAIN ${Buffer.from(`\0${user}\0${password}`).toString('base64')}`;

describe('the relay of a service', () => {
  it.each([
    ['plunk', 'plunk'],
    ['sendgrid', 'apikey'],
    ['resend', 'resend'],
    ['postmark', 'key'],
  ])('%s: signs in as %s', async (preset, user) => {
    const { server, email } = await startAs(preset);
    await email.send({ ...message, to: 'bob@example.com' });
    expect(server.lines).toContain(plain(user, 'key'));
  });

  it('resend recognises a repeated mail by a header', async () => {
    const { server, email } = await startAs('resend');
    const { lossy } = await email.send(message, { idempotencyKey: 'order-7', onLossy: 'error' });
    expect(server.messages[0]).toMatch(/^Resend-Idempotency-Key: order-7-\S+\r$/m);
    expect(lossy).toEqual([]);
  });

  it('other relays have no such header, and the result says so', async () => {
    const { server, email } = await startAs('sendgrid');
    const { lossy } = await email.send(message, { idempotencyKey: 'order-7' });
    expect(server.messages[0]).not.toMatch(/Idempotency/i);
    expect(lossy.map(({ field }) => field)).toEqual(['idempotencyKey']);
  });
});

describe("Plunk's relay, which loses parts of a mail", () => {
  it.each<[string, object, string]>([
    ['cc', { cc: 'cat@example.com' }, 'cc'],
    ['bcc', { bcc: 'cat@example.com' }, 'bcc'],
    ['text next to HTML', { html: '<p>Hi</p>' }, 'text'],
    ['an own Message-ID', { messageId: 'a@acme.dev' }, 'messageId'],
    ['a reverse path', { envelopeFrom: 'bounce@acme.dev' }, 'envelopeFrom'],
    ['a sender', { sender: 'desk@acme.dev' }, 'sender'],
    ['a calendar', { alternatives: [{ contentType: 'text/calendar', content: 'x' }] }, 'alternatives'],
    ['several reply addresses', { replyTo: ['a@acme.dev', 'b@acme.dev'] }, 'replyTo'],
    [
      'an inline image',
      { attachments: [{ filename: 'a.png', content: 'x', disposition: 'inline', contentId: 'a' }] },
      'attachments[0]',
    ],
    [
      'a shared mail',
      { to: ['a@example.com', 'b@example.com'], recipientVisibility: 'shared' },
      'recipientVisibility',
    ],
  ])('%s is refused before anything connects', async (_, fields, path) => {
    const { server, email } = await startAs('plunk');
    await expect(email.send({ ...message, ...fields } as EmailMessage)).rejects.toMatchObject({
      code: 'unsupported',
      outcome: 'not-sent',
      issues: [expect.objectContaining({ path })],
    });
    expect(server.connections).toBe(0);
  });

  it('allowed losses are listed: copies become separate mails', async () => {
    const { server, email } = await startAs('plunk');
    const fields = { html: '<p>Hi</p>', cc: 'cat@example.com' };
    const { lossy, outcomes } = await email.send({ ...message, ...fields }, { onLossy: 'allow' });
    expect(lossy.map(({ field, action }) => `${field} ${action}`)).toEqual(['cc merged', 'text dropped']);
    expect(outcomes.map(({ recipient }) => recipient)).toEqual(['bob@example.com', 'cat@example.com']);
    expect(server.messages.map((raw) => /^To: (.*)\r$/m.exec(raw)?.[1])).toEqual([
      'bob@example.com',
      'cat@example.com',
    ]);
  });

  it('text alone, and HTML alone, are no loss; there is no id, because Plunk replaces it', async () => {
    const { email } = await startAs('plunk');
    for (const content of [{ text: 'Hi' }, { html: '<p>Hi</p>', text: undefined }]) {
      const result = await email.send({ ...message, ...content } as EmailMessage);
      expect([result.lossy, result.messageId]).toEqual([[], undefined]);
    }
  });

  it('more than 10 MiB are refused, also where the relay announces no SIZE', async () => {
    const { server, email } = await startAs('plunk');
    const attachments = [{ filename: 'a.bin', content: new Uint8Array(8_000_000) }];
    await expect(email.send({ ...message, attachments })).rejects.toMatchObject({
      code: 'payload-too-large',
    });
    expect(server.messages).toEqual([]);
  });
});

describe('the id of a mail through a relay', () => {
  const own = 'own@acme.dev';
  const uuid = '3f9c2b1e-7a44-4d0b-9c55-0e6f1a2b3c4d';
  const ses = '0100018b5c3c0a4f-5e2c1d34-0000-4b1f-9d0e-1c2b3a4d5e6f-000000';

  // The replies have the shapes that others saw, with our own ids. Brevo's and Mailgun's webhooks have the
  // id without angle brackets, as their drivers report it.
  it.each<[preset: string, reply: string, id: string | undefined, source: string]>([
    ['ses', `250 Ok ${ses}`, ses, 'Amazon SES Developer Guide, 2022'],
    [
      'sendgrid',
      '250 Ok: queued as aBcDeFgHiJkLmNoPqRsTuV',
      'aBcDeFgHiJkLmNoPqRsTuV',
      'sendgrid/docs #2638, 2017',
    ],
    ['mailjet', `250 OK queued as ${uuid}`, uuid, 'PHPMailer #2578, 2021'],
    [
      'mailjet',
      '250 2.0.0 Ok: queued as 0C0151AC06F9',
      `<${own}>`,
      'a guide to Postfix and Mailjet, undated',
    ],
    ['brevo', `250 2.0.0 OK: queued as <${own}>`, own, 'a Zimbra log, 2026'],
    ['mailgun', '250 Queued. Thank you.', own, 'a guide to Postfix and Mailgun, 2026'],
    ['resend', `250 ${uuid}`, uuid, 'guides to Postfix and Resend: `250 <resend-message-id>`, read in 2026'],
    ['resend', '250 2.0.0 Ok: queued', `<${own}>`, 'made up here: no id'],
    ['plunk', '250 OK: message queued', undefined, "source of Plunk's relay, 2026"],
  ])("%s, '%s': %s", async (preset, reply, id) => {
    const { email } = await startAs(preset, { acts: { final: reply } });
    const { messageId, response } = await email.send(
      preset === 'plunk' ? message : { ...message, messageId: own },
    );
    expect(messageId).toBe(id);
    expect(response).toMatch(/^250 /);
  });
});
