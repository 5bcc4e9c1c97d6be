import PostalMime, { type Address } from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { parseMessage } from './parse-message.ts';

/** Another parser's reading of a message, in our words. */
async function readWithPostalMime(raw: Uint8Array) {
  const { headers, from, to = [], cc = [], replyTo = [], ...email } = await PostalMime.parse(raw);
  const flatten = ({ name, address, group }: Address) =>
    (group ?? [{ name, address }]).map((each) => ({ name: each.name, address: each.address ?? '' }));
  const tidy = (text: string | undefined) => text?.replace(/\r?\n$/, '');
  return {
    from: from && flatten(from)[0],
    to: to.flatMap(flatten),
    cc: cc.flatMap(flatten),
    replyTo: replyTo.flatMap(flatten),
    subject: email.subject,
    messageId: email.messageId,
    html: tidy(email.html),
    text: tidy(email.text),
    headers: headers.map(({ key, value }) => ({ name: key, value })),
    attachments: email.attachments.map(({ filename, mimeType, disposition, contentId, content }) => ({
      filename: filename ?? undefined,
      contentType: mimeType,
      disposition: disposition ?? undefined,
      contentId: contentId?.replace(/^<|>$/g, ''),
      content: new Uint8Array(content as ArrayBuffer),
    })),
    defect: undefined,
  };
}

const mixed = (...parts: readonly string[]) =>
  [
    'Content-Type: multipart/mixed; boundary="b 1"\n\npreamble\n',
    ...parts.map((part) => `--b 1\n${part}\n`),
    '--b 1--\nepilogue\n',
  ].join('');
const html = (text: string) => `Content-Type: text/html; charset=utf-8\n\n${text}`;

const messages: Readonly<Record<string, string>> = {
  'no content': '',
  'an empty line': '\n',
  'a header only': 'Subject: x',
  'no header': '\nbody',
  'folded headers': 'Subject: a\n  b\n\tc\nFrom: x@y.dev\n\nbody',
  'a name with a space before the colon': 'Subject : spaced\nX-A: 1\nx-a: 2\n\n',
  'a no-break space, which makes no From': '\u00a0From: evil@x.dev\nFrom: a@b.dev\n\n',
  'a byte-order mark, which makes no From': '\ufeffFrom: evil@x.dev\n\nx',
  'a bare CR in a header': 'Subject: a\rBcc: b\n\nx',
  'encoded words':
    'Subject: =?utf-8?q?=C3=A4_?= =?iso-8859-1?B?5A==?= c\nFrom: =?utf-8?b?w6Q=?= <a@b.dev>\n\n',
  'addresses with groups and comments':
    'From: "A (b)" <a@b.dev> (c)\nTo: G: a@b.dev, c@d.dev;, e@f.dev\nCc: x:;\n\n',
  'repeated address headers': 'To: a@b.dev\nTo: c@d.dev\nFrom: e@f.dev\nFrom: g@h.dev\n\n',
  'an empty address': 'From: <>\nTo:\nSubject:\n\n',
  'quoted-printable': 'Content-Transfer-Encoding: quoted-printable\n\n=C3=A4 a=\nb =3D=zz 3=\n',
  'an escape over a soft line break': 'Content-Transfer-Encoding: quoted-printable\n\n4=3=\nD=',
  'base64 with padded lines': 'Content-Transfer-Encoding: "base64"\n\naGk=\naG8=\n--\n',
  'a charset': 'Content-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: base64\n\n8NLJ18XU\n',
  'a code page': 'Content-Type: text/plain; charset=cp932\nContent-Transfer-Encoding: base64\n\nk/qWew==\n',
  'an unknown charset': 'Content-Type: text/plain; charset=none\nContent-Transfer-Encoding: base64\n\n5A==\n',
  'a type in capitals': 'Content-Type: TEXT/HTML (comment); Charset="UTF-8"\n\n<b>x</b>\n\n',
  'flowed text': 'Content-Type: text/plain; format=flowed\n\na \nb\n c\n-- \nd\n',
  'flowed text without its spaces': 'Content-Type: text/plain; format=flowed; delsp=yes\n\na \nb\n',
  'a calendar': mixed('\nSee:', 'Content-Type: text/calendar\n\nBEGIN:VCALENDAR\nEND:VCALENDAR\n'),
  'parts of one kind': mixed('\none', 'X-A: 1\n\ntwo\n'),
  'a part without headers and without a line': mixed('', '\nx'),
  'a boundary without an end': mixed('\none').replace(/--b 1--[\s\S]*/, ''),
  'a boundary with spaces behind it': mixed('\none').replace('--b 1--', '--b 1-- \t'),
  'a longer line than the boundary': mixed('\none\n--b 12\ntwo'),
  'no boundary': 'Content-Type: multipart/mixed\n\n--b\n\nx',
  'alternatives in mixed parts': mixed(
    `Content-Type: multipart/alternative; boundary=c\n\n--c\n\nplain\n--c\n${html('<i>rich</i>')}\n--c--`,
    `Content-Disposition: attachment; filename*0*=utf-8''%C3%A4; filename*1="b.txt"\n\nfile`,
    'Content-Type: image/png; name="=?utf-8?q?=C3=A4?="\nContent-ID: <a@b>\nContent-Disposition: INLINE\n\nx',
  ),
  'a part that its parent ends': mixed(
    'Content-Type: multipart/mixed; boundary=c\n\n--c\n\ninner',
    '\nouter',
  ),
  'a report': mixed(
    '\nIt bounced.',
    'Content-Type: message/delivery-status\n\nStatus: 5.1.1',
    'Content-Type: message/rfc822\n\nSubject: q\n\nold',
  ),
};

describe('parsing', () => {
  for (const [name, message] of Object.entries(messages))
    it(`reads ${name} as postal-mime does`, async () => {
      for (const source of [message, message.replaceAll('\n', '\r\n')]) {
        const raw = Buffer.from(source);
        expect(parseMessage(raw)).toEqual(await readWithPostalMime(raw));
      }
    });

  it('has each text in both forms, once a message has both', () => {
    const { text, html: rich } = parseMessage(Buffer.from(mixed('\na < b', html('<p>c</p>'))));
    expect(text).toBe('a < b\n\nc');
    expect(rich).toBe('<div>a &lt; b</div>\n<p>c</p>');
  });

  it('keeps a message in a message as a file', () => {
    const { text, attachments } = parseMessage(
      Buffer.from(mixed('\nLook:', 'Content-Type: message/rfc822\n\nSubject: q\n\nold')),
    );
    expect(text).toBe('Look:');
    expect(attachments).toMatchObject([{ contentType: 'message/rfc822' }]);
    expect(Buffer.from(attachments[0]?.content ?? []).toString()).toBe('Subject: q\n\nold\n');
  });

  it('S4: says what is wrong with too large headers, and too many or too deep parts', () => {
    expect(parseMessage(Buffer.from(`X: ${'x'.repeat(600_000)}`)).defect).toContain('headers');
    expect(parseMessage(Buffer.from(mixed(...Array.from({ length: 10_000 }, () => '')))).defect).toContain(
      'parts',
    );
    const nested = Array.from(
      { length: 66 },
      (_, at) => `Content-Type: multipart/mixed; boundary=${at}\n\n--${at}\n`,
    );
    expect(parseMessage(Buffer.from(nested.join(''))).defect).toContain('nesting');
  });

  const hostile: Readonly<Record<string, string>> = {
    'parts without content': mixed().replace('--b 1--', '--b 1\n'.repeat(40_000)),
    'lines that begin as the boundary': mixed(`\n${'--b 1 x\n'.repeat(40_000)}`),
    'parts that have a boundary of their own': mixed(
      ...Array.from({ length: 5000 }, (_, at) => `Content-Type: multipart/mixed; boundary=c${at}\n\nx`),
    ),
    'equals signs': `Content-Transfer-Encoding: quoted-printable\n\n${'='.repeat(200_000)}`,
    padding: `Content-Transfer-Encoding: base64\n\n${'a='.repeat(100_000)}`,
    'carriage returns': `Subject: x\n\n${'\r'.repeat(200_000)}`,
  };
  for (const [name, message] of Object.entries(hostile))
    it(`P6: reads 200 kB of ${name} in less than 2 s`, () => {
      const before = process.threadCpuUsage();
      parseMessage(Buffer.from(message));
      const { user, system } = process.threadCpuUsage(before);
      expect((user + system) / 1_000).toBeLessThan(2_000);
    });
});
