import { fields, number, optional, text } from '../shape.ts';
import { checkCloseCode } from './close-code.ts';

const objects = fields({
  delayMs: optional((value) => (Number(value) >= 0 ? number(value) : ' must be 0 or more')),
  replace: optional(text),
  reason: optional(text),
});

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

// A fault with a misspelled action would never happen, and the test would pass without it.
export function requireFrameAction(action: FrameAction): void {
  if (typeof action === 'object' && action !== null) {
    const problem = objects(action);
    if (problem !== undefined) throw new TypeError(`action${problem}`);
    if ('close' in action) checkCloseCode(action.close);
    if ('close' in action || 'delayMs' in action || 'replace' in action) return;
  }
  if (actionNames.includes(action)) return;
  const names = actionNames.join(', ');
  throw new TypeError(`action must be one of ${names}, or an object with delayMs, replace or close`);
}

const actionNames: readonly unknown[] = ['drop', 'duplicate', 'malform', 'swap', 'cut', 'stop-answering'];
