import { type MailEventKind, mailEventKinds } from '../../mail-event-kind.ts';

export interface EventPlan {
  readonly kinds: readonly MailEventKind[];
  readonly delayMs: number;
}

export const maxDelayMs = 60_000;

const words: ReadonlyMap<string, readonly MailEventKind[]> = new Map<string, readonly MailEventKind[]>([
  ['defer', ['deferred']],
  ['bounce', ['bounced']],
  ['complaint', ['complained']],
  ['open', ['opened']],
  ['click', ['opened', 'clicked']],
  ['unsubscribe', ['unsubscribed']],
]);

/**
 * The events of a recipient, by the words of its address: `bounce@…`, `defer+open+delay-5s@…`. It is
 * delivered, unless it bounces.
 */
export function planEvents(address: string): EventPlan {
  const parts = address.slice(0, address.lastIndexOf('@')).toLowerCase().split('+');
  const kinds = parts.flatMap((part) => words.get(part) ?? []);
  const isBounced = kinds.includes('bounced');
  const all: readonly MailEventKind[] = isBounced ? kinds : [...kinds, 'delivered'];
  const delayMs = parts.map(delayOf).find((delay) => delay !== undefined) ?? 0;
  return { kinds: mailEventKinds.filter((kind) => all.includes(kind)), delayMs };
}

function delayOf(part: string): number | undefined {
  const [, count, unit] = /^delay-(\d{1,5})(ms|s)$/.exec(part) ?? [];
  return count === undefined ? undefined : Math.min(Number(count) * (unit === 's' ? 1000 : 1), maxDelayMs);
}
