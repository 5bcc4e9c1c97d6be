import { InvalidInputError } from '@org/email';
import { type InboundMail, parseMail } from '@org/email/inbound';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

/** A mail, or the one error that a mail may cause. */
async function read(raw: string | Uint8Array): Promise<InboundMail | InvalidInputError> {
  try {
    return await parseMail(raw);
  } catch (error) {
    if (InvalidInputError.isInstance(error)) return error as InvalidInputError;
    throw error;
  }
}

const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0) & 0xff);

/** What every mail has, however it was written. */
async function expectWhole(mail: InboundMail | InvalidInputError): Promise<void> {
  if (mail instanceof Error) return;
  expect(mail.headers.every(({ name, value }) => !/[\r\n]/.test(name + value))).toBe(true);
  for (const { address } of [mail.from ?? [], ...mail.to, ...mail.cc, ...mail.replyTo].flat())
    expect(address).toContain('@');
  for (const file of mail.attachments) {
    expect(file.filename ?? 'a').not.toMatch(/[/\\\p{Cc}]|^\.*$/u);
    expect(file.contentType).toBe(file.contentType.toLowerCase());
    expect((await file.bytes()).length).toBe(file.size);
  }
  for (const { name } of [mail.from ?? [], ...mail.to, ...mail.cc, ...mail.replyTo].flat())
    expect(name ?? '').not.toMatch(/\p{Cc}/u);
  expect(mail.subject).not.toMatch(/\p{Cc}/u);
  expect(Number.isNaN(mail.date?.getTime() ?? 0)).toBe(false);
}

/** Multiparts inside each other. */
function nested(depth: number): string {
  const open = Array.from(
    { length: depth },
    (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
  );
  return `${open.join('')}Content-Type: text/plain\r\n\r\nHello\r\n`;
}

const multipart = 'Content-Type: multipart/mixed; boundary=b\r\n\r\n';
/** Types that the parser beneath would write again, as text. */
const calendars = ['text/calendar', 'text/calendar; charset=iso-8859-1; method=REQUEST', 'application/ics'];

describe('security: a hostile mail is an error, never a crash', () => {
  it.each<[string, string, string]>([
    ['levels beyond the limit', nested(100), '50 levels'],
    ['thousands of levels', nested(20_000), '50 levels'],
    ['parts beyond the limit', multipart + '--b\r\n\r\nx\r\n'.repeat(1_001), '1000 parts'],
    ['a million parts', multipart + '--b\r\n'.repeat(1_000_000), '1000 parts'],
    ['millions of line breaks', `\r\n\r\n${'\n'.repeat(2_000_001)}`, '2000000 lines'],
    ['headers beyond the limit', `Subject: ${'x'.repeat(1024 * 1024)}\r\n\r\n`, 'header size'],
    ['a million header lines', 'A: b\r\n'.repeat(1_000_000), 'header size'],
    [
      'headers beyond the limit in parts',
      multipart + `--b\r\nA: ${'x'.repeat(2_000)}\r\n\r\n`.repeat(900),
      'header size',
    ],
  ])('%s', async (_what, raw, words) => {
    const error = await read(raw);
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toContain(words);
  });

  it.each<[string, string]>([
    ['a depth at the limit', nested(50)],
    ['parts at the limit', multipart + '--b\r\n\r\nx\r\n'.repeat(1_000)],
    ['a million lines', `\r\n\r\n${'a\n'.repeat(1_000_000)}`],
    ['ten megabytes without a line break', `\r\n\r\n${'x'.repeat(10_000_000)}`],
    ['a folded header of a hundred thousand lines', `Subject: a\r\n${' \r\n'.repeat(100_000)}\r\nHello`],
    ['ten thousand addresses', `To: ${'Ann <ann@example.com>, '.repeat(10_000)}\r\n\r\n`],
    ['groups without an end', `To: ${'a:'.repeat(100_000)}\r\n\r\n`],
    ['comments without an end', `To: ${'('.repeat(100_000)}\r\n\r\n`],
    ['quotation marks without an end', `To: ${'"'.repeat(100_001)}\r\n\r\n`],
    ['encoded words beside each other', `Subject: ${'=?utf-8?q?a?= '.repeat(50_000)}\r\n\r\n`],
    ['an encoded word in an unknown character set', 'Subject: =?x-none?q?a?=\r\n\r\n'],
    ['an encoded word without an end', `Subject: ${'=?utf-8?q?'.repeat(50_000)}\r\n\r\n`],
    ['forwarded mails inside each other', 'Content-Type: message/rfc822\r\n\r\n'.repeat(1_000)],
    ['a thousand parameters', `Content-Type: text/plain${'; a*0*=x'.repeat(10_000)}\r\n\r\nHello`],
    [
      'a boundary without a text',
      'Content-Type: multipart/mixed; boundary=""\r\n\r\n--\r\n\r\nHello\r\n----\r\n',
    ],
    [
      'a boundary that begins another',
      'Content-Type: multipart/mixed; boundary=b\r\n\r\n--bb\r\n\r\n--b--b\r\n--b--\r\n--b\r\n',
    ],
    ['the same boundary inside', `${multipart}--b\r\n${multipart}--b\r\n\r\nHello\r\n--b--\r\n--b--\r\n`],
    [
      'entities by the thousand',
      `Content-Type: text/html\r\n\r\n${'&amp'.repeat(100_000)}${'&#x10ffff'.repeat(1_000)}`,
    ],
    ['tags without an end', `Content-Type: text/html\r\n\r\n${'<'.repeat(500_000)}`],
    ['nothing', ''],
    ['no headers', '\r\n\r\nHello'],
    ['zero bytes', '\0'.repeat(1_000)],
  ])('%s is read', async (_what, raw) => {
    const mail = await read(raw);
    expect(mail).not.toBeInstanceOf(Error);
    await expectWhole(mail);
  });

  it('a file has the name of no directory, no device and no other direction', async () => {
    const names = [
      '../../etc/passwd',
      'C:\\Windows\\a.exe',
      '..',
      '.',
      '',
      'a\u202egnp.exe',
      'a\tb',
      '=?utf-8?q?=2E=2E=2Fa?=',
    ];
    for (const name of names) {
      const mail = await read(
        `Content-Type: application/x; name="${name.replaceAll('\\', '\\\\')}"\r\n` +
          'Content-Disposition: attachment\r\n\r\nx',
      );
      await expectWhole(mail);
      const { attachments } = mail as InboundMail;
      expect(attachments).toHaveLength(1);
      expect(attachments[0]?.filename ?? '').not.toContain('\u202e');
    }
  });
});

it('security: an encoded word adds no line to a subject or a name', async () => {
  const word = '=?utf-8?q?Hi=0D=0ABcc_x?=';
  const mail = await parseMail(`From: ${word} <a@b.c>\r\nSubject: ${word}\r\n\r\nx`);
  expect([mail.from?.name, mail.subject]).toEqual(['Hi Bcc x', 'Hi Bcc x']);
});

describe('whatever a mail is made of', () => {
  const charset = fc.constantFrom('utf-8', 'iso-8859-1', 'utf-16', 'x-none', '', '"', "utf-8''", 'gb18030');
  const encoding = fc.constantFrom('base64', 'quoted-printable', '8bit', 'x-uuencode', '', 'base64 base64');
  const type = fc.constantFrom(
    'text/plain',
    'text/html',
    'multipart/mixed; boundary=b',
    'multipart/alternative; boundary="b b"',
    'message/rfc822',
    'image/png; name="a/b"',
    'Text/PLAIN; format=flowed; delsp=yes',
    'multipart/mixed',
    '/',
    '',
  );
  const bytes = fc.string({ unit: fc.nat(255).map((code) => String.fromCharCode(code)), maxLength: 200 });
  const line = fc.oneof(
    bytes,
    fc.constantFrom(
      '--b',
      '--b--',
      '--b b',
      '',
      ' ',
      '=',
      '=E',
      'a===',
      '.',
      'From: a <b@c>',
      ' folded',
      ':',
      'begin 644 a',
    ),
    type.map((value) => `Content-Type: ${value}`),
    charset.map((value) => `Content-Type: text/plain; charset=${value}`),
    encoding.map((value) => `Content-Transfer-Encoding: ${value}`),
    fc
      .tuple(fc.constantFrom('From', 'To', 'Subject', 'Date', 'References', 'Content-Disposition'), bytes)
      .map(([name, value]) => `${name}: ${value}`),
    fc
      .tuple(charset, fc.constantFrom('q', 'b', 'x'), bytes)
      .map(([set, how, text]) => `Subject: =?${set}?${how}?${text}?=`),
  );
  const mail = fc
    .tuple(fc.array(line, { maxLength: 40 }), fc.constantFrom('\r\n', '\n', '\r'))
    .map(([lines, end]) => latin1(lines.join(end)));

  it('it is a mail or an InvalidInputError, and never changes while it is read', async () => {
    await fc.assert(
      fc.asyncProperty(mail, async (raw) => {
        const copy = Uint8Array.from(raw);
        const first = await read(raw);
        await expectWhole(first);
        expect(raw).toEqual(copy);
        if (!(first instanceof Error)) expect(await first.raw?.()).toEqual(copy);
      }),
      { numRuns: 2_000 },
    );
  });

  it('a file comes back to the byte in both encodings', async () => {
    const type = fc.constantFrom('a/x', ...calendars);
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 300 }),
        fc.boolean(),
        type,
        async (content, isBase64, mediaType) => {
          const quoted = [...content].map((byte) => `=${byte.toString(16).padStart(2, '0').toUpperCase()}`);
          const lines = isBase64
            ? (Buffer.from(content)
                .toString('base64')
                .match(/.{1,76}/g) ?? [])
            : (quoted.join('').match(/.{1,72}/g) ?? []).map((part, at, all) =>
                at === all.length - 1 ? part : `${part}=`,
              );
          const how = isBase64 ? 'base64' : 'quoted-printable';
          const head = `${multipart}--b\r\nContent-Type: ${mediaType}\r\n`;
          const given = await parseMail(
            `${head}Content-Transfer-Encoding: ${how}\r\nContent-Disposition: attachment; filename=a\r\n` +
              `\r\n${lines.join('\r\n')}\r\n--b--\r\n`,
          );
          expect(await given.attachments[0]?.bytes()).toEqual(content);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('several calendars keep their bytes, and their order', async () => {
    const part = (type: string, text: string) => `--b\r\nContent-Type: ${type}\r\n\r\n${text}\r\n`;
    const { attachments } = await parseMail(
      `${multipart}${calendars.map((type, at) => part(type, `A${at}\r\nB`)).join('')}` +
        `--b\r\nContent-Type: text/calendar\r\n--b\r\n\r\nHi\r\n${part('text/calendar', 'C\r\nD')}--b--\r\n`,
    );
    const texts = attachments.map(async (file) => new TextDecoder().decode(await file.bytes()));
    const read = (await Promise.all(texts)).filter((text) => text !== '');
    expect(read).toEqual(['A0\r\nB', 'A1\r\nB', 'A2\r\nB', 'C\r\nD']);
  });

  it('a file in quoted-printable keeps its line breaks, and no blanks of the transport', async () => {
    const text = fc.array(fc.constantFrom('a', '\r\n', '\n', 'b ', 'é'), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.constantFrom('text/csv', 'application/x', ...calendars),
        async (words, mediaType) => {
          const content = words.join('');
          const encoded = content
            .replace(/ (?=\r?\n|$)/g, '=20')
            .replaceAll('é', '=C3=A9')
            .replaceAll('a', 'a= \t\r\n')
            .replace(/(?<![= \t\r])\r?\n/g, (end) => ` \t${end}`);
          const head = `${multipart}--b\r\n\r\nHi\r\n--b\r\nContent-Type: ${mediaType}; name=a\r\n`;
          const { attachments } = await parseMail(
            `${head}Content-Disposition: attachment\r\n` +
              `Content-Transfer-Encoding: quoted-printable\r\n\r\n${encoded}\r\n--b--\r\n`,
          );
          expect(new TextDecoder().decode(await attachments[0]?.bytes())).toBe(content);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('a file without an encoding comes back to the byte', async () => {
    const byte = fc.constantFrom(0, 10, 13, 32, 45, 97, 255);
    const type = fc.constantFrom('application/x', 'message/rfc822', 'text/csv', 'text/plain', ...calendars);
    const how = fc.constantFrom('7bit', '8bit', 'binary', 'x-other');
    const content = fc.oneof(fc.array(byte, { maxLength: 40 }), fc.constant([10]), fc.constant([13, 10]));
    await fc.assert(
      fc.asyncProperty(content, type, how, async (file, mediaType, encoding) => {
        const fields =
          `Content-Type: ${mediaType}\r\nContent-Transfer-Encoding: ${encoding}\r\n` +
          'Content-Disposition: attachment; filename=a\r\n\r\n';
        const text = String.fromCharCode(...file);
        const part = `${multipart}--b\r\n\r\nHi\r\n--b\r\n${fields}${text}`;
        for (const raw of [`${part}\r\n--b--\r\n`, `${part}\r\n--b\r\n\r\nBye`, fields + text]) {
          const { attachments } = await parseMail(latin1(raw));
          expect([...((await attachments[0]?.bytes()) ?? [])]).toEqual(file);
        }
      }),
      { numRuns: 500 },
    );
  });
});
