import type { Frame } from './frame.ts';
import { isRecord } from './json.ts';
import { readServiceMessage } from './service-message.ts';

/** What the first frame of a connection says. @internal */
export type Handshake =
  | { readonly kind: 'established'; readonly socketId: string; readonly activityTimeoutMs?: number }
  | { readonly kind: 'refused'; readonly code: number; readonly reason: string }
  | { readonly kind: 'unexpected'; readonly reason: string };

// Bound and digits only: the id is signed together with a channel name, and must not be able to spell another one.
const socketIdPattern = /^\d{1,31}\.\d{1,31}$/;

/** Source: Pusher documentation, "Pusher Channels Protocol", `pusher:connection_established`. @internal */
export function readHandshake(frame: Frame): Handshake {
  if (frame.event === 'pusher:error') {
    const { code, message } = readServiceMessage(frame.data);
    return { kind: 'refused', code: code ?? 0, reason: message };
  }
  if (frame.event !== 'pusher:connection_established')
    return unexpected('the first frame was not a greeting');
  if (!isRecord(frame.data)) return unexpected('the greeting has no data');
  const { socket_id: socketId, activity_timeout: seconds } = frame.data;
  if (typeof socketId !== 'string' || !socketIdPattern.test(socketId))
    return unexpected('the greeting has no usable socket id');
  const usable = typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0;
  return { kind: 'established', socketId, ...(usable && { activityTimeoutMs: seconds * 1000 }) };
}

function unexpected(reason: string): Handshake {
  return { kind: 'unexpected', reason };
}
