import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { meantOption } from '@org/core/driver';
import { matchesPattern } from '../../faults/pattern.ts';
import type { ParsedMessage } from '../message/parse-message.ts';

/**
 * Conditions on a message, for `waitFor()`, the matchers, `sandbox mail wait` and `GET /api/messages/wait`.
 * All of those that are given must hold. In a text, `*` stands for any text.
 */
export interface MessageQuery {
  /** One of the envelope's recipients, in any letter case: `bob@example.com`, or `*@example.com`. */
  readonly to?: string | RegExp;
  /** The sender of the header or of the envelope, in any letter case. */
  readonly from?: string | RegExp;
  /** The whole subject, `*code*` for a part of it, or an expression that matches it. */
  readonly subject?: string | RegExp;
  /** A part of the plain text or of the HTML source, or an expression that matches one. */
  readonly text?: string | RegExp;
  /** The service that accepted it: `resend`; `smtp` for SMTP. */
  readonly service?: string;
}

export const messageQueryNames: OptionNames<MessageQuery> = {
  to: 0,
  from: 0,
  subject: 0,
  text: 0,
  service: 0,
};

/** The parts of a received message that a query compares. */
export interface QueriedMessage {
  readonly via: 'api' | 'smtp';
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  readonly parsed: Pick<ParsedMessage, 'from' | 'subject' | 'text' | 'html'>;
  readonly labels?: { readonly service: string } | undefined;
}

/** The values of each field. Only those of the content parse the message. */
export const comparedValues: Readonly<
  Record<keyof MessageQuery, (message: QueriedMessage) => readonly string[]>
> = {
  to: ({ envelope }) => envelope.to,
  from: ({ envelope, parsed }) => [parsed.from?.address ?? '', envelope.from],
  subject: ({ parsed }) => [parsed.subject ?? ''],
  text: ({ parsed }) => [parsed.text ?? '', parsed.html ?? ''],
  service: ({ labels, via }) => [labels?.service ?? via],
};

const fieldsOf = (query: MessageQuery): readonly (keyof MessageQuery)[] =>
  (Object.keys(messageQueryNames) as (keyof MessageQuery)[]).filter((field) => query[field] !== undefined);

/**
 * Finds the conditions that a message does not meet.
 *
 * @throws {ConfigurationError} for an unknown condition
 * @throws {TypeError} for a query without conditions
 */
export function createMismatch(query: MessageQuery): (message: QueriedMessage) => (keyof MessageQuery)[] {
  refuseUnknown(query, messageQueryNames, 'A message query', meantOption);
  const fields = fieldsOf(query);
  if (fields.length === 0)
    throw new TypeError(`A message query needs a condition: ${Object.keys(messageQueryNames).join(', ')}.`);
  return (message) =>
    fields.filter(
      (field) => !comparedValues[field](message).some((value) => isMatch(field, query[field], value)),
    );
}

/** Whether a message meets all conditions. Throws as {@link createMismatch}. */
export function matchMessage(query: MessageQuery): (message: QueriedMessage) => boolean {
  const mismatch = createMismatch(query);
  return (message) => mismatch(message).length === 0;
}

function isMatch(field: keyof MessageQuery, wanted: string | RegExp | undefined, value: string): boolean {
  // `search` ignores the position that a sticky or global expression keeps.
  if (wanted instanceof RegExp) return value.search(wanted) !== -1;
  if (wanted === undefined) return false;
  if (field === 'text') return matchesPattern(`*${wanted}*`, value);
  if (field === 'subject') return matchesPattern(wanted, value);
  return matchesPattern(wanted.toLowerCase(), value.toLowerCase());
}

/** `to "bob@example.com", subject /welcome/i`. */
export function describeQuery(query: MessageQuery): string {
  return fieldsOf(query)
    .map(
      (field) => `${field} ${query[field] instanceof RegExp ? query[field] : JSON.stringify(query[field])}`,
    )
    .join(', ');
}
