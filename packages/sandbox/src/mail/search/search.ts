import type { ReceivedMessage } from '../received-message.ts';
import { hasTag } from '../tags.ts';
import { type IndexedMessage, indexMessage } from './indexed-message.ts';
import { parseInstant } from './instant.ts';
import { cleanText, parseQuery, type Term } from './query.ts';

/** Options of a search. */
export interface SearchOptions {
  /** The time zone of dates in the query: `Europe/Zurich`. @default that of this machine */
  readonly timeZone?: string;
}

type Condition = (message: ReceivedMessage, indexed: IndexedMessage) => boolean;

/** The messages that meet all terms of a query, newest first; all of them for an empty query. */
export function searchMessages(
  messages: readonly ReceivedMessage[],
  query: string,
  { timeZone }: SearchOptions = {},
): readonly ReceivedMessage[] {
  const conditions = parseQuery(query).flatMap((term) => {
    const condition = conditionOf(term, timeZone);
    if (condition === undefined) return [];
    const { isExcluded } = term;
    return [
      (message: ReceivedMessage, indexed: IndexedMessage) => condition(message, indexed) !== isExcluded,
    ];
  });
  if (conditions.length === 0) return messages.toReversed();
  return messages
    .filter((message) => {
      const indexed = indexMessage(message);
      return conditions.every((condition) => condition(message, indexed));
    })
    .reverse();
}

/** `undefined` for a term without a meaning, such as a date that is none: it is ignored, as in Mailpit. */
function conditionOf({ field, value }: Term, timeZone: string | undefined): Condition | undefined {
  const text = cleanText(value);
  if (field === 'tag') return ({ tags }) => hasTag(tags, text);
  if (field === 'before' || field === 'after') return timeCondition(field, value, timeZone);
  if (field === 'larger' || field === 'smaller') {
    const bytes = parseSize(text);
    if (bytes === 0) return containsText(`${field}:${text}`);
    return ({ raw }) => (field === 'larger' ? raw.byteLength > bytes : raw.byteLength < bytes);
  }
  if (field === 'is') return states.get(text) ?? containsText(`is:${text}`);
  if (field === 'has') return parts.get(text.replace(/s$/, '')) ?? containsText(`has:${text}`);
  if (field === 'addressed')
    return (_, { from, to, cc, bcc, 'reply-to': replyTo }) =>
      [from, to, cc, bcc, replyTo].some((addresses) => addresses.includes(text));
  return field === '' ? containsText(text) : (_, indexed) => indexed[field as TextField].includes(text);
}

type TextField = 'from' | 'to' | 'cc' | 'bcc' | 'reply-to' | 'subject' | 'message-id';

const states = new Map<string, Condition>([
  ['read', ({ isRead }) => isRead],
  ['unread', ({ isRead }) => !isRead],
  ['tagged', ({ tags }) => tags.length > 0],
]);

const parts = new Map<string, Condition>([
  ['attachment', (_, { attachments }) => attachments > 0],
  ['inline', (_, { inlines }) => inlines > 0],
]);

function containsText(text: string): Condition {
  return (_, indexed) => indexed.text.includes(text);
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
