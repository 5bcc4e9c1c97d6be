import { hasAtMost, type ReceivedMessage } from '../../message/received-message.ts';
import { hasTag } from '../../message/tags.ts';
import { someInSlices } from '../in-slices.ts';
import { fieldsOf, textOf } from './indexed-message.ts';
import { parseInstant } from './instant.ts';
import { cleanText, parseQuery, type Term } from './query.ts';

/** Options of a search. */
export interface SearchOptions {
  /** The time zone of dates in the query: `Europe/Zurich`. @default that of this machine */
  readonly timeZone?: string;
}

type Condition = (message: ReceivedMessage) => boolean;

/** The messages that meet all terms of a query, newest first; all of them for an empty query. */
export function searchMessages(
  messages: readonly ReceivedMessage[],
  query: string,
  options: SearchOptions = {},
): readonly ReceivedMessage[] {
  return messages.filter(matcherOf(query, options)).reverse();
}

/** The same without a long pause for other requests. */
export async function searchInSlices(
  messages: readonly ReceivedMessage[],
  query: string,
  options: SearchOptions = {},
): Promise<readonly ReceivedMessage[]> {
  const isMatch = matcherOf(query, options);
  const found: ReceivedMessage[] = [];
  await someInSlices(messages, (message) => {
    if (isMatch(message)) found.push(message);
    return false;
  });
  return found.reverse();
}

function matcherOf(query: string, { timeZone }: SearchOptions): Condition {
  // The words of a message take longer to read than its fields: most messages fail at those.
  const terms = parseQuery(query).toSorted((a, b) => Number(a.field === '') - Number(b.field === ''));
  const conditions = terms.flatMap((term) => {
    const condition = conditionOf(term, timeZone);
    if (condition === undefined) return [];
    const { isExcluded } = term;
    return [(message: ReceivedMessage) => condition(message) !== isExcluded];
  });
  return (message) => conditions.every((condition) => condition(message));
}

/** `undefined` for a term without a meaning, such as a date that is none: it is ignored, as in Mailpit. */
function conditionOf({ field, value }: Term, timeZone: string | undefined): Condition | undefined {
  const text = cleanText(value);
  if (field === 'tag') return ({ tags }) => hasTag(tags, text);
  if (field === 'before' || field === 'after') return timeCondition(field, value, timeZone);
  if (field === 'larger' || field === 'smaller') {
    const bytes = parseSize(text);
    if (bytes === 0) return containsText(`${field}:${text}`);
    return (message) => (field === 'larger' ? !hasAtMost(message, bytes) : hasAtMost(message, bytes - 1));
  }
  if (field === 'is') return states.get(text) ?? containsText(`is:${text}`);
  if (field === 'has') return parts.get(text.replace(/s$/, '')) ?? containsText(`has:${text}`);
  if (field === 'addressed')
    return (message) => {
      const { from, to, cc, bcc, 'reply-to': replyTo } = fieldsOf(message);
      return [from, to, cc, bcc, replyTo].some((addresses) => addresses.includes(text));
    };
  return field === ''
    ? containsText(text)
    : (message) => fieldsOf(message)[field as TextField].includes(text);
}

type TextField = 'from' | 'to' | 'cc' | 'bcc' | 'reply-to' | 'subject' | 'message-id';

const states = new Map<string, Condition>([
  ['read', ({ isRead }) => isRead],
  ['unread', ({ isRead }) => !isRead],
  ['tagged', ({ tags }) => tags.length > 0],
]);

const parts = new Map<string, Condition>([
  ['attachment', (message) => fieldsOf(message).attachments > 0],
  ['inline', (message) => fieldsOf(message).inlines > 0],
]);

function containsText(text: string): Condition {
  return (message) => textOf(message).includes(text);
}

function timeCondition(
  field: 'before' | 'after',
  value: string,
  timeZone: string | undefined,
): Condition | undefined {
  const instant = parseInstant(value, timeZone);
  if (instant === undefined) return undefined;
  return ({ receivedAt }) =>
    field === 'before' ? Number(receivedAt) <= instant : Number(receivedAt) >= instant;
}

const units = new Map([
  ['', 1],
  ['k', 1024],
  ['kb', 1024],
  ['m', 1024 ** 2],
  ['mb', 1024 ** 2],
]);

/** Bytes of `2kb`, `1.5M` or `4096`; 0 for another text. */
function parseSize(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,12}(?:\.\d{1,12})?) ?([a-z]{0,2})$/.exec(text) ?? [];
  return Math.floor(Number(count) * (units.get(unit) ?? 0));
}
