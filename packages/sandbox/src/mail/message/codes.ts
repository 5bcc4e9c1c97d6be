import { convertHtmlToText } from './html-to-text.ts';
import type { ReceivedMessage } from './received-message.ts';

// Longer texts are searched at their beginning.
const maxText = 100_000;
const separators = /[\s"'<>()[\]{}.,;:!?*=|]/;
const hints = ['code', 'pin', 'otp', 'token', 'passcode', 'password', 'kode', 'código', 'codice', 'verif'];

/**
 * The one-time codes in the subject and the text of a message, the most likely one first: 4 to 10 digits, or
 * 5 to 10 capital letters and digits, also in two halves (`123-456`, `123 456`, returned as `123456`). Codes
 * in a line that names one ("Your code:"), or below such a line, come first; numbers in links do not count.
 *
 * @example
 * const mail = await sandbox.mail.mailbox.waitFor({ to: 'bob@example.com' });
 * const [code = ''] = codesIn(mail); // 482913
 */
export function codesIn({ parsed }: Pick<ReceivedMessage, 'parsed'>): readonly string[] {
  const { subject = '', text, html = '' } = parsed;
  const body = text?.trim() ? text : convertHtmlToText(html.slice(0, maxText));
  const found = new Map<string, number>();
  let hintedLine = -2;
  for (const [index, line] of `${subject}\n${body}`.slice(0, maxText).split('\n').entries()) {
    const lower = line.toLowerCase();
    if (hints.some((hint) => lower.includes(hint))) hintedLine = index;
    else if (line.trim() === '' && hintedLine === index - 1) hintedLine = index; // a blank line between
    const rank = index - hintedLine <= 1 ? 1 : 0;
    for (const code of codesInLine(line)) found.set(code, Math.max(rank, found.get(code) ?? 0));
  }
  return [...found].sort(([, a], [, b]) => b - a).map(([code]) => code);
}

function codesInLine(line: string): readonly string[] {
  const words = line.split(' ').flatMap((word) => (word.includes('://') ? [''] : word.split(separators)));
  const codes: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const next = words[at + 1] ?? '';
    if (isHalf(word) && isHalf(next) && word.length === next.length) {
      codes.push(word + next);
      at += 1;
    } else {
      const joined = word.replaceAll('-', '');
      if (isCode(joined) && word.split('-').length <= 2) codes.push(joined);
    }
  }
  return codes;
}

const isHalf = (word: string): boolean => (word.length === 3 || word.length === 4) && isDigits(word);
const isDigits = (word: string): boolean => /^\d+$/.test(word);

function isCode(word: string): boolean {
  if (word.length < 4 || word.length > 10) return false;
  if (isDigits(word)) return true;
  return word.length >= 5 && /^[A-Z\d]+$/.test(word) && /\d/.test(word);
}
