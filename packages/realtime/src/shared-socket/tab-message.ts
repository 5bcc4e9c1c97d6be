import type { SocketEnd } from '../connection/socket.ts';
import { isRecord } from '../internal/json.ts';

/**
 * A message between tabs.
 * - `hello`: a tab looks for the leader. `leading`: a tab became the leader.
 * - `attached`: the leader took a tab. `frame`: one message of the protocol, in either direction.
 * - `read`: a tab took that much text. `leave`: a tab ends. `end`: the connection ended.
 * - `ask`: a tab has not heard from its leader. `here`: the leader's answer.
 * - `stood-still`: the leader did not run until now, so its next frames may have waited.
 */
export type TabMessage = Addresses &
  (
    | { readonly type: 'hello' | 'leading' | 'attached' | 'leave' | 'ask' | 'here' | 'stood-still' }
    | { readonly type: 'frame'; readonly text: string }
    | { readonly type: 'read'; readonly length: number }
    | { readonly type: 'end'; readonly end: SocketEnd }
  );

interface Addresses {
  readonly sender: string;
  /** The receiver's id; empty when the message is to all tabs. */
  readonly to: string;
}

/** Reads a message. Any script of the same origin can post, so other shapes are ignored. */
export function readTabMessage(value: unknown): TabMessage | undefined {
  if (!isRecord(value)) return undefined;
  const { type, sender, to, text, length, end } = value;
  if (typeof sender !== 'string' || typeof to !== 'string') return undefined;
  switch (type) {
    case 'hello':
    case 'leading':
    case 'attached':
    case 'leave':
    case 'ask':
    case 'here':
    case 'stood-still':
      return { type, sender, to };
    case 'frame':
      return typeof text === 'string' ? { type, sender, to, text } : undefined;
    case 'read':
      return typeof length === 'number' && length >= 0 ? { type, sender, to, length } : undefined;
    case 'end':
      return isEnd(end) ? { type, sender, to, end } : undefined;
    default:
      return undefined;
  }
}

function isEnd(value: unknown): value is SocketEnd {
  if (!isRecord(value)) return false;
  const { code, reason, retryAfterMs = 0 } = value;
  return typeof code === 'number' && typeof reason === 'string' && typeof retryAfterMs === 'number';
}
