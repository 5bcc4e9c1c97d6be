import { type MailEventKind, mailEventKinds } from '../../mail-event-kind.ts';
import { maxDelayMs } from './plan-events.ts';

/** The events of messages that match all given properties, instead of those by the address. */
export interface EventRule {
  /** `*` in a pattern stands for any text. Case does not matter. */
  readonly match?: {
    readonly service?: string;
    readonly recipient?: string;
    readonly subject?: string;
  };
  /** In this order. Without any, nothing is ever heard of the message. */
  readonly events: readonly MailEventKind[];
  /** Up to a minute. @default 0 */
  readonly delayMs?: number;
}

export const maxRules = 100;

// A rule with a misspelled part would never match, and the test would pass without it.
/** @throws {RangeError | TypeError} */
export function checkRule({ match = {}, events, delayMs = 0, ...others }: EventRule): void {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new TypeError(`A rule has no ${unknown}. It has match, events, delayMs.`);
  for (const [name, pattern] of Object.entries(match)) {
    if (!['service', 'recipient', 'subject'].includes(name))
      throw new TypeError(`match has no ${name}. It has service, recipient, subject.`);
    if (typeof pattern !== 'string') throw new TypeError(`match.${name} must be a text.`);
  }
  if (!Array.isArray(events)) throw new TypeError('events must be a list.');
  for (const kind of events) requireKind(kind);
  if (!(delayMs >= 0 && delayMs <= maxDelayMs))
    throw new RangeError(`delayMs must be 0 to ${maxDelayMs}, not ${delayMs}.`);
}

/** @throws {TypeError} */
export function requireKind(kind: unknown): MailEventKind {
  const found = mailEventKinds.find((each) => each === kind);
  if (found === undefined)
    throw new TypeError(`An event must be one of ${mailEventKinds.join(', ')}, not ${String(kind)}.`);
  return found;
}
