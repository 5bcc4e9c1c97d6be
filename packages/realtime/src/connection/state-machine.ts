import type { OrgError } from '@org/core';
import { classifyCloseCode } from '../protocol/close-code.ts';
import type { Pace } from './reconnect-delay.ts';
import type { SocketEnd } from './socket.ts';

/** Why there is no connection. */
export interface Loss {
  readonly kind: 'closed' | 'refused' | 'violated' | 'timeout' | 'silent' | 'frozen' | 'unusable';
  /** The close code, or that of a refusal in the first frame. */
  readonly code?: number;
  readonly reason: string;
  /** The delay that the service asked for. */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** A delay before the next attempt. */
export interface Waiting {
  readonly name: 'reconnecting' | 'suspended';
  readonly failures: number;
  readonly loss: Loss;
  readonly pace: Pace;
}

/** `failures` counts failed attempts and lost connections since the last stable connection. */
export type MachineState =
  | { readonly name: 'idle' }
  | { readonly name: 'connecting'; readonly failures: number }
  | { readonly name: 'connected'; readonly failures: number; readonly socketId: string }
  | Waiting
  | { readonly name: 'failed'; readonly loss: Loss }
  | { readonly name: 'closed' };

export type MachineEvent =
  /** The application wants a connection. */
  | { readonly type: 'connect' }
  /** The application closes the client. */
  | { readonly type: 'close' }
  /** The first frame was `pusher:connection_established`. */
  | { readonly type: 'established'; readonly socketId: string }
  /** The first frame was an error; the socket is still open. */
  | { readonly type: 'refused'; readonly code: number; readonly reason: string; readonly isTls: boolean }
  /** The first frame was another one; the socket is still open. */
  | { readonly type: 'violated'; readonly reason: string }
  /** The socket is closed. */
  | (SocketEnd & { readonly type: 'ended'; readonly isTls: boolean })
  /** No handshake in time. */
  | { readonly type: 'timed-out' }
  /** No message, and no pong. */
  | { readonly type: 'silent' }
  /** This platform cannot make a socket. */
  | { readonly type: 'unusable'; readonly error: OrgError }
  /** The connection lasted long enough to reset the back-off. */
  | { readonly type: 'stable' }
  /** The delay before the next attempt is over. */
  | { readonly type: 'delay-over' }
  | { readonly type: 'online' }
  | { readonly type: 'offline' }
  /** The page became visible. */
  | { readonly type: 'visible' }
  /** The browser is about to stop the page's timers and events, for example in its back/forward cache. */
  | { readonly type: 'frozen' }
  /** The page runs again. */
  | { readonly type: 'resumed' };

/**
 * The effects of a transition, besides the attempt or the delay that the next state begins with.
 * - `close`: close the socket with the closing handshake.
 * - `drop`: cut the socket, because the service does not answer.
 * - `reopen`: cut the socket of the attempt, and begin the attempt again.
 * - `use-tls`: use TLS from now on.
 * - `probe`: ping at once, to check the connection. `probe-urgently`: with a shorter pong timeout.
 */
export type Effect = 'close' | 'drop' | 'reopen' | 'use-tls' | 'probe' | 'probe-urgently';

type Step = readonly [MachineState, readonly Effect[]];

/**
 * The state machine of a connection, pure and total. A state ignores the events that it has no transition
 * for. `connecting` begins with an attempt, `reconnecting` and `suspended` with a delay. The classes of close
 * codes are those of the Pusher Channels protocol; the back-off with jitter is ours.
 */
export function transition(state: MachineState, event: MachineEvent): Step {
  if (event.type === 'close') return [{ name: 'closed' }, closing(state)];
  switch (state.name) {
    case 'idle':
    case 'failed':
      return event.type === 'connect' ? [{ name: 'connecting', failures: 0 }, []] : [state, []];
    case 'connecting':
      return whileConnecting(state, event);
    case 'connected':
      return whileConnected(state, event);
    case 'reconnecting':
    case 'suspended':
      return whileWaiting(state, event);
    case 'closed':
      return [state, []];
  }
}

type Live = Extract<MachineState, { name: 'connecting' | 'connected' }>;

function closing({ name }: MachineState): readonly Effect[] {
  if (name === 'connecting') return ['drop']; // without a handshake there is nothing to close
  return name === 'connected' ? ['close'] : [];
}

function whileConnecting(state: Live, event: MachineEvent): Step {
  switch (event.type) {
    case 'established':
      return [{ name: 'connected', failures: state.failures, socketId: event.socketId }, []];
    case 'refused':
      return afterCode(state, event, { kind: 'refused', code: event.code, reason: event.reason }, ['close']);
    case 'violated':
      return reconnect(state, 'wait', { kind: 'violated', reason: event.reason }, ['close']);
    case 'timed-out':
      return reconnect(state, 'lost', { kind: 'timeout', reason: 'no handshake in time' }, ['drop']);
    case 'unusable':
      return [
        { name: 'failed', loss: { kind: 'unusable', reason: event.error.message, cause: event.error } },
        [],
      ];
    case 'ended':
      return afterEnd(state, event);
    case 'frozen':
      return freeze(state, 'drop');
    case 'online':
    case 'visible':
    case 'resumed':
      // The attempt began on another network, or before a standstill: it may hang until its deadline.
      return [state, ['reopen']];
    default:
      return [state, []];
  }
}

function whileConnected(state: Extract<Live, { name: 'connected' }>, event: MachineEvent): Step {
  switch (event.type) {
    case 'ended':
      return afterEnd(state, event);
    case 'silent':
      return reconnect(state, 'soon', { kind: 'silent', reason: 'no answer to a ping' }, ['drop']);
    case 'stable':
      return [{ ...state, failures: 0 }, []];
    case 'offline':
    case 'online':
    case 'visible':
    case 'resumed':
      // A short interruption may pass. After one, the network must prove itself at once.
      return [state, [event.type === 'offline' ? 'probe' : 'probe-urgently']];
    case 'frozen':
      return freeze(state, 'close');
    default:
      return [state, []];
  }
}

// A platform may report offline while the service is reachable, so slow attempts continue while suspended.
function whileWaiting(state: Waiting, event: MachineEvent): Step {
  const { failures, loss, pace } = state;
  const now: Step = [{ name: 'connecting', failures }, []];
  if (event.type === 'delay-over' || event.type === 'connect') return now;
  // The service asked for the delay, so no signal of the platform shortens it.
  if (pace === 'wait' || loss.retryAfterMs !== undefined) return [state, []];
  switch (event.type) {
    case 'online':
    case 'resumed':
      return now;
    case 'visible':
      return state.name === 'suspended' ? [state, []] : now;
    case 'offline':
    case 'frozen':
      return state.name === 'suspended' ? [state, []] : [{ ...state, name: 'suspended', pace: 'slow' }, []];
    default:
      return [state, []];
  }
}

// A frozen page cannot answer a ping, and browsers do not keep a page with an open socket in their
// back/forward cache. Source: WHATWG HTML, issue 12085.
function freeze({ failures }: Live, end: Effect): Step {
  const loss: Loss = { kind: 'frozen', reason: '' };
  return [{ name: 'suspended', failures, loss, pace: 'slow' }, [end]];
}

function afterEnd(state: Live, event: Extract<MachineEvent, { type: 'ended' }>): Step {
  const { code, reason, retryAfterMs, cause } = event;
  return afterCode(state, event, { kind: 'closed', code, reason, retryAfterMs, cause }, []);
}

function afterCode(
  state: Live,
  { code, isTls }: { readonly code: number; readonly isTls: boolean },
  loss: Loss,
  cleanup: readonly Effect[],
): Step {
  const kind = classifyCloseCode(code);
  if (kind === 'use-tls' && !isTls) return reconnect(state, 'soon', loss, [...cleanup, 'use-tls']);
  if (kind === 'use-tls' || kind === 'stop') return [{ name: 'failed', loss }, cleanup];
  return reconnect(state, kind, loss, cleanup);
}

function reconnect({ failures }: Live, pace: Pace, loss: Loss, cleanup: readonly Effect[]): Step {
  return [{ name: 'reconnecting', failures: failures + 1, loss, pace }, cleanup];
}
