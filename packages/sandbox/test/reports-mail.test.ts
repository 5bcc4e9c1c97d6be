// Public reports of tools like the sandbox about the looks of a mail, tried here: `reports.md` names each.
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { talk } from './mail-smtp-bench.ts';
import { picture, startMailpit } from './mailpit/mailpit-sandbox.ts';

let pit: Awaited<ReturnType<typeof startMailpit>>;
beforeAll(async () => {
  pit = await startMailpit();
});
beforeEach(() => pit.mailbox.clear());
afterAll(() => pit.close());

/** Sends lines as they are, over SMTP. */
async function deliver(...lines: readonly string[]) {
  await pit.send({ envelope: { from: 'ann@acme.dev', to: 'bob@example.com' }, raw: lines.join('\r\n') });
  const { json } = await pit.ask('GET', '/api/v1/message/latest');
  const { text: html } = await pit.ask('GET', '/view/latest.html');
  return { ...json, html };
}

const counted = async (query: string) =>
  (await pit.ask('GET', `/api/v1/search?query=${encodeURIComponent(query)}`)).json.messages_count;

const part = (headers: readonly string[], body: string) => ['--b', ...headers, '', body];
const multi = (kind: string, ...parts: readonly (readonly string[])[]) => [
  ...['Subject: Hi', 'MIME-Version: 1.0', `Content-Type: multipart/${kind}; boundary=b`, ''],
  ...parts.flat(),
  '--b--',
];
const png = picture.toString('base64');
const base64 = 'Content-Transfer-Encoding: base64';

describe('a header', () => {
  it.each([
    ['maildev #148', 'From: <John Do>noreply@acme.dev'],
    ['libmailslurper #3', 'X-None: 1'],
  ])('that is malformed or missing hides no mail (%s)', async (_report, line) => {
    const { ID, Subject, Text } = await deliver(line, 'To: bob@example.com', '', 'Hello');
    expect({ Subject, Text: Text.trim() }).toEqual({ Subject: '', Text: 'Hello' });
    const { json } = await pit.ask('GET', '/api/v1/messages');
    expect(json.messages).toMatchObject([{ ID }]);
  });

  it.each([
    ['MailHog #4', '=?utf8?B?SMOkbGxv?=', 'Hällo'],
    ['MailHog #46', '=?utf-8?q?I=27some_test?=', "I'some test"],
    ['MailHog #282', '=?us-ascii?Q?webp_?=  =?us-ascii?Q?test?=', 'webp test'],
    ['MailHog #176', '=?ISO-8859-1?Q?Val=E9rie?=', 'Valérie'],
    ['mailpit #413', '=?us-ascii?Q?Oracle=3F=3F?=', 'Oracle??'],
    ['mailpit #413', '=?gbk?B?xOO6ww==?=', '你好'],
  ])('is decoded, and found by its words (%s, %s)', async (_report, encoded, decoded) => {
    const name = `${encoded} <bob@example.com>`;
    const { Subject, To } = await deliver(`Subject: ${encoded}`, `To: ${name}`, '', 'Hello');
    expect([Subject, To]).toEqual([decoded, [{ Name: decoded, Address: 'bob@example.com' }]]);
    // MailHog #107: a search compares the encoded subject.
    expect(await counted(`subject:"${decoded}"`)).toBe(1);
  });
});

describe('the content of a mail', () => {
  it('of one part in base64 is decoded (MailHog #457)', async () => {
    const { Text } = await deliver(
      ...['Subject: Hi', 'content-type: text/plain; charset=utf-8', 'content-transfer-encoding: base64', ''],
      Buffer.from('System: null\r\nDatabase: null\r\n').toString('base64'),
    );
    expect(Text.trim().split(/\r?\n/)).toEqual(['System: null', 'Database: null']);
  });

  it('keeps the underscores of quoted-printable (MailHog #50)', async () => {
    const { HTML } = await deliver(
      ...['Subject: Hi', 'Content-Type: text/html; charset=utf-8'],
      ...[
        'Content-Transfer-Encoding: quoted-printable',
        '',
        '<a href=3D"http://acme=',
        '.dev/change_password/13">x</a>',
      ],
    );
    expect(HTML).toContain('<a href="http://acme.dev/change_password/13">x</a>');
  });

  it('has both alternatives in 8bit, behind a preamble (MailHog #126)', async () => {
    const type = (form: string) => [
      `Content-Type: text/${form}; charset=utf-8`,
      'Content-Transfer-Encoding: 8bit',
    ];
    const [head = [], ...rest] = [
      multi('alternative').slice(0, 4),
      part(type('plain'), 'афыва'),
      part(type('html'), '<b>афыва</b>'),
    ];
    const { Text, HTML } = await deliver(
      ...head,
      'This is a multi-part message in MIME format.',
      '',
      ...rest.flat(),
      '--b--',
    );
    expect([Text.trim(), HTML.trim()]).toEqual(['афыва', '<b>афыва</b>']);
  });

  it('is read although the whole mail names an encoding (MailHog #238)', async () => {
    const body = Buffer.from('<p>Low Stock</p>').toString('base64');
    const { HTML } = await deliver(
      'Content-Disposition: inline',
      'Content-Transfer-Encoding: quoted-printable',
      ...multi('mixed', part(['Content-Type: text/html', base64], body)),
    );
    expect(HTML.trim()).toBe('<p>Low Stock</p>');
  });

  it('without an empty line before it has the limit of headers (mikel/mail #205)', async () => {
    const { ID } = await deliver('Subject: Hi', ...Array.from({ length: 20_000 }, () => png));
    expect(pit.mailbox.get(ID)?.parsed.defect).toMatch(/headers are larger than/);
    const short = await deliver('Subject: Short', ...Array.from({ length: 2000 }, () => png));
    expect(short.Subject).toBe('Short');
    expect(await counted('subject:short')).toBe(1);
  });
});

describe('a file', () => {
  it.each([
    [
      'smtp4dev #113',
      'application/octet-stream; name="Achzet, , Jeannette_364524.pdf"',
      'attachment',
      'Achzet, , Jeannette_364524.pdf',
    ],
    ['smtp4dev #427', 'text/csv; name=report.csv', 'attachment', 'report.csv'],
    ['smtp4dev #2008', 'text/csv', 'attachment; filename="a b.csv"', 'a b.csv'],
  ])('is saved under its name (%s)', async (_report, type, disposition, name) => {
    const headers = [`Content-Type: ${type}`, `Content-Disposition: ${disposition}`, base64];
    const { ID, Attachments } = await deliver(
      ...multi('mixed', part(['Content-Type: text/plain'], 'Hi'), part(headers, btoa('1,2'))),
    );
    expect(Attachments).toMatchObject([{ FileName: name, Size: 3 }]);
    const { headers: answer } = await pit.ask('GET', `/api/v1/message/${ID}/part/${Attachments[0].PartID}`);
    expect(answer.get('content-disposition')).toContain(encodeURIComponent(name).replaceAll("'", '%27'));
  });

  it('that is the whole mail is a file (postal #2727)', async () => {
    const { Attachments } = await deliver(
      ...[
        'Subject: Hi',
        'Content-Type: application/pdf; name=a.pdf',
        'Content-Disposition: attachment; filename=a.pdf',
      ],
      ...[base64, '', btoa('PDF')],
    );
    expect(Attachments).toMatchObject([{ FileName: 'a.pdf', ContentType: 'application/pdf', Size: 3 }]);
  });

  it('is a file beside HTML with a type of its own (mailcatcher #468)', async () => {
    const html = part(['Content-Type: text/html; charset=UTF-8'], '<p>Hi</p>');
    const { HTML, Attachments } = await deliver(
      ...multi(
        'mixed',
        html,
        part(['Content-Type: text/csv; name=a.csv', 'Content-Disposition: attachment', base64], btoa('1')),
      ),
    );
    expect([HTML.trim(), Attachments.length]).toEqual(['<p>Hi</p>', 1]);
  });
});

describe('a picture of the HTML is shown', () => {
  const disposition = (kind: string) => `Content-Disposition: ${kind}; filename=a.png`;
  const id = (text: string) => `Content-ID: <${text}>`;
  it.each([
    ['maildev #69', 'a1', [id('a1')]],
    ['mailpit #589', '8547-74ca@834353be', [disposition('attachment'), id('8547-74ca@834353be')]],
    ['mailcrab #62', '0348@symfony', [`${disposition('inline')}; name="0348@symfony"`, id('0348@symfony')]],
    ['mailcrab #105, sparkpost_rails #51', 'cid:a1@acme.dev', [disposition('inline'), id('cid:a1@acme.dev')]],
  ])('%s: cid:%s', async (_report, cid, headers) => {
    const html = part(['Content-Type: text/html'], `<p><img src="cid:${cid}"></p>`);
    const { html: shown } = await deliver(
      ...multi('related', html, part(['Content-Type: image/png', base64, ...headers], png)),
    );
    const [, source = ''] = /<img[^>]* src="([^"]+)"/.exec(shown) ?? [];
    expect(source).not.toContain('cid:');
    const bytes = source.startsWith('data:')
      ? Buffer.from(source.slice(source.indexOf(',') + 1), 'base64')
      : Buffer.from(await (await fetch(new URL(source.replaceAll('&amp;', '&'), pit.origin))).arrayBuffer());
    expect(bytes.equals(picture)).toBe(true);
  });
});

describe('a login', () => {
  it('without user and password is one of those that are accepted (mailcrab #117)', async () => {
    const service = pit.sandbox.mail;
    if (service === undefined) throw new Error('The mail service is not running.');
    const lines = ['EHLO a', 'AUTH PLAIN AAA=', 'MAIL FROM:<a@b.dev>', 'RCPT TO:<c@d.dev>', 'RSET', 'QUIT'];
    const replies = await talk(
      service,
      lines.map((line) => `${line}\r\n`),
    );
    expect(replies.map((reply) => reply.slice(0, 3))).toEqual([
      '220',
      '250',
      '235',
      '250',
      '250',
      '250',
      '221',
    ]);
    // smtp4dev #852: a client would choose CRAM-MD5, which needs the password in clear at the server.
    expect(replies[1]).toMatch(/^250-AUTH PLAIN LOGIN\r$/m);
  });

  const smtp = () => pit.sandbox.mail?.smtp ?? { host: '', port: 0, user: '', password: '' };
  it.each(['PLAIN', 'LOGIN'])(
    'by %s with the right password is accepted with --strict (smtp4dev #1515)',
    async (authMethod) => {
      const strict = await startMailpit({ strict: true });
      const { host, port, user, password } = strict.sandbox.mail?.smtp ?? smtp();
      const send = async (pass: string) => {
        const transport = createTransport({ host, port, ignoreTLS: true, auth: { user, pass }, authMethod });
        const mail = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hi' };
        return transport.sendMail(mail).finally(() => transport.close());
      };
      await expect(send('another')).rejects.toMatchObject({ responseCode: 535 });
      await expect(send(password)).resolves.toMatchObject({ accepted: ['bob@example.com'] });
      await strict.close();
    },
  );
});
