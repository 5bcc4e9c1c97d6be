// Mails written by smtp(), read and verified by others.
import { generateKeyPairSync } from 'node:crypto';
import { createEmailClient, type EmailMessage } from '@org/email';
import { smtp } from '@org/email/smtp';
import { beforeAll, describe, expect, it } from 'vitest';
import { obtain } from '../../../routing/test/peers/support/obtain.ts';
import { signatureField } from '../../src/drivers/smtp/message/dkim-signature.ts';
import { corpus } from './support/corpus.ts';
import { mailauth, mailparser, postalMime, python, type Reader, type ReadMail } from './support/readers.ts';

const { privateKey: key, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const record = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`;
const email = createEmailClient({ driver: smtp({ host: 'mail.acme.dev' }) });

const readers = await Promise.all([
  obtain('mailparser', mailparser),
  obtain('postal-mime', postalMime),
  obtain('Python email', () => python(record)),
]);
const verify = await obtain('mailauth', () => mailauth(record));
const [parsed, postal, snake] = readers;
const all: readonly (readonly [name: string, reader: Reader | undefined])[] = [
  ['mailparser', parsed],
  ['postal-mime', postal],
  ['Python email', snake?.read],
];

let mails: readonly Buffer[];
beforeAll(async () => {
  mails = await Promise.all(
    corpus.map(async ({ message }) => {
      const raw = Buffer.from((await email.preview(message)).raw);
      const signature = signatureField(raw, { domain: 'acme.dev', selector: 's', key });
      return Buffer.concat([Buffer.from(signature), raw]);
    }),
  );
});

interface Given {
  readonly from: unknown;
  readonly to?: unknown;
  readonly replyTo?: unknown;
  readonly subject: string;
  readonly text?: string;
  readonly html?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: readonly { filename: string; content: string | Uint8Array; contentType?: string }[];
}

interface Comparable {
  readonly subject: unknown;
  readonly from: unknown;
  readonly to: unknown;
  readonly replyTo: unknown;
  readonly text: unknown;
  readonly html: unknown;
  readonly headers: unknown;
  readonly files: unknown;
}

/**
 * Python may keep the space between two encoded words of a name, which RFC 2047 §6.2 ignores
 * (github.com/python/cpython/issues/128110).
 */
function comparable(field: keyof Comparable, value: unknown, reader: string): string | undefined {
  const text = JSON.stringify(value) as string | undefined;
  // postal-mime ends each text with a line break.
  if (reader === 'postal-mime' && ['text', 'html'].includes(field)) return text?.replace(/(?:\\n)+"$/, '"');
  // It decodes what looks encoded in a name of RFC 2231, too.
  if (reader === 'postal-mime' && field === 'files') return text?.replaceAll('=?UTF-8?Q?x?=', 'x');
  const isName = reader === 'Python email' && ['from', 'to', 'replyTo'].includes(field);
  return isName ? text?.replaceAll(' ', '') : text;
}

/** A line break is one, and the last one belongs to the end of the mail. */
const lines = (text = '') => text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
const isMessage = (file: { readonly contentType?: string }) => file.contentType === 'message/rfc822';

function written(message: EmailMessage): Comparable {
  const { from, to, replyTo, subject, text, html, headers = {}, attachments = [] } = message as Given;
  const mailboxes = (given: unknown) =>
    [given ?? []].flat().map((one) => {
      const { name = '', address } =
        typeof one === 'string' ? { address: one } : (one as Record<string, string>);
      return [name, address];
    });
  return {
    subject,
    from: mailboxes(from),
    to: mailboxes(to),
    replyTo: mailboxes(replyTo),
    text: text === undefined ? undefined : lines(text),
    html: html === undefined ? undefined : lines(html),
    headers: Object.entries(headers).map(([name, value]) => [name, plain(value)]),
    files: attachments
      .filter((file) => !isMessage(file))
      .map(({ filename, content }) => [filename, Buffer.from(content as string).toString('base64')])
      .sort(),
  };
}

/** JSON has escapes of its own. */
const plain = (value = '') => (/^\{/.test(value) ? JSON.parse(value) : value);

function read(mail: ReadMail, message: EmailMessage, reader: string): Comparable {
  const given = message as Given;
  const inside = (given.attachments ?? []).filter(isMessage).map(({ filename }) => filename);
  const { subject, from, to, replyTo, text, html, files, header } = mail;
  return {
    subject: subject ?? '',
    from,
    // The group without members.
    to: given.to === undefined ? [] : to,
    replyTo,
    text: given.text === undefined ? undefined : lines(text),
    html: given.html === undefined ? undefined : lines(html),
    headers: Object.keys(given.headers ?? {}).map((name) => [
      name,
      plain(reader === 'Python email' ? header(name) : decodeWords(header(name))),
    ]),
    files: files.filter(([name]) => !inside.includes(name)).toSorted(),
  };
}

/** The others give lines as they are. */
function decodeWords(value = ''): string {
  const joined = value.replace(/(=\?UTF-8\?B\?[^?]*\?=)[ \t]+(?==\?)/g, '$1');
  const bytes: Buffer[] = [];
  for (const piece of joined.split(/(=\?UTF-8\?B\?[^?]*\?=)/))
    bytes.push(piece.startsWith('=?') ? Buffer.from(piece.slice(10, -2), 'base64') : Buffer.from(piece));
  return Buffer.concat(bytes).toString();
}

describe.each(all)('the corpus, read by %s', (name, reader) => {
  it.skipIf(reader === undefined)(`is what was written, in ${corpus.length} mails`, async () => {
    const found = (await reader?.(mails)) ?? [];
    expect(found).toHaveLength(corpus.length);
    const differences = corpus.flatMap((one, index) => {
      const [is, should] = [read(found[index] as ReadMail, one.message, name), written(one.message)];
      const fields = Object.keys(should) as (keyof Comparable)[];
      return fields.flatMap((field) => {
        const pair = [is[field], should[field]].map((value) => comparable(field, value, name));
        return pair[0] === pair[1] ? [] : [`${one.name}: ${field}: ${pair.join(' instead of ')}`];
      });
    });
    expect(differences).toEqual([]);
  });
});

describe('the signatures of the corpus', () => {
  it.skipIf(verify === undefined)('hold for mailauth', async () => {
    const verdicts = await Promise.all(mails.map(async (mail) => (await verify?.(mail))?.join()));
    expect(corpus.filter((_, index) => verdicts[index] !== 'pass').map(({ name }) => name)).toEqual([]);
  });

  it.skipIf(snake === undefined)('hold for dkimpy', async () => {
    await snake?.read(mails);
    const isSigned = snake?.isSigned() ?? [];
    expect(corpus.filter((_, index) => isSigned[index] !== true).map(({ name }) => name)).toEqual([]);
  });
});
