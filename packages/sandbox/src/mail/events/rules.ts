import { matchesPattern } from '../../faults/pattern.ts';
import { type MailEventKind, mailEventKinds } from '../../mail-event-kind.ts';
import type { EventMessage } from './mail-event.ts';
import { type EventPlan, maxDelayMs, planEvents } from './plan-events.ts';

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

/** The rules for the events of mail. The oldest that matches decides. */
export interface EventRules {
  /** Returns its id. @throws {RangeError | TypeError} for an invalid rule, or the 101st */
  add(rule: EventRule): string;
  list(): readonly (EventRule & { readonly id: string })[];
  /** Whether the rule was there. */
  remove(id: string): boolean;
  clear(): void;
}

/** The rules, as the events use them. */
export interface OpenEventRules extends EventRules {
  plan(message: EventMessage, recipient: string): EventPlan;
}

const maxRules = 100;

export function createEventRules(announce: () => void): OpenEventRules {
  const rules = new Map<string, EventRule>();
  let sequence = 0;
  return {
    add: (rule) => {
      check(rule);
      if (rules.size >= maxRules) throw new RangeError(`There are ${maxRules} rules already.`);
      sequence += 1;
      rules.set(`r${sequence}`, rule);
      announce();
      return `r${sequence}`;
    },
    list: () => [...rules].map(([id, rule]) => ({ ...rule, id })),
    remove: (id) => {
      const wasThere = rules.delete(id);
      announce();
      return wasThere;
    },
    clear: () => {
      rules.clear();
      announce();
    },
    plan: (message, recipient) => {
      const rule = [...rules.values()].find((each) => isMatch(each, message, recipient));
      return rule === undefined
        ? planEvents(recipient)
        : { kinds: rule.events, delayMs: Math.min(rule.delayMs ?? 0, maxDelayMs) };
    },
  };
}

function isMatch({ match = {} }: EventRule, { service, subject }: EventMessage, recipient: string): boolean {
  const values = { service, subject, recipient };
  return Object.entries(match).every(([name, pattern]) =>
    matchesPattern(pattern.toLowerCase(), values[name as keyof typeof values].toLowerCase()),
  );
}

// A rule with a misspelled part would never match, and the test would pass without it.
function check({ match = {}, events, delayMs = 0, ...others }: EventRule): void {
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
