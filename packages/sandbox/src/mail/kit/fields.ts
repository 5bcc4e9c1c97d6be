// Reads JSON of unknown form: a value of another type is absent.
import { isRecord } from '@org/core/driver';
import { readJson } from '../../json.ts';

export type Fields = Readonly<Record<string, unknown>>;

/**
 * The fields of an object; none for another value.
 *
 * @example
 * const { to } = fieldsOf(JSON.parse('{"to":"ann@acme.dev"}'));
 */
export function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The members that are objects. */
export function itemsOf(value: unknown): readonly Fields[] {
  return listOf(value).map(fieldsOf);
}

/**
 * A text; undefined for another value.
 *
 * @example
 * const subject = textOf('Hello');
 */
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

/** A value that operators take: of a list or an object the words, also where its `toString` is data. */
export function primitiveOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wordsOf).join();
  return typeof value === 'object' && value !== null ? '[object Object]' : value;
}

/** A value as a template writes it; no words for one that is not there. */
export function wordsOf(value: unknown): string {
  return String(primitiveOf(value) ?? '');
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
  return readJson(text ?? '');
}
