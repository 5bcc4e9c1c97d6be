import { checkCloseCode } from '../socket/close-code.ts';

/** Closes one connection. */
export interface CloseAction {
  readonly close: number;
  readonly reason?: string;
}

/**
 * An effect on a frame: lost, sent twice, truncated, sent after the next one, later than it was written, or
 * with other text. `cut` ends its connection without a closing frame; `stop-answering` makes it half-open.
 */
export type FrameAction =
  | 'drop'
  | 'duplicate'
  | 'malform'
  | 'swap'
  | 'cut'
  | 'stop-answering'
  | { readonly delayMs: number }
  | { readonly replace: string }
  | CloseAction;

/** The frames of a rule. */
export interface FrameRule {
  /** The sender. @default 'service' */
  readonly from?: 'service' | 'client';
  /** Only frames of this event name, such as `pusher:pong`. @default any frame */
  readonly event?: string;
  /** @default any channel, or none */
  readonly channel?: string;
  /** The first match that is affected, counted from 1. @default 1 */
  readonly nth?: number;
  /** @default 1 */
  readonly times?: number;
}

/** A frame, as far as rules see it. */
export interface FrameSubject {
  readonly from: 'service' | 'client';
  readonly event: string;
  readonly channel: string | undefined;
}

/** Rules that wait for their frames. */
export interface FrameRules {
  add(rule: FrameRule, action: FrameAction): void;
  /** The action of the oldest rule that is due. All matching rules count the frame. */
  take(subject: FrameSubject): FrameAction | undefined;
  has(from: FrameSubject['from']): boolean;
  clear(): void;
}

interface ArmedRule {
  readonly rule: FrameRule;
  readonly action: FrameAction;
  matches: number;
  left: number;
}

export function createFrameRules(): FrameRules {
  let armed: ArmedRule[] = [];
  return {
    add(rule, action) {
      const { nth = 1, times = 1 } = rule;
      for (const [name, value] of Object.entries({ nth, times })) {
        if (Number.isInteger(value) && value >= 1) continue;
        throw new RangeError(`${name} must be a positive integer, got ${value}`);
      }
      requireAction(action);
      armed.push({ rule, action, matches: 0, left: times });
    },
    take(subject) {
      let due: ArmedRule | undefined;
      for (const each of armed) {
        if (!isMatch(each.rule, subject)) continue;
        each.matches += 1;
        if (each.matches >= (each.rule.nth ?? 1)) due ??= each;
      }
      if (due === undefined) return undefined;
      due.left -= 1;
      if (due.left === 0) armed = armed.filter((each) => each !== due);
      return due.action;
    },
    has: (from) => armed.some(({ rule }) => (rule.from ?? 'service') === from),
    clear() {
      armed = [];
    },
  };
}

// A fault with a misspelled action would never happen, and the test would pass without it.
function requireAction(action: FrameAction): void {
  if (typeof action === 'object' && action !== null) {
    if ('close' in action) checkCloseCode(action.close);
    if ('close' in action || 'delayMs' in action || 'replace' in action) return;
  }
  if (actionNames.includes(action)) return;
  const names = actionNames.join(', ');
  throw new TypeError(`action must be one of ${names}, or an object with delayMs, replace or close`);
}

const actionNames: readonly unknown[] = ['drop', 'duplicate', 'malform', 'swap', 'cut', 'stop-answering'];

function isMatch({ from = 'service', event, channel }: FrameRule, subject: FrameSubject): boolean {
  return (
    from === subject.from &&
    (event === undefined || event === subject.event) &&
    (channel === undefined || channel === subject.channel)
  );
}
