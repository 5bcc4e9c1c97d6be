// Reads JSON of unknown form: a value of another type is absent.
import { addressParser, decodeWords } from 'postal-mime';
import type { MailAddress } from '../parse-message.ts';

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The members that are objects. */
export function itemsOf(value: unknown): readonly Fields[] {
  return listOf(value).map(fieldsOf);
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function flagOf(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** One text, or a list of texts. */
export function textsOf(value: unknown): readonly string[] {
  return [value].flat().filter((each) => typeof each === 'string');
}

/** The members that are texts; numbers and switches become texts. */
export function textFieldsOf(value: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(fieldsOf(value)).flatMap(([name, each]) =>
    ['string', 'number', 'boolean'].includes(typeof each) ? [[name, String(each)] as const] : [],
  );
  return Object.fromEntries(entries);
}

/** Mailboxes in texts: `Ann <ann@acme.dev>, bob@example.com`. */
export function mailboxesOf(value: unknown): readonly MailAddress[] {
  return textsOf(value)
    .flatMap((text) => addressParser(text, { flatten: true }))
    .flatMap(({ name, address }) => (address ? [{ name: decodeWords(name), address }] : []));
}

export function mailboxOf(value: unknown): MailAddress | undefined {
  return mailboxesOf(value)[0];
}

/** Epoch milliseconds of a date in a text. */
export function instantOf(value: unknown): number | undefined {
  const instant = Date.parse(textOf(value) ?? '');
  return Number.isNaN(instant) ? undefined : instant;
}

export function decodeBase64(value: unknown): Uint8Array {
  return new Uint8Array(Buffer.from(textOf(value) ?? '', 'base64'));
}

/** The JSON in a text; `undefined` for another text. */
export function parseText(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '') as unknown;
  } catch {
    return undefined;
  }
}

/** A mailbox as an object of its own: `{ email, name }`, in any case. */
export function addressOf(value: unknown): MailAddress | undefined {
  const { email, Email, name, Name } = fieldsOf(value);
  const address = textOf(email ?? Email) ?? '';
  return address.includes('@') ? { name: textOf(name ?? Name) ?? '', address } : undefined;
}

export function addressesOf(value: unknown): readonly MailAddress[] {
  return listOf(value).flatMap((each) => addressOf(each) ?? []);
}
