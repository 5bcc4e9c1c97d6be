// Public reports about what composers write, each tried on ours. `reports.md` has them in words.
import { createEmailClient, type EmailMessage } from '@org/email';
import { smtp } from '@org/email/smtp';
import { describe, expect, it } from 'vitest';
import { type ParsedMessage, parseMessage } from '../../sandbox/src/mail/message/parse-message.ts';

const base = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hello' } as const;
const email = createEmailClient({ driver: smtp({ host: 'mail.acme.dev' }) });

interface Mail {
  readonly raw: string;
  readonly head: string;
  readonly body: string;
  readonly parsed: ParsedMessage;
}

async function write(fields: object): Promise<Mail> {
  const { raw } = await email.preview({ ...base, ...fields } as EmailMessage);
  const text = Buffer.from(raw).toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  return { raw: text, head: text.slice(0, end), body: text.slice(end + 4), parsed: parseMessage(raw) };
}

/** The lines of a field, without its name. */
function field({ head }: Mail, name: string): string | undefined {
  const found = head.split(/\r\n(?![ \t])/).find((each) => each.startsWith(`${name}:`));
  return found?.slice(name.length + 1);
}

type Row = readonly [address: string, fields: object, check: (mail: Mail) => void];

const event = 'BEGIN:VCALENDAR\r\nSUMMARY:Grüße 📐\r\nEND:VCALENDAR';
const invite = { filename: 'invite.ics', content: event };
const unsubscribe = `https://acme.dev/unsubscribe/${'x'.repeat(90)}`;
const bytes = Uint8Array.from({ length: 3_000 }, (_, at) => (at * 7) % 256);
const outside = 'Prüfbericht "Q1".pdf';
const inner = Buffer.from('Subject: x\r\n\r\nHello\r\n');

const charsets: readonly Row[] = [
  [
    'nextcloud/server/issues/53811',
    { alternatives: [{ contentType: 'text/calendar; method=REQUEST', content: event }] },
    ({ raw }) => expect(raw).toContain('Content-Type: text/calendar; method=REQUEST; charset=utf-8\r\n'),
  ],
  [
    'nodemailer/nodemailer/issues/1615',
    { attachments: [{ ...invite, contentType: 'text/calendar; method=REQUEST' }] },
    ({ raw }) => expect(raw).toContain('text/calendar; method=REQUEST; charset=utf-8;\r\n name="invite.ics"'),
  ],
  [
    'usnistgov/NEMO/pull/138',
    { attachments: [invite] },
    ({ raw, parsed }) => {
      expect(raw).toContain('text/calendar; charset=utf-8;');
      expect(Buffer.from(parsed.attachments[0]?.content ?? []).toString()).toBe(event);
    },
  ],
];

const isShort = (mail: Mail) => {
  const lengths = mail.raw.split('\r\n').map((line) => line.length);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(78);
};

const headers: readonly Row[] = [
  [
    'jstedfast/MimeKit/issues/236',
    { listUnsubscribe: { url: unsubscribe } },
    (mail) => expect(field(mail, 'List-Unsubscribe')).toBe(` <${unsubscribe}>`),
  ],
  [
    'jstedfast/MimeKit/issues/260',
    { headers: { 'List-Unsubscribe': `<mailto:out@acme.dev>,<${unsubscribe}>` } },
    (mail) => expect(field(mail, 'List-Unsubscribe')).toBe(` <mailto:out@acme.dev>,<${unsubscribe}>`),
  ],
  [
    'jstedfast/MimeKit/issues/479',
    { headers: { 'In-Reply-To': `<${'A'.repeat(80)}@acme.dev>` } },
    (mail) => expect(field(mail, 'In-Reply-To')).toBe(` <${'A'.repeat(80)}@acme.dev>`),
  ],
  [
    'jstedfast/MimeKit/issues/783',
    { subject: 'No polish characters Podziękowanie' },
    (mail) => {
      expect(field(mail, 'Subject')).toMatch(/^ (?:=\?UTF-8\?B\?[^?]+\?=(?:\r\n | )?)+$/);
      expect(mail.parsed.subject).toBe('No polish characters Podziękowanie');
    },
  ],
  [
    'PHPMailer/PHPMailer/issues/1525',
    { subject: 'a'.repeat(990) },
    ({ parsed }) => expect(parsed.subject).toBe('a'.repeat(990)),
  ],
  [
    'PHPMailer/PHPMailer/issues/2312',
    { headers: { 'List-Id': `<${'be1115d2-'.repeat(12)}list.acme.dev>` } },
    (mail) => expect(field(mail, 'List-Id')).toBe(` <${'be1115d2-'.repeat(12)}list.acme.dev>`),
  ],
  [
    'emersion/go-message/issues/54',
    { subject: `🎟 ${'Test folding of subject header '.repeat(5)}end` },
    (mail) => {
      expect(field(mail, 'Subject')).not.toMatch(/=\?[^?]*\?[^?]*\?[^?]*\s[^?]*\?=/);
      expect(mail.parsed.subject).toBe(`🎟 ${'Test folding of subject header '.repeat(5)}end`);
    },
  ],
  [
    'muratgozel/MIMEText/issues/53',
    { subject: 'ü'.repeat(200) },
    (mail) => {
      for (const word of field(mail, 'Subject')?.trim().split(/\s+/) ?? [])
        expect(word.length).toBeLessThanOrEqual(75);
    },
  ],
  [
    'productdevbook/unemail/issues/121',
    { subject: 'Zusammenfassung Ihrer Bestellung — '.repeat(15) },
    isShort,
  ],
];

const ids = Array.from({ length: 40 }, (_, at) => `<${'AAAA'.repeat(8)}${at}@example.com>`).join(' ');
const references: readonly Row[] = [
  'grommunio/gromox/issues/360',
  'djcb/mu/issues/859',
  'floatpane/matcha/issues/1115',
  // No fold before the first id.
  'jstedfast/gmime/pull/113',
].map((address) => [
  address,
  { headers: { References: ids } },
  (mail) => {
    isShort(mail);
    expect(field(mail, 'References')).toMatch(/^ </);
    expect(field(mail, 'References')?.replaceAll('\r\n', '').trim()).toBe(ids);
  },
]);

const names: readonly Row[] = [
  ['jstedfast/MimeKit/issues/1093', 'Département Formation, Recherche et Développement'],
  ['jstedfast/MimeKit/issues/170', 'Fotololo.ru - Интернет магазин'],
  ['odoo/odoo/pull/51985', 'Doé, John'],
  ['mikel/mail/pull/301', 'Marc André'],
  ['cypht-org/cypht/issues/238', 'Kovács Béla | Company Co.'],
  ['dust-tt/dust/pull/28587', 'Zoë "Z" (x)'],
].map(([address = '', name = '']) => [
  address,
  { from: { name, address: 'ann@acme.dev' } },
  (mail) => {
    expect(field(mail, 'From')).toMatch(
      /^ =\?UTF-8\?B\?[^?]+\?=(?:\s+=\?UTF-8\?B\?[^?]+\?=)*\s+<ann@acme\.dev>$/,
    );
    expect(mail.parsed.from).toEqual({ name, address: 'ann@acme.dev' });
  },
]);

/** No line break or space that a server may change on the way, after the signature. */
const isStable = ({ body }: Mail) => expect(body).not.toMatch(/\r(?!\n)|(?<!\r)\n|[ \t\f]\r\n|\f/);

const bodies: readonly Row[] = [
  ['PHPMailer/PHPMailer/issues/2837', { text: 'Hello  \r\nBob ' }, isStable],
  ['jstedfast/MimeKit/issues/187', { text: 'Hello!\r\n  \r\n\r\n' }, isStable],
  ['postalsys/mailauth/issues/17', { text: 'Hello\r\n\r\n\t\r\n\r\n' }, isStable],
  ['haraka/Haraka/issues/2856', { text: 'one\ntwo\r\nthree\rfour' }, isStable],
  ['poolpOrg/filter-rspamd/issues/42', { text: 'a\fb \n' }, isStable],
  ['swoosh/swoosh/issues/594', { text: 'x'.repeat(5_000), html: `<p>${'y'.repeat(5_000)}</p>` }, isShort],
  [
    'snoyberg/mime-mail/issues/13',
    { html: '<p style="color: red">größer = besser</p> '.repeat(40) },
    isShort,
  ],
];

const order = ({ raw }: Mail) => [...raw.matchAll(/Content-Type: (text\/[\w-]+)/g)].map(([, type]) => type);

/** The types of the parts in their order, each with its depth. */
function structure({ raw }: Mail): readonly string[] {
  const open: string[] = [];
  return [...raw.matchAll(/^--(\S+?)(--)?\r\n|^Content-Type: ([\w/-]+)/gm)].flatMap(
    ([, mark = '', end, type]) => {
      if (type !== undefined) return `${open.length} ${type}`;
      if (end !== undefined) open.pop();
      else if (open.at(-1) !== mark) open.push(mark);
      return [];
    },
  );
}

const beside: readonly Row[] = [
  'bcit-ci/CodeIgniter/issues/4583',
  'nodemailer/nodemailer/issues/439',
  'nodemailer/nodemailer/issues/642',
  'roundcube/roundcubemail/issues/5905',
].map((address) => [
  address,
  {
    html: '<img src="cid:logo">',
    attachments: [
      { filename: 'report.pdf', content: 'x' },
      { filename: 'logo.png', content: 'x', contentId: 'logo' },
    ],
  },
  (mail) =>
    expect(structure(mail)).toEqual([
      '0 multipart/mixed',
      '1 multipart/alternative',
      '2 text/plain',
      '2 multipart/related',
      '3 text/html',
      '3 image/png',
      '1 application/pdf',
    ]),
]);

const files: readonly Row[] = [
  [
    'swiftmailer/swiftmailer/issues/1229',
    { html: '<p>Hi</p>', alternatives: [{ contentType: 'text/x-amp-html', content: '<html ⚡4email>' }] },
    (mail) => expect(order(mail)).toEqual(['text/plain', 'text/x-amp-html', 'text/html']),
  ],
  [
    'zbateson/mail-mime-parser/issues/170',
    { html: '<p>Hi</p>' },
    (mail) => expect(order(mail)).toEqual(['text/plain', 'text/html']),
  ],
  [
    'mikel/mail/issues/988',
    { attachments: [{ filename: 'a.pdf', contentBase64: Buffer.from(bytes).toString('base64') }] },
    ({ parsed }) => expect(parsed.attachments[0]?.content).toEqual(bytes),
  ],
  [
    'mikel/mail/issues/1241',
    { attachments: [{ filename: 'a.jpg', content: Buffer.from('a\nb\r\nc\rd') }] },
    ({ parsed }) =>
      expect(Buffer.from(parsed.attachments[0]?.content ?? [])).toEqual(Buffer.from('a\nb\r\nc\rd')),
  ],
  [
    'sup-heliotrope/sup/issues/489',
    { attachments: [{ filename: 'a.html', content: '1 '.repeat(5_000) }] },
    isShort,
  ],
  ['chatmail/core/issues/1009', { attachments: [{ filename: 'avatar.png', content: bytes }] }, isShort],
  ...['mikel/mail/pull/1106', 'odoo/odoo/pull/194988', 'nodemailer/nodemailer/issues/1673'].map(
    (address): Row => [
      address,
      { attachments: [{ filename: 'a.eml', contentType: 'message/rfc822', content: inner }] },
      ({ raw }) => expect(raw).toContain(`Content-Transfer-Encoding: 7bit\r\n\r\n${inner}`),
    ],
  ),
  ...[
    'cakephp/cakephp/issues/13854',
    'taylorwilsdon/google_workspace_mcp/pull/502',
    'dart-mailer/mailer/pull/207',
  ].map(
    (address): Row => [
      address,
      { attachments: [{ filename: outside, content: 'x' }] },
      ({ raw, parsed }) => {
        expect(raw).toContain(
          "Content-Disposition: attachment;\r\n filename*=UTF-8''Pr%C3%BCfbericht%20%22Q1%22.pdf",
        );
        expect(parsed.attachments[0]?.filename).toBe(outside);
      },
    ],
  ),
];

describe.each([
  ['charsets', charsets],
  ['header fields', [...headers, ...references]],
  ['names', names],
  ['bodies and signatures', bodies],
  ['parts and files', [...files, ...beside]],
])('reports about %s', (_about, rows) => {
  it.each(rows)('%s', async (_address, fields, check) => {
    expect.hasAssertions();
    check(await write(fields));
  });
});
