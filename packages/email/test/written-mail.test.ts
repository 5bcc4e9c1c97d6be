// What the writer of mails writes, byte by byte. Foreign parsers read its corpus in `test/peers`.
import { createFakeTransport } from '@org/core/testing';
import { createEmailClient, type EmailMessage } from '@org/email';
import { resend } from '@org/email/resend';
import { smtp } from '@org/email/smtp';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMessage } from '../../sandbox/src/mail/message/parse-message.ts';
import { createSmtpStage } from './smtp-stage.ts';

const base = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hello' } as const;
const email = createEmailClient({ driver: smtp({ host: 'mail.acme.dev' }) });
const { start, client } = createSmtpStage();

async function write(fields: object): Promise<string> {
  const { raw } = await email.preview({ ...base, ...fields } as EmailMessage);
  return Buffer.from(raw).toString('latin1');
}

/** The lines of a field, without its name. */
async function fieldOf(name: string, fields: object): Promise<string | undefined> {
  const [head = ''] = (await write(fields)).split('\r\n\r\n');
  const found = head.split(/\r\n(?![ \t])/).find((field) => field.startsWith(`${name}: `));
  return found?.slice(name.length + 2);
}

describe('a header is written by its own grammar', () => {
  it.each([
    // RFC 2047, section 5: an encoded word is in no quoted string.
    ['List-Id', '"Acme News" <news.acme.dev>', '"Acme News" <news.acme.dev>'],
    ['List-Id', '"Acme Nüws" <news.acme.dev>', '=?UTF-8?B?QWNtZSBOw7x3cw==?= <news.acme.dev>'],
    // Readers drop white space between encoded words: a phrase is one run of them.
    ['List-Id', 'Änd "Ö" <l.acme.dev>', '=?UTF-8?B?w4RuZCDDlg==?= <l.acme.dev>'],
    ['List-Id', '"Ä" "Ö" <l.acme.dev>', '=?UTF-8?B?w4Qgw5Y=?= <l.acme.dev>'],
    ['List-Help', 'https://x.dev/ü, mailto:ü@x.dev', 'https://x.dev/%C3%BC, mailto:%C3%BC@x.dev'],
    ['List-Help', 'see https://x.dev/ü', 'see https://x.dev/%C3%BC'],
    ['List-Id', 'Acme Nüws <news.acme.dev>', '=?UTF-8?B?QWNtZSBOw7x3cw==?= <news.acme.dev>'],
    ['List-Help', '<https://acme.dev/ü?a=1> (Hilfe für alle)', undefined],
    ['List-Unsubscribe', '<mailto:out@acme.dev?subject=ä>', '<mailto:out@acme.dev?subject=%C3%A4>'],
    ['Keywords', 'plain, größe', 'plain, =?UTF-8?B?Z3LDtsOfZQ==?='],
    ['Keywords', 'a,\u00a0größe', 'a, =?UTF-8?B?wqBncsO2w59l?='],
    ['Keywords', 'größe,a', '=?UTF-8?B?Z3LDtsOfZQ==?= ,a'],
    ['Archived-At', 'https://acme.dev/ü', 'https://acme.dev/%C3%BC'],
    ['X-Note', 'say "hello" <now>', 'say "hello" <now>'],
    ['X-Note', 'größe', '=?UTF-8?B?Z3LDtsOfZQ==?='],
    ['X-Note', '=?UTF-8?Q?x?=', '=?UTF-8?B?PT9VVEYtOD9RP3g/PQ==?='],
    // JSON of relays: docs.sendgrid.com, "X-SMTPAPI": ASCII, with the escapes of JSON.
    ['X-SMTPAPI', '{"category":"größe \\"x\\""}', '{"category":"gr\\u00f6\\u00dfe \\"x\\""}'],
    ['X-SMTPAPI', '{"note":"=?x"}', '{"note":"=?x"}'.replace('=?', '\\u003d?')],
    ['X-SMTPAPI', '{"no json: ü', '=?UTF-8?B?eyJubyBqc29uOiDDvA==?='],
  ])('%s: %s', async (name, value, wanted) => {
    const written = await fieldOf(name, { headers: { [name]: value } });
    expect(written).toBe(wanted ?? '<https://acme.dev/%C3%BC?a=1> (=?UTF-8?B?SGlsZmUgZsO8ciBhbGxl?=)');
  });

  it('also when it is empty, or has spaces at its ends', async () => {
    expect(await fieldOf('Subject', { subject: '' })).toBe('');
    expect(await fieldOf('Subject', { subject: ' a ' })).toBe('=?UTF-8?B?IGEg?=');
  });
});

describe('a prepared header', () => {
  const text = fc.string({
    unit: fc.constantFrom(
      'a',
      '=?UTF-8?Q?=C3=BC?=',
      '?=',
      '"',
      ';',
      '<',
      '%',
      '{',
      '~',
      ' ',
      '\t',
      'x'.repeat(70),
    ),
    maxLength: 12,
  });
  const white = fc.string({ unit: fc.constantFrom(' ', '\t'), minLength: 1, maxLength: 3 });
  const folded = fc.tuple(white, text).map(([space, rest]) => `\r\n${space}!${rest}`);
  const value = fc
    .tuple(text, fc.array(folded, { maxLength: 8 }))
    .map(([first, more]) => first + more.join(''));
  const name = fc.constantFrom('X-Note', 'List-Id', 'Comments', 'X-SMTPAPI', 'References');

  it('is kept to the byte', async () => {
    await fc.assert(
      fc.asyncProperty(name, fc.array(value, { minLength: 1, maxLength: 3 }), async (header, values) => {
        const headers = { [header]: values.map((each) => ({ prepared: true, value: each })) };
        const [head = ''] = (await write({ headers })).split('\r\n\r\n');
        const fields = `${head}\r\n`
          .split(/(?<=\r\n)(?![ \t])/)
          .filter((line) => line.startsWith(`${header}:`));
        expect(fields).toEqual(values.map((each) => `${header}: ${each}\r\n`));
      }),
    );
  });

  it('is one line for a service that takes names and values', async () => {
    const transport = createFakeTransport([{ answer: { status: 200, json: { id: '1' } } }]);
    const headers = { 'X-Note': { prepared: true, value: '=?UTF-8?Q?=C3=BC?=\r\n\tb' } } as const;
    await createEmailClient({ driver: resend({ apiKey: 'key' }), transport }).send({ ...base, headers });
    const [request] = transport.requests;
    expect(JSON.parse(Buffer.from(request?.body ?? []).toString()).headers).toEqual({
      'X-Note': '=?UTF-8?Q?=C3=BC?=\tb',
    });
  });

  it.each([
    ['a line above 998 bytes', 'x'.repeat(991)],
    ['a later line above 998 bytes', `a\r\n ${'x'.repeat(998)}`],
    ['another header', 'a\r\nBcc: eve@example.com'],
    ['a line of white space', 'a\r\n \r\n b'],
    ['a line break at its end', 'a\r\n'],
    ['LF alone', 'a\n b'],
    ['CR alone', 'a\r b'],
    ['a letter outside ASCII', 'ü'],
    ['a control character', 'a\0'],
    ['a number', 7],
    ['nothing', undefined],
  ])('is refused with %s', async (_what, given) => {
    await expect(write({ headers: { 'X-Note': { prepared: true, value: given } } })).rejects.toMatchObject({
      code: 'invalid-input',
      issues: [{ path: expect.stringMatching(/^headers\.X-Note(?:\.value)?$/) }],
    });
  });
});

describe('a text', () => {
  it.each(['text/plain', 'text/html', 'text/calendar', 'text/csv'])(
    'carries its charset: %s',
    async (type) => {
      const parts = await write({
        html: '<p>Hi</p>',
        alternatives: [{ contentType: 'text/calendar; method=REQUEST', content: 'SUMMARY:Ü' }],
        attachments: [{ filename: 'a.csv', content: 'ä;b' }],
      });
      expect(parts).toMatch(
        new RegExp(`Content-Type: ${type}(?:; method=REQUEST)?; charset=utf-8\r\n`.replace('\r\n', '[;\r]')),
      );
    },
  );

  it('given as bytes has the charset that it says, or none', async () => {
    const file = { filename: 'a.txt', content: Uint8Array.of(0xfc) };
    expect(await write({ attachments: [file] })).toContain('Content-Type: text/plain;\r\n name="a.txt"\r\n');
    const latin = { ...file, contentType: 'text/plain; charset=iso-8859-1' };
    expect(await write({ attachments: [latin] })).toContain('text/plain; charset=iso-8859-1;\r\n name=');
  });

  it('that is a stream of texts carries it, too', async () => {
    const content = () => new Blob(['ä']).stream().pipeThrough(new TextDecoderStream());
    const server = await start();
    await client(server).send({ ...base, attachments: [{ filename: 'a.txt', content: content as never }] });
    expect(server.messages[0]).toContain('Content-Type: text/plain; charset=utf-8;');
  });

  it('has no byte that is not ASCII, and no line that is too long', async () => {
    const unit = fc.constantFrom(
      'a',
      'ü',
      '€',
      '😀',
      '.',
      '=',
      ' ',
      '\t',
      '\n',
      '\r\n',
      '\r',
      '\0',
      'From ',
      'long '.repeat(30),
    );
    await fc.assert(
      fc.asyncProperty(fc.string({ unit, minLength: 1, maxLength: 300 }), async (text) => {
        const raw = await write({ text });
        expect(raw).toMatch(/^[\t\r\n -~]*$/);
        expect(Math.max(...raw.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(76);
        expect(raw).not.toMatch(/\r(?!\n)|(?<!\r)\n|[ \t]\r\n(?!\r\n)|\n(?:From |\.)/);
        const read = (await parseMessage(Buffer.from(raw))).text ?? '';
        const lines = (one: string) => one.replace(/\r\n?/g, '\n').replace(/\n+$/, '');
        expect(lines(read)).toBe(lines(text));
      }),
    );
  });
});

describe('parts', () => {
  it('of AMP come before the HTML: the last form that a program knows is shown', async () => {
    const amp = { contentType: 'text/x-amp-html', content: '<html ⚡4email></html>' };
    const calendar = { contentType: 'text/calendar; method=REQUEST', content: 'BEGIN:VCALENDAR' };
    const raw = await write({ html: '<p>Hi</p>', alternatives: [calendar, amp] });
    expect([...raw.matchAll(/Content-Type: (text\/[\w-]+)/g)].map(([, type]) => type)).toEqual([
      'text/plain',
      'text/x-amp-html',
      'text/html',
      'text/calendar',
    ]);
  });

  it('may be a file alone', async () => {
    const raw = await write({ text: '', attachments: [{ filename: 'a.pdf', content: 'x' }] });
    expect((await parseMessage(Buffer.from(raw))).attachments).toHaveLength(1);
    await expect(write({ text: '' })).rejects.toThrow('`text` must not be empty');
    await expect(
      write({ text: '', html: '<p>', attachments: [{ filename: 'a', content: 'x' }] }),
    ).rejects.toThrow('`text` must not be empty');
  });

  const inner = (last: number) => ({
    filename: 'a.eml',
    contentType: 'message/rfc822',
    content: Uint8Array.from([...Buffer.from('Subject: x\n\n'), last]),
  });

  it('that are messages keep their form, and ask for 8BITMIME where it has 8 bits', async () => {
    const server = await start({ extensions: ['AUTH PLAIN', '8BITMIME'] });
    await client(server).send({ ...base, attachments: [inner(0x78)] });
    await client(server).send({ ...base, attachments: [inner(0xfc)] });
    const [plain, bits] = server.lines.filter((line) => line.startsWith('MAIL'));
    expect([plain?.includes('8BITMIME'), bits?.includes('BODY=8BITMIME')]).toEqual([false, true]);
    expect(
      server.messages.map((each) => /Transfer-Encoding: (\dbit)\r\n\r\nSubject/.exec(each)?.[1]),
    ).toEqual(['7bit', '8bit']);
    server.script = {};
    const refused = client(server).send({ ...base, attachments: [inner(0xfc)] });
    await expect(refused).rejects.toMatchObject({ code: 'unsupported', outcome: 'not-sent' });
  });

  it('that are messages no server takes are refused by their place', async () => {
    await expect(write({ attachments: [inner(0)] })).rejects.toMatchObject({
      code: 'invalid-input',
      issues: [{ path: 'attachments[0]' }],
    });
  });
});
