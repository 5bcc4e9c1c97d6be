import { InvalidInputError } from '@org/core';
import { memberPath } from '../../../driver.ts';

// RFC 5322, section 2.1.1. A folded line begins with a space.
const maxLineBytes = 998;
const maxWordLength = maxLineBytes - 1;
// An encoded word has at most 75 characters (RFC 2047, section 2): 45 bytes in base64 and its 12 of frame.
const encodedBytes = 45;

/** The fields with free text, where words may be encoded (RFC 2047, section 5). */
const freeText = /^(?:subject|comments|x-.*)$/i;

/**
 * A header value that fits into lines and arrives as it is. nodemailer folds at white space and encodes text
 * outside ASCII. A longer ASCII word, and a text that a reader would decode, are encoded here where that is
 * allowed; {@link requireShortLines} refuses other long words.
 */
export function convertHeaderText(name: string, value: string): string {
  const isAscii = /^\p{ASCII}*$/u.test(value);
  const isShort = !isAscii || value.split(/[ \t]/).every(({ length }) => length <= maxWordLength);
  if ((isShort && !value.includes('=?')) || !freeText.test(name)) return value;
  // A character has at most four bytes in UTF-8.
  const length = isAscii ? encodedBytes : Math.floor(encodedBytes / 4);
  const parts = value.match(new RegExp(`[^]{1,${length}}`, 'gu')) ?? [];
  return parts.map((part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`).join(' ');
}

/** The last check of a composed message. @throws InvalidInputError that names the header field */
export function requireShortLines(message: Buffer): void {
  for (let start = 0; start < message.length; ) {
    const end = message.indexOf('\r\n', start);
    const next = end === -1 ? message.length : end;
    if (next - start > maxLineBytes) throw tooLong(fieldOf(message, start));
    start = next + 2;
  }
}

/** The name of the header field that the line at `start` belongs to: folded lines begin with white space. */
function fieldOf(message: Buffer, start: number): string {
  let at = start;
  while (at > 0 && (message[at] === 0x20 || message[at] === 0x09)) {
    const previous = message.lastIndexOf('\r\n', at - 3);
    at = previous === -1 ? 0 : previous + 2;
  }
  return /^[!-9;-~]+(?=:)/.exec(message.toString('latin1', at, at + 80))?.[0] ?? 'message';
}

/** The fields of a message that become header fields. */
const fields: ReadonlyMap<string, string> = new Map([
  ['from', 'from'],
  ['to', 'to'],
  ['cc', 'cc'],
  ['reply-to', 'replyTo'],
  ['subject', 'subject'],
  ['list-unsubscribe', 'listUnsubscribe'],
]);

function tooLong(name: string): InvalidInputError {
  const problem = `has a line of more than ${maxLineBytes} bytes that cannot be folded`;
  return new InvalidInputError({
    message: `The message cannot be sent: the header ${name} ${problem}. Shorten it or put spaces into it.`,
    provider: 'smtp',
    operation: 'send',
    outcome: 'not-sent',
    issues: [{ path: fields.get(name.toLowerCase()) ?? memberPath('headers', name), message: problem }],
  });
}
