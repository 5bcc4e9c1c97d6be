import type { Report } from './report.ts';

/**
 * The first own property that is no field at all, in words; `undefined` when there is none. A misspelt field, or one of another library, would
 * otherwise be left out without a word: `encoding: 'base64'` of an attachment, say.
 */
export function findUnknownField(input: object, known: readonly string[]): string | undefined {
  const unknown = Object.keys(input).find(
    (key) => !known.includes(key) && Reflect.get(input, key) !== undefined,
  );
  return unknown === undefined ? undefined : `${showKey(unknown)}; its fields are ${known.join(', ')}`;
}

/** Reports every own property that is no field. */
export function reportUnknownFields(
  input: object,
  known: readonly string[],
  path: string,
  report: Report,
): void {
  for (const key of Object.keys(input)) {
    if (known.includes(key) || Reflect.get(input, key) === undefined) continue;
    report(
      path === '' ? showKey(key) : memberPath(path, key),
      `is not a field; known are ${known.join(', ')}`,
    );
  }
}

/** `headers.X-A`, or `headers["X-A\r\nBcc"]`: a key is the caller's text and must not break a line of a log. */
export function memberPath(path: string, key: string): string {
  return plainKey.test(key) ? `${path}.${key}` : `${path}[${showKey(key)}]`;
}

const plainKey = /^[\w-]{1,76}$/;

function showKey(key: string): string {
  if (plainKey.test(key)) return key;
  return JSON.stringify(key.slice(0, 76)).replace(
    /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
