import type { OrgError } from '@org/core';
import { classifyCloseCode } from '../protocol/close-code.ts';
import type { Pace, ReconnectPace } from './reconnect-delay.ts';
import type { SocketEnd } from './socket.ts';

/** Why there is no connection. @internal */
export interface Loss {
  readonly kind: 'closed' | 'refused' | 'violated' | 'timeout' | 'silent' | 'frozen' | 'unusable';
  /** The close code, or that of a refusal in the first frame. */
  readonly code?: number;
  readonly reason: string;
  /** The delay that the service asked for. */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** `mustWait`: the service asked for the delay, so no signal of the platform shortens it. @internal */
export interface Waiting {
  readonly name: 'reconnecting' | 'suspended';
  readonly failures: number;
  readonly loss: Loss;
  readonly mustWait: boolean;
}

/** `failures` counts failed attempts and lost connections since the last stable connection. @internal */
export type MachineState =
  | { readonly name: 'idle' }
  | { readonly name: 'connecting'; readonly failures: number }
  | { readonly name: 'connected'; readonly failures: number; readonly socketId: string }
  | Waiting
  | { readonly name: 'failed'; readonly loss: Loss }
  | { readonly name: 'closed' };

/** @internal */
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

/** @internal */
export type Effect =
  | { readonly type: 'open' }
  /** Close with the closing handshake. */
  | { readonly type: 'close' }
  /** Cut the socket: the service does not answer. */
  | { readonly type: 'drop' }
  | (ReconnectPace & { readonly type: 'schedule' })
  | { readonly type: 'unschedule' }
  /** Use TLS from now on. */
  | { readonly type: 'use-tls' }
  /** Ping at once, to check the connection. `isUrgent`: with a shorter pong timeout. */
  | { readonly type: 'probe'; readonly isUrgent: boolean };

type Step = readonly [MachineState, readonly Effect[]];

/**
 * The state machine of a connection, pure and total. A state ignores the events that it has no transition
 * for. The classes of close codes are those of the Pusher Channels protocol; the back-off with jitter is
 * ours.
 *
 * @internal
 */
export function transition(state: MachineState, event: MachineEvent): Step {
  if (event.type === 'close') return [{ name: 'closed' }, closingEffects[state.name] ?? []];
  switch (state.name) {
    case 'idle':
    case 'failed':
      return event.type === 'connect' ? [{ name: 'connecting', failures: 0 }, [open]] : [state, []];
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

const open: Effect = { type: 'open' };
const close: Effect = { type: 'close' };
const drop: Effect = { type: 'drop' };
const unschedule: Effect = { type: 'unschedule' };

type Live = Extract<MachineState, { name: 'connecting' | 'connected' }>;

const closingEffects: { readonly [Name in MachineState['name']]?: readonly Effect[] } = {
  connecting: [drop], // without a handshake there is nothing to close
  connected: [close],
  reconnecting: [unschedule],
  suspended: [unschedule],
};

function whileConnecting(state: Live, event: MachineEvent): Step {
  switch (event.type) {
    case 'established':
      return [{ name: 'connected', failures: state.failures, socketId: event.socketId }, []];
    case 'refused':
      return afterCode(state, event, { kind: 'refused', code: event.code, reason: event.reason }, [close]);
    case 'violated':
      return reconnect(state, 'wait', { kind: 'violated', reason: event.reason }, [close]);
    case 'timed-out':
      return reconnect(state, 'lost', { kind: 'timeout', reason: 'no handshake in time' }, [drop]);
    case 'unusable':
      return [
        { name: 'failed', loss: { kind: 'unusable', reason: event.error.message, cause: event.error } },
        [],
      ];
    case 'ended':
      return afterEnd(state, event);
    case 'frozen':
      return freeze(state, drop);
    default:
      return [state, []];
  }
}

function whileConnected(state: Extract<Live, { name: 'connected' }>, event: MachineEvent): Step {
  switch (event.type) {
    case 'ended':
      return afterEnd(state, event);
    case 'silent':
      return reconnect(state, 'soon', { kind: 'silent', reason: 'no answer to a ping' }, [drop]);
    case 'stable':
      return [{ ...state, failures: 0 }, []];
    case 'offline':
    case 'online':
    case 'visible':
    case 'resumed':
      // A short interruption may pass. After one, the network must prove itself at once.
      return [state, [{ type: 'probe', isUrgent: event.type !== 'offline' }]];
    case 'frozen':
      return freeze(state, close);
    default:
      return [state, []];
  }
}

// A platform may report offline while the service is reachable, so slow attempts continue while suspended.
function whileWaiting(state: Waiting, event: MachineEvent): Step {
  const { failures, mustWait } = state;
  const isSuspended = state.name === 'suspended';
  const now: Step = [{ name: 'connecting', failures }, [unschedule, open]];
  switch (event.type) {
    case 'delay-over':
      return [{ name: 'connecting', failures }, [open]];
    case 'connect':
      return now;
    case 'online':
    case 'resumed':
      return mustWait ? [state, []] : now;
    case 'visible':
      return mustWait || isSuspended ? [state, []] : now;
    case 'offline':
    case 'frozen':
      if (mustWait || isSuspended) return [state, []];
      return [{ ...state, name: 'suspended' }, [unschedule, slowly(failures)]];
    default:
      return [state, []];
  }
}

const slowly = (failures: number): Effect => ({ type: 'schedule', pace: 'slow', failures });

// A frozen page cannot answer a ping, and browsers do not keep a page with an open socket in their
// back/forward cache. Source: WHATWG HTML, issue 12085.
function freeze({ failures }: Live, end: Effect): Step {
  const loss: Loss = { kind: 'frozen', reason: '' };
  return [{ name: 'suspended', failures, loss, mustWait: false }, [end, slowly(failures)]];
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
  if (kind === 'use-tls' && !isTls) return reconnect(state, 'soon', loss, [...cleanup, { type: 'use-tls' }]);
  if (kind === 'use-tls' || kind === 'stop') return [{ name: 'failed', loss }, cleanup];
  return reconnect(state, kind, loss, cleanup);
}

function reconnect(state: Live, pace: Pace, loss: Loss, cleanup: readonly Effect[]): Step {
  const failures = state.failures + 1;
  const { retryAfterMs } = loss;
  const mustWait = pace === 'wait' || retryAfterMs !== undefined;
  return [
    { name: 'reconnecting', failures, loss, mustWait },
    [...cleanup, { type: 'schedule', pace, failures, retryAfterMs }],
  ];
}
