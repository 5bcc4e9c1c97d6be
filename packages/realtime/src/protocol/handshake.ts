import type { Frame } from './frame.ts';

/** The first frame of a connection, as an event of its state machine. */
export type Handshake =
  | {
      readonly type: 'established';
      readonly socketId: string;
      /** Silence after which the service asks for a ping. */
      readonly activityTimeoutMs?: number | undefined;
    }
  | { readonly type: 'refused'; readonly code: number; readonly reason: string }
  | { readonly type: 'violated'; readonly reason: string };

// Digits only, and bounded: the id is signed together with a channel name, and must not contain another name.
const socketIdPattern = /^\d{1,31}\.\d{1,31}$/;

/** Source: Pusher documentation, "Pusher Channels Protocol", `pusher:connection_established`. */
export function readHandshake(frame: Frame): Handshake {
  if (frame.event === 'pusher:error') {
    const { code, message } = Object(frame.data);
    const reason = typeof message === 'string' ? message : '';
    return { type: 'refused', code: Number.isFinite(code) ? code : 0, reason };
  }
  if (frame.event !== 'pusher:connection_established')
    return violated('the first frame is not pusher:connection_established');
  const { socket_id: socketId, activity_timeout: seconds } = Object(frame.data);
  if (typeof socketId !== 'string' || !socketIdPattern.test(socketId))
    return violated('pusher:connection_established has no valid socket id');
  const usable = typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0;
  return { type: 'established', socketId, activityTimeoutMs: usable ? seconds * 1000 : undefined };
}

function violated(reason: string): Handshake {
  return { type: 'violated', reason };
}
