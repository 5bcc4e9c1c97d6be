import type { RejectReason } from '../../driver.ts';

/** Enhanced status codes without their class (RFC 3463, section 3; RFC 7372 and RFC 7505 add some). */
const byDetail: ReadonlyMap<string, RejectReason> = new Map([
  ['1.1', 'unknown-user'],
  ['1.2', 'invalid-address'],
  ['1.3', 'invalid-address'],
  ['1.6', 'unknown-user'],
  ['1.10', 'invalid-address'],
  ['2.2', 'mailbox-full'],
]);
const bySubject: ReadonlyMap<string, RejectReason> = new Map([
  ['6', 'spam-content'],
  ['7', 'policy'],
]);
/** RFC 5321, section 4.2.3. 550 alone may be anything. */
const byStatus: ReadonlyMap<number, RejectReason> = new Map([
  [551, 'unknown-user'],
  [552, 'mailbox-full'],
  [553, 'invalid-address'],
]);
const byWords: readonly (readonly [RegExp, RejectReason])[] = [
  [/\b(?:unknown user|user unknown|no such (?:user|recipient|mailbox)|does not exist)\b/i, 'unknown-user'],
  [/\bspam\b/i, 'spam-content'],
  [/\b(?:policy|dmarc|spf|dkim|relay(?:ing)? (?:access )?denied)\b/i, 'policy'],
  [/\bblock(?:ed|list)|\bblacklist/i, 'blocked'],
];

/** The kind of a refusal: the enhanced code first, then the words, then the basic code. */
export function reasonOf(status: number, enhanced: string | undefined, words: string): RejectReason {
  const [, subject = '', detail = ''] = enhanced?.split('.') ?? [];
  const coded = byDetail.get(`${subject}.${detail}`) ?? bySubject.get(subject);
  const said = isFull(words) ? 'mailbox-full' : byWords.find(([pattern]) => pattern.test(words))?.[1];
  // X.7 is also what servers write for blocked senders and for spam.
  if (coded === 'policy' && (said === 'blocked' || said === 'spam-content')) return said;
  return coded ?? said ?? byStatus.get(status) ?? 'other';
}

/** In two searches: one for both words would begin again at each first word. */
function isFull(words: string): boolean {
  const at = words.search(/\b(?:mailbox|inbox|storage|quota)\b/i);
  return (at !== -1 && /\b(?:full|exceeded)/i.test(words.slice(at))) || /\bover ?quota\b/i.test(words);
}
