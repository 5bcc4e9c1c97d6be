import { createEmailClient, type SendResult } from '@org/email';
import { plunk } from '@org/email/plunk';
import { smtp } from '@org/email/smtp';
import type { MailService } from '@org/sandbox';
import type { Narrator } from './narrator.ts';

const attachment = {
  filename: 'Übersicht 2026.csv',
  content: 'straße,länge\nGänsemarkt,120\n',
  contentType: 'text/csv',
};
const html = '<h1>Grüße aus Larkbridge</h1><p>Zwölf Brücken, drei davon für <b>Füße</b>. 橋 🌉</p>';
const text = 'Grüße aus Larkbridge\n\nZwölf Brücken, drei davon für Füße. 橋 🌉\n';

/** Mail over the HTTP API and the SMTP relay; templates and contacts. */
export async function emailChapter(mail: MailService, tell: Narrator): Promise<void> {
  tell.chapter('Email');
  await sendThroughApi(mail, tell);
  await sendThroughRelay(mail, tell);
}

async function sendThroughApi(mail: MailService, tell: Narrator): Promise<void> {
  await using email = createEmailClient({ driver: plunk({ apiKey: mail.apiKey, baseUrl: mail.apiUrl }) });
  const sent = await email.send({
    from: 'Ann Bäcker <ann@acme.dev>',
    to: 'Bob <bob@example.com>',
    subject: 'Grüße über die API 🌉',
    html,
    attachments: [attachment],
  });
  checkAccepted(tell, sent, 'the HTTP API');
  await checkArrived(mail, tell, 'api', { subject: 'Grüße über die API 🌉', html });

  const template = await email.templates.create({
    name: 'Welcome',
    subject: 'Welcome, {{firstName}}',
    html: '<p>Hello {{firstName}}, this is your town.</p>',
    from: 'ann@acme.dev',
  });
  const { contact } = await email.contacts.upsert({ email: 'zoe@example.com', fields: { firstName: 'Zoë' } });
  tell.check(
    template.id !== '' && contact?.email === 'zoe@example.com',
    'a template and a contact were created',
    contact?.email,
  );
  await email.send({
    from: 'ann@acme.dev',
    to: 'bob@example.com',
    template: { id: template.id, variables: { firstName: 'Bob' } },
  });
  const welcome = await mail.mailbox.waitFor(({ parsed }) => parsed.subject === 'Welcome, Bob');
  tell.check(
    welcome.parsed.html?.includes('Hello Bob') === true,
    'a mail was rendered from the template and its variables',
    welcome.parsed.subject,
  );
}

async function sendThroughRelay(mail: MailService, tell: Narrator): Promise<void> {
  await using email = createEmailClient({ driver: smtp(mail.smtp) });
  const sent = await email.send({
    from: 'Ann Bäcker <ann@acme.dev>',
    to: ['Bob <bob@example.com>', 'Zoë <zoe@example.com>'],
    subject: 'Grüße über das Relais 🌉',
    html,
    text,
    attachments: [attachment],
  });
  checkAccepted(tell, sent, 'the SMTP relay');
  await checkArrived(mail, tell, 'smtp', { subject: 'Grüße über das Relais 🌉', html, text });
}

function checkAccepted(tell: Narrator, sent: SendResult, transport: string): void {
  const accepted = sent.outcomes.filter(({ status }) => status === 'accepted').length;
  tell.check(
    accepted === sent.outcomes.length && accepted > 0,
    `${transport} accepted a mail`,
    `${accepted} of ${sent.outcomes.length} recipients`,
  );
}

interface Expected {
  readonly subject: string;
  readonly html: string;
  readonly text?: string;
}

async function checkArrived(
  mail: MailService,
  tell: Narrator,
  via: 'api' | 'smtp',
  expected: Expected,
): Promise<void> {
  const { parsed, raw } = await mail.mailbox.waitFor(
    (message) => message.via === via && message.parsed.subject === expected.subject,
  );
  const [file] = parsed.attachments;
  const sameFile =
    file?.filename === attachment.filename && new TextDecoder().decode(file.content) === attachment.content;
  const same =
    parsed.html?.trim() === expected.html &&
    (expected.text === undefined || parsed.text?.trim() === expected.text.trim());
  const parts =
    expected.text === undefined ? 'HTML, attachment and umlauts' : 'text, HTML, attachment and umlauts';
  tell.check(same && sameFile, `the mail arrived unchanged: ${parts}`, `${raw.byteLength} bytes of MIME`);
}
