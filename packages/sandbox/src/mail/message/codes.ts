import { requireArgument } from '@org/core/basics';
import { type Candidate, candidatesIn } from './code-candidates.ts';
import { messageRule, type ReceivedMessage } from './received-message.ts';
import { readWords } from './words.ts';

/**
 * The one-time codes in the subject and in both parts of a message, the most likely one first: 4 to 10
 * digits, or 5 to 10 capital letters and digits. Digits in two halves or one by one are joined (`123-456`,
 * `123 456` and `1 2 3 4 5 6` are `123456`); a code with letters stays as it is written (`G-482913`). First
 * come those that the text calls a code, then six digits and codes in a line of their own; last what it calls
 * an order, an invoice and the like, and years. Numbers in links do not count.
 *
 * @example
 * const mail = await sandbox.mail.mailbox.waitFor({ to: 'bob@example.com' });
 * const [code = ''] = codesIn(mail); // 482913
 */
export function codesIn(message: Pick<ReceivedMessage, 'parsed'>): readonly string[] {
  requireArgument('message', message, messageRule);
  const { subject, visible, text } = readWords(message.parsed);
  const ranks = new Map<string, number>();
  for (const part of [subject, visible, text])
    for (const candidate of candidatesIn(part))
      ranks.set(candidate.code, Math.max(rankOf(candidate), ranks.get(candidate.code) ?? -10));
  return [...ranks].sort(([, a], [, b]) => b - a).map(([code]) => code);
}

/** Its name says most; its shape and its place decide between those without one. */
function rankOf({ code, named, isAlone }: Candidate): number {
  const byName = named === 'code' ? 4 : named === 'other' ? -4 : 0;
  if (/^(?:19|20)\d\d$/.test(code)) return named === 'code' ? 3 : -5;
  const byShape = /^(?:[A-Z]{1,3}-)?\d{6}$/.test(code) ? 2 : code.length <= 8 ? 1 : 0;
  return byName + byShape + (isAlone ? 1 : 0);
}
