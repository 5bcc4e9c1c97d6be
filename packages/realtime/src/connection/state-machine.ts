import type { OrgError } from '@org/core';
import { classifyCloseCode } from '../protocol/close-code.ts';
import type { Pace, ReconnectPace } from './reconnect-delay.ts';
import type { SocketEnd } from './socket.ts';

/** Why there is no connection. @internal */
export interface Loss {
  readonly kind: 'closed' | 'refused' | 'violated' | 'timeout' | 'silent' | 'unusable';
  /** The close code, or that of a refusal in the first frame. */
  readonly code?: number;
  readonly reason: string;
  /** The wait that the service asked for. */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** `mustWait`: the service asked for the wait, and no signal of the platform ends it sooner. @internal */
export interface Waiting {
  readonly name: 'reconnecting' | 'suspended';
  readonly failures: number;
  readonly loss: Loss;
  readonly mustWait: boolean;
}

/** `failures` counts the attempts and connections lost since the last one that stayed. @internal */
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
  /** The application is done for good. */
  | { readonly type: 'close' }
  /** The first frame was the greeting. */
  | { readonly type: 'established'; readonly socketId: string }
  /** The first frame was an error; the socket is still open. */
  | { readonly type: 'refused'; readonly code: number; readonly reason: string; readonly isTls: boolean }
  /** The first frame was something else; the socket is still open. */
  | { readonly type: 'violated'; readonly reason: string }
  /** The socket is gone. */
  | (SocketEnd & { readonly type: 'ended'; readonly isTls: boolean })
  /** No greeting in time. */
  | { readonly type: 'timed-out' }
  /** No sign of life, and no answer to a ping. */
  | { readonly type: 'silent' }
  /** No socket can be made on this platform. */
  | { readonly type: 'unusable'; readonly error: OrgError }
  /** The connection has stayed long enough to trust it. */
  | { readonly type: 'stable' }
  /** The wait before the next attempt is over. */
  | { readonly type: 'delay-over' }
  | { readonly type: 'online' }
  | { readonly type: 'offline' }
  /** The page came back to the front. */
  | { readonly type: 'visible' };

/** @internal */
export type Effect =
  | { readonly type: 'open' }
  /** Say goodbye and close. */
  | { readonly type: 'close' }
  /** Cut: the other side does not answer. */
  | { readonly type: 'drop' }
  | (ReconnectPace & { readonly type: 'schedule' })
  | { readonly type: 'unschedule' }
  /** Use TLS from now on. */
  | { readonly type: 'use-tls' }
  /**
   * Ping at once, to find out whether the connection is still there. `isUrgent`: wait less for the answer.
   */
  | { readonly type: 'probe'; readonly isUrgent: boolean };

type Step = readonly [MachineState, readonly Effect[]];

/**
 * The life of a connection as a function: pure and total. What an event means nothing to, a state ignores. Close-code classes are those of the Pusher
 * Channels protocol; that waits grow and never bunch up is ours.
 *
 * @internal
 */
export function transition(state: MachineState, event: MachineEvent): Step {
  if (event.type === 'close') return [{ name: 'closed' }, farewells[state.name] ?? []];
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

const farewells: { readonly [Name in MachineState['name']]?: readonly Effect[] } = {
  connecting: [drop], // nobody has greeted, so there is nobody to close with
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
      return comeBack(state, 'wait', { kind: 'violated', reason: event.reason }, [close]);
    case 'timed-out':
      return comeBack(state, 'lost', { kind: 'timeout', reason: 'no greeting came in time' }, [drop]);
    case 'unusable':
      return [
        { name: 'failed', loss: { kind: 'unusable', reason: event.error.message, cause: event.error } },
        [],
      ];
    case 'ended':
      return afterEnd(state, event);
    default:
      return [state, []];
  }
}

function whileConnected(state: Extract<Live, { name: 'connected' }>, event: MachineEvent): Step {
  switch (event.type) {
    case 'ended':
      return afterEnd(state, event);
    case 'silent':
      return comeBack(state, 'soon', { kind: 'silent', reason: 'the service stopped answering' }, [drop]);
    case 'stable':
      return [{ ...state, failures: 0 }, []];
    case 'offline':
    case 'online':
    case 'visible':
      // A short interruption may pass; after one, a network that is back must show it at once.
      return [state, [{ type: 'probe', isUrgent: event.type !== 'offline' }]];
    default:
      return [state, []];
  }
}

// A platform may call itself offline while the service is within reach, so slow attempts go on while
// suspended.
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
      return mustWait ? [state, []] : now;
    case 'visible':
      return mustWait || isSuspended ? [state, []] : now;
    case 'offline':
      if (mustWait || isSuspended) return [state, []];
      return [{ ...state, name: 'suspended' }, [unschedule, { type: 'schedule', pace: 'slow', failures }]];
    default:
      return [state, []];
  }
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
  if (kind === 'use-tls' && !isTls) return comeBack(state, 'soon', loss, [...cleanup, { type: 'use-tls' }]);
  if (kind === 'use-tls' || kind === 'stop') return [{ name: 'failed', loss }, cleanup];
  return comeBack(state, kind, loss, cleanup);
}

function comeBack(state: Live, pace: Pace, loss: Loss, cleanup: readonly Effect[]): Step {
  const failures = state.failures + 1;
  const { retryAfterMs } = loss;
  const mustWait = pace === 'wait' || retryAfterMs !== undefined;
  return [
    { name: 'reconnecting', failures, loss, mustWait },
    [...cleanup, { type: 'schedule', pace, failures, retryAfterMs }],
  ];
}
