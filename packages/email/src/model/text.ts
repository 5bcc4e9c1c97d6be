import { wrongKind } from '@org/core/driver';
import type { Reader } from './reader.ts';

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
  return (value, path, report) => {
    const isText = typeof value === 'string';
    const problem = isText ? findProblem(value) : `must be a string, not ${wrongKind(value)}`;
    if (isText && problem === undefined) return value;
    report(path, problem ?? '');
    return undefined;
  };
}

export const readText = textWithout(() => undefined);

export const readFilledText = textWithout((text) => (text.trim() === '' ? 'must not be blank' : undefined));

/** A text that becomes one line: a header value, a tag. */
export const readLine = textWithout(findUnsafeText);

/** A line with more than spaces: a label, a name. */
export const readFilledLine = textWithout((text) =>
  text.trim() === '' ? 'must not be blank' : findUnsafeText(text),
);

export const readContent = textWithout((text) => (text === '' ? 'must not be empty' : undefined));

const maxSubjectLength = 998;

const readSubjectLine = textWithout((text) =>
  utf8Length(text) > maxSubjectLength ? `is longer than ${maxSubjectLength} bytes` : findUnsafeText(text),
);

/** A tab, as from a spreadsheet, is a space: services refuse it or drop the subject. */
export const readSubject: Reader<string> = (value, path, report) =>
  readSubjectLine(typeof value === 'string' ? value.replaceAll('\t', ' ') : value, path, report);
