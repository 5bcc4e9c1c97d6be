import { wrongKind } from '@org/core/driver';
import { parsedBy, type Reader } from './reader.ts';

// C0, DEL, C1, the Unicode line breaks and the invisible direction switches: no header line needs them.
const unsafeCharacter = /[^ -~\xa0-\u2027\u202f-\u2065\u206a-\uffff]/;
const loneSurrogate = /[\ud800-\udfff]/u;

/** Why a text may not be in a header line or a command; `undefined` when it may. */
export function findUnsafeText(text: string): string | undefined {
  if (unsafeCharacter.test(text)) return 'must not contain control characters or line breaks';
  if (loneSurrogate.test(text)) return 'must be well-formed Unicode (it has half of a surrogate pair)';
  return undefined;
}

const encoder = new TextEncoder();

/** Length in UTF-8, the unit of the mail standards. */
export function utf8Length(text: string): number {
  return /\P{ASCII}/u.test(text) ? encoder.encode(text).length : text.length;
}

/** Reads a text in which `findProblem` finds none. */
export function textWithout(findProblem: (text: string) => string | undefined): Reader<string> {
  return parsedBy((value) => {
    if (typeof value !== 'string') return { problem: `must be a string, not ${wrongKind(value)}` };
    const problem = findProblem(value);
    return problem === undefined ? { value } : { problem };
  });
}

export const readText = textWithout(() => undefined);

export const readFilledText = textWithout((text) => (text.trim() === '' ? 'must not be blank' : undefined));

/** A text that becomes one line: a header value, a tag. */
export const readLine = textWithout(findUnsafeText);
