// Public reports about names of people and files in written mail, each tried on ours. `reports.md` has them
// in words.
import { createEmailClient, type EmailMessage } from '@org/email';
import { parseMail } from '@org/email/inbound';
import { smtp } from '@org/email/smtp';
import { describe, expect, it } from 'vitest';

const base = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hello' } as const;
const email = createEmailClient({ driver: smtp({ host: 'mail.acme.dev' }) });

async function write(fields: object) {
  const { raw } = await email.preview({ ...base, ...fields } as EmailMessage);
  const text = Buffer.from(raw).toString('latin1');
  return { text, parsed: await parseMail(raw) };
}

const long = `${'0123456789'.repeat(6)}01@example.org`;
const names = [
  'ä',
  'דבלופמנט ישראל',
  'asd 力館必  asd レヱス asd  αμετ',
  'Support (Billing)',
  'Doe, Jane',
  'a "b" \\c; d: <e> f@g.dev',
  '名'.repeat(84),
  'Ä'.repeat(100),
];

describe('names of people', () => {
  it.each([
    ['TRC-Loop/Pelton/pull/314', names.slice(3, 6)],
    ['nodemailer/mailcomposer/pull/38', names.slice(1, 2)],
    ['cyrusimap/cyrus-imapd/issues/2293', names.slice(2, 3)],
    ['vert-x3/vertx-mail-client/pull/216', names.slice(6)],
  ])('%s', async (_report, each) => {
    for (const name of each) {
      const { text, parsed } = await write({ from: { name, address: 'ann@acme.dev' } });
      expect(parsed.from).toMatchObject({ name, address: 'ann@acme.dev' });
      expect(text).not.toMatch(/"=\?/);
    }
  });

  it.each([
    ['python/cpython/issues/100884', [{ address: long }, { name: 'ä', address: 'foo@example.org' }]],
    [
      'PHPMailer/PHPMailer/issues/2690',
      Array.from({ length: 60 }, (_, at) => ({
        name: `Bob, ${names[at % 8]}`.slice(0, 60),
        address: `b${at}@x.dev`,
      })),
    ],
  ])('%s', async (_report, cc) => {
    const { text, parsed } = await write({ cc });
    expect(parsed.cc).toMatchObject(cc);
    const head = text.slice(0, text.indexOf('\r\n\r\n')).split('\r\n');
    expect(head.filter((line) => line.length > 78 && line.split('@').length > 2)).toEqual([]);
    expect(text).not.toMatch(/=2C/i);
  });
});

describe('names of files', () => {
  it.each([
    ['nodemailer/nodemailer/issues/579', `${'Ɣ------'.repeat(7)}.pdf`],
    ['mailvelope/mailvelope/issues/845', 'Verpflichtungserklärung (signed).txt'],
    ['mailvelope/mailvelope/issues/845', 'Test äöüß.txt'],
    ['sendgrid/sendgrid-nodejs/issues/941', 'Übersicht für März.pdf'],
    ['symfony/symfony/issues/42586', 'Confirmación cliente.pdf'],
    ['sendgrid/sendgrid-java/issues/90', '意_hello_字.jpg'],
  ])('%s: %s', async (_report, filename) => {
    const { parsed } = await write({ attachments: [{ filename, content: 'x' }] });
    expect(parsed.attachments.map((each) => each.filename)).toEqual([filename]);
  });
});
