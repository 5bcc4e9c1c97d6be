import type { NormalizedMail } from './nodemailer-mail.ts';

/** The further headers: those of the mail with all their values, and those that nodemailer made of fields. */
export function headersOf(mail: NormalizedMail): Record<string, string | string[]> {
  const headers: Record<string, string[]> = Object.create(null);
  for (const [name, value] of entriesOf(mail.headers)) {
    const texts = [value].flat().flatMap(textsOf);
    if (texts.length > 0) headers[name] = [...(headers[name] ?? []), ...texts];
  }
  const named = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  for (const [name, value] of Object.entries(mail.normalizedHeaders)) {
    const isField = name.startsWith('list-') || name === 'references' || name === 'in-reply-to';
    if (isField && !named.has(name) && !Array.isArray(mail.headers)) headers[spelled(name)] = [value];
  }
  return Object.fromEntries(
    Object.entries(headers).map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
}

/** Headers are an object, or a list of pairs. */
function entriesOf(headers: unknown): [string, unknown][] {
  if (!Array.isArray(headers)) return Object.entries(headers ?? {});
  return headers.map(({ key, value }) => [String(key), value]);
}

/** A value is a text, a number, or an object that holds one. */
function textsOf(value: unknown): string[] {
  const inner = typeof value === 'object' && value !== null ? (value as { value?: unknown }).value : value;
  return inner === undefined || inner === null ? [] : [String(inner)];
}

const spelled = (name: string) => name.replace(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase());
