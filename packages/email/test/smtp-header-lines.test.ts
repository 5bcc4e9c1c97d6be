import type { ContentMessage } from '@org/email';
import { describe, expect, it } from 'vitest';
import { parseMessage } from '../../sandbox/src/mail/message/parse-message.ts';
import { createSmtpStage, message } from './smtp-stage.ts';

const { start, client } = createSmtpStage();
const long = (length: number, text = 'a') => text.repeat(length).slice(0, length);

const ids = Array.from({ length: 13 }, (_, index) => `<${index}${long(60)}@acme.dev>`).join(' ');

/** The header fields of a mail, unfolded and with their encoded words decoded. */
function readHeaders(raw: string): Map<string, string> {
  const [head = ''] = raw.split('\r\n\r\n');
  const fields = head.replace(/\r\n(?=[ \t])/g, '').split('\r\n');
  return new Map(fields.map((field) => [field.slice(0, field.indexOf(':')), decode(field)]));
}

function decode(field: string): string {
  const value = field.slice(field.indexOf(':') + 1).trim();
  const bytes = value.replace(
    /=\?UTF-8\?([BQ])\?([^?]*)\?=(?:\s+(?==\?))?/gi,
    (_, encoding: string, text: string) =>
      encoding.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('latin1')
        : text
            .replaceAll('_', ' ')
            .replace(/=([\dA-F]{2})/gi, (__, code) => String.fromCharCode(Number.parseInt(code, 16))),
  );
  return Buffer.from(bytes, 'latin1').toString();
}

describe('no line of a header is longer than 998 octets', () => {
  it.each<[string, Partial<ContentMessage>, string, string]>([
    ['a subject of one word', { subject: long(998) }, 'Subject', long(998)],
    ['a subject with a long word in it', { subject: `Hi ${long(995)}` }, 'Subject', `Hi ${long(995)}`],
    ['a subject of words', { subject: long(998, 'word ') }, 'Subject', long(998, 'word ').trim()],
    ['a subject outside ASCII', { subject: long(499, 'ü') }, 'Subject', long(499, 'ü')],
    ['an X- header of one word', { headers: { 'X-A': long(998) } }, 'X-A', long(998)],
    ['an X- header outside ASCII', { headers: { 'X-A': long(499, 'ü') } }, 'X-A', long(499, 'ü')],
    ['Comments of one word', { headers: { Comments: long(998) } }, 'Comments', long(998)],
    ['References', { headers: { References: ids } }, 'References', ids],
    [
      'a long name',
      { to: { address: 'bob@example.com', name: long(255) } },
      'To',
      `${long(255)} <bob@example.com>`,
    ],
  ])('%s arrives as it is', async (_, fields, name, value) => {
    const server = await start();
    await client(server).send({ ...message, ...fields } as ContentMessage);
    const [raw = ''] = server.messages;
    expect(Math.max(...raw.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(998);
    expect(readHeaders(raw).get(name)).toBe(value);
  });

  it('three hundred recipients', async () => {
    const server = await start();
    const to = Array.from({ length: 300 }, (_, index) => `Bob ${long(90)} <bob${index}@example.com>`);
    await client(server).send({ ...message, to, recipientVisibility: 'shared' });
    const [raw = ''] = server.messages;
    expect(Math.max(...raw.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(998);
    expect(readHeaders(raw).get('To')?.split(',').length).toBe(300);
  });

  it.each<[string, Partial<ContentMessage>]>([
    ['headers.In-Reply-To', { headers: { 'In-Reply-To': `<${long(996)}>` } }],
    ['headers.Feedback-ID', { headers: { 'Feedback-ID': long(998) } }],
    ['listUnsubscribe.url', { listUnsubscribe: { url: `https://acme.dev/${long(1_000)}` } }],
  ])('E11: what can be neither folded nor encoded is refused as `%s`', async (path, fields) => {
    const server = await start();
    await expect(client(server).send({ ...message, ...fields } as ContentMessage)).rejects.toMatchObject({
      code: 'invalid-input',
      outcome: 'not-sent',
      issues: [{ path }],
    });
    expect(server.connections).toBe(0);
  });

  it('a URL of nearly that length is sent in a line of its own', async () => {
    const server = await start();
    const url = `https://acme.dev/${long(973)}`;
    await client(server).send({ ...message, listUnsubscribe: { url, mailto: 'out@acme.dev' } });
    const [raw = ''] = server.messages;
    expect(Math.max(...raw.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(998);
    expect(readHeaders(raw).get('List-Unsubscribe')).toBe(`<${url}>, <mailto:out@acme.dev>`);
  });
});

it('a plain text of many short lines is not a long line: every line ends with CRLF', async () => {
  const server = await start({ extensions: ['AUTH PLAIN', 'SIZE 100000'] });
  const text = 'A line of plain text.\n'.repeat(200);
  await client(server).send({ ...message, text });
  const [raw = ''] = server.messages;
  expect(raw).toContain(text.replaceAll('\n', '\r\n').trimEnd());
  expect(raw).not.toMatch(/(?<!\r)\n/);
  expect(Number(/ SIZE=(\d+)/.exec(server.lines.join('\n'))?.[1])).toBe(`${raw}\r\n`.length);
});

it.each(['=?utf-8?Q?not_encoded?=', 'a =?utf-8?B?w7w=?= b', 'ü =?utf-8?Q?x?= 🎉'.repeat(9)])(
  'a subject that looks encoded arrives as it is: %s',
  async (subject) => {
    const server = await start();
    await client(server).send({ ...message, subject });
    const parsed = await parseMessage(Buffer.from(server.messages[0] ?? '', 'latin1'));
    expect(parsed.subject).toBe(subject);
  },
);
