import { matchesPattern } from '../../faults/pattern.ts';
import type { Table } from '../../table.ts';
import { checkRule, type EventRule, maxRules } from '../store/event-rule.ts';
import { type EventPlan, maxDelayMs, planEvents } from '../store/plan-events.ts';
import type { EventMessage } from './mail-event.ts';

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

export function createEventRules(rules: Table<{ readonly rule: EventRule }>): OpenEventRules {
  return {
    add: (rule) => {
      checkRule(rule);
      if (rules.all().length >= maxRules) throw new RangeError(`There are ${maxRules} rules already.`);
      return rules.add({ rule }).id;
    },
    list: () => rules.all().map(({ id, rule }) => ({ ...rule, id })),
    remove: rules.delete,
    clear: () => rules.replaceAll([]),
    plan: (message, recipient) => {
      const found = rules.find(({ rule }) => isMatch(rule, message, recipient))?.rule;
      return found === undefined
        ? planEvents(recipient)
        : { kinds: found.events, delayMs: Math.min(found.delayMs ?? 0, maxDelayMs) };
    },
  };
}

function isMatch({ match = {} }: EventRule, { service, subject }: EventMessage, recipient: string): boolean {
  const values = { service, subject, recipient };
  return Object.entries(match).every(([name, pattern]) =>
    matchesPattern(pattern.toLowerCase(), values[name as keyof typeof values].toLowerCase()),
  );
}
