import type { PreparedHeader } from '../model/headers.ts';
import type { NodemailerMail, NormalizedMail } from './nodemailer-mail.ts';
import { unsayable } from './part-content.ts';

/** Headers that a message has fields for, by their names in lower case. */
export interface HeaderFields {
  readonly subject: string | undefined;
  readonly date: string | undefined;
  readonly messageId: string | undefined;
}

/** The headers that the program gave: those of fields, and the further ones. */
export interface GivenHeaders {
  readonly fields: HeaderFields;
  readonly further: Readonly<Record<string, Value | readonly Value[]>>;
}

type Value = string | PreparedHeader;

/** nodemailer reads addresses from the headers, too; each mail has this `MIME-Version`. */
const isAddressed = /^(?:from|sender|to|cc|bcc|reply-to|mime-version)$/;
const fieldNames = { subject: 'subject', date: 'date', messageId: 'message-id' } as const;

/**
 * All headers of a mail. As in nodemailer, those of `inReplyTo`, `references`, `otp` and `xMailer` replace
 * given ones of the same name, and those of `list` are added.
 *
 * @throws InvalidInputError for a prepared subject: the subject is a field of the message
 */
export function headersOf(
  normalized: NormalizedMail,
  message: Pick<NodemailerMail['message'], 'getHeader'>,
): GivenHeaders {
  const headers = new Map<string, { readonly name: string; readonly values: Value[] }>();
  const entryOf = (name: string) => {
    const entry = headers.get(name.toLowerCase()) ?? { name, values: [] };
    headers.set(name.toLowerCase(), entry);
    return entry;
  };
  const add = (name: string, value: unknown): void => {
    const { values } = entryOf(name);
    for (const each of valuesOf(value)) values.push(each);
  };
  for (const [name, value] of entriesOf(normalized.headers)) add(name, value);
  for (const [name, value] of Object.entries(normalized.normalizedHeaders)) {
    const isReplacing =
      (name === 'references' && normalized.references) || (name === 'in-reply-to' && normalized.inReplyTo);
    if (isReplacing) headers.delete(name);
    if (isReplacing || (name.startsWith('list-') && isOfList(name, normalized))) add(spelled(name), value);
  }
  for (const [name, isGiven] of [
    ['X-Mailer', normalized.xMailer],
    ['OTP-Token', normalized.otp],
  ] as const)
    if (isGiven)
      headers.set(name.toLowerCase(), { name, values: valuesOf(message.getHeader(name)).slice(0, 1) });
  const fields = Object.entries(fieldNames).map(([field, name]) => [
    field,
    textOf(name, headers.get(name)?.values[0]),
  ]);
  const own: readonly string[] = Object.values(fieldNames);
  const further = [...headers]
    .filter(([name, { values }]) => values.length > 0 && !isAddressed.test(name) && !own.includes(name))
    .map(([, { name, values }]) => [name, values.length === 1 ? values[0] : values]);
  return { fields: Object.fromEntries(fields), further: Object.fromEntries(further) };
}

/** nodemailer copies the first value of a given header, too. */
function isOfList(name: string, { list }: NormalizedMail): boolean {
  return Object.keys(list ?? {}).some((key) => `list-${key.toLowerCase().trim()}` === name);
}

/** An object, one pair, or a list of pairs. */
function entriesOf(headers: unknown): readonly (readonly [string, unknown])[] {
  if (Array.isArray(headers)) return headers.map(({ key, value }) => [String(key), value]);
  const { key, value } = Object(headers);
  return key && value ? [[String(key), value]] : Object.entries(headers ?? {});
}

const longestLine = 60;

/** A value is a text, a number, or an object that holds one. As in nodemailer, a line break is a space. */
function valuesOf(given: unknown): Value[] {
  if (Array.isArray(given)) return given.flatMap((each) => valuesOf(each));
  const { value, prepared, foldLines } = Object(typeof given === 'object' ? given : { value: given });
  const text = value ? String(value) : '';
  if (text.trim() === '') return [];
  if (!prepared) return [text.replace(/\r\n|\r|\n/g, ' ')];
  return [{ prepared: true, value: foldLines ? folded(text) : text.replace(/\r?\n/g, '\r\n') }];
}

/** A fold may be at any white space (RFC 5322, section 2.2.3), and each line has a word. */
function folded(text: string): string {
  const lines = [''];
  for (const word of text
    .replace(/\r?\n/g, '')
    .trim()
    .split(/(?<=\S)(?=[ \t])/)) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + word.length > longestLine) lines.push(word);
    else lines[lines.length - 1] = line + word;
  }
  return lines.join('\r\n');
}

/** The text of a header that is a field of the message. */
function textOf(name: string, value: Value | undefined): string | undefined {
  if (typeof value !== 'object') return value;
  if (name === 'subject') throw unsayable('headers.Subject', 'cannot be prepared: pass it as `subject`');
  return value.value;
}

const spelled = (name: string) => name.replace(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase());
