import { checkCloseCode } from '../../faults/close-code.ts';
import type { AnyFault, Fault, SocketFault } from '../../faults/fault.ts';
import type { FrameAction, FrameRule } from '../../faults/frame-action.ts';
import type { Connection } from '../connection.ts';
import { type FaultState, isEffect, type TimedFault } from './fault-state.ts';

type Effect = Extract<SocketFault, { readonly on: 'sockets' }>['effect'];

/** The frames of a fault. */
export interface FrameFaultOptions {
  /** Only frames of this event name, such as `pusher:pong`. @default any frame */
  readonly event?: string;
  /** @default 1 */
  readonly times?: number;
}

/** The subscribe frames to refuse, and how. */
export interface SubscribeRefusalOptions {
  /** @default any channel */
  readonly channel?: string;
  /** @default 1 */
  readonly times?: number;
  /** An error with this HTTP status, in the form of `errorStyle`. @default no response */
  readonly status?: number;
  /** The text of the error. @default one that names the channel */
  readonly message?: string;
}

/** Injects failures, for tests of clients. */
export interface RealtimeFaults {
  /** Closes every open connection with a close code such as 4200. */
  closeAll(code: number, reason?: string): void;
  /** Cuts every open connection without a closing frame. */
  dropAll(): void;
  /** Half-open: connections stay open, but the service neither reads nor sends until `resumeAnswering`. */
  stopAnswering(): void;
  resumeAnswering(): void;
  /** A slow reader: the service sends, but reads nothing until `resumeReading`. */
  stopReading(): void;
  resumeReading(): void;
  /** Delays every frame, in order. 0 ends it. */
  delayFrames(delayMs: number): void;
  /** The next frame is lost. */
  dropNextFrame(options?: FrameFaultOptions): void;
  /** The next frame is sent twice. */
  duplicateNextFrame(options?: FrameFaultOptions): void;
  /** The next frame is truncated, and is not JSON. */
  malformNextFrame(options?: FrameFaultOptions): void;
  /** The next frame is sent after the frame that follows it on the same connection. */
  swapNextFrame(options?: FrameFaultOptions): void;
  /** An effect on the nth frame of the service or of a client, of an event or a channel. */
  onFrame(rule: FrameRule, action: FrameAction): void;
  /** Ends the next connections, each some time after its handshake. @defaultValue once */
  afterConnect(afterMs: number, action: TimedFault['action'], options?: { readonly times?: number }): void;
  /** The next subscribe frame gets no response, or an error. */
  refuseNextSubscribe(options?: SubscribeRefusalOptions): void;
  /**
   * The next connections fail before their handshake: with a close code, with an HTTP status instead of the
   * upgrade, or with a reset of TCP.
   */
  refuseConnections(
    how: number | { readonly status: number } | 'reset',
    options?: { readonly reason?: string; readonly times?: number },
  ): void;
  /** The next REST calls fail with this status, for any signature. */
  failRequests(
    status: number,
    options?: {
      readonly times?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    },
  ): void;
  /** The next REST calls are delayed, fail or lose their response, as with the other services. */
  failNext(fault: Fault): void;
  /** Ends all faults. */
  clear(): void;
}

export function createRealtimeFaults(
  state: FaultState,
  listConnections: () => readonly Connection[],
): RealtimeFaults {
  const { list } = state;
  const add = (fault: AnyFault): void => void list.add({ ...fault, service: 'realtime' } as AnyFault);
  const stop = (effect: Effect): void => {
    for (const { id, fault } of list.list()) if (isEffect(fault, effect)) list.remove(id);
  };
  const start = (effect: Effect, delayMs?: number): void => {
    stop(effect);
    add({ on: 'sockets', effect, count: 'always', ...(delayMs !== undefined && { delayMs }) });
  };
  // Also for faults that come and go through the list of the sandbox.
  let applied = { isSilent: false, isDeaf: false };
  list.subscribe(() => {
    const { isSilent, isDeaf } = state;
    for (const connection of listConnections()) {
      if (isSilent !== applied.isSilent) connection.freeze(isSilent);
      if (isDeaf !== applied.isDeaf) connection.listen(!isDeaf);
    }
    applied = { isSilent, isDeaf };
  });
  const thaw = (): void => {
    for (const connection of listConnections()) connection.freeze(state.isSilent);
  };
  const next =
    (action: FrameAction) =>
    ({ event, times = 1 }: FrameFaultOptions = {}): void =>
      add({ on: 'frame', action, count: times, ...(event !== undefined && { event }) });
  return {
    closeAll(code, reason) {
      checkCloseCode(code);
      for (const connection of listConnections()) connection.close(code, reason);
    },
    dropAll() {
      for (const connection of listConnections()) connection.terminate();
    },
    stopAnswering: () => start('silent'),
    resumeAnswering() {
      stop('silent');
      thaw(); // also those that the fault of a frame stopped
    },
    stopReading: () => start('deaf'),
    resumeReading: () => stop('deaf'),
    delayFrames: (delayMs) => (delayMs > 0 ? start('slow', delayMs) : stop('slow')),
    dropNextFrame: next('drop'),
    duplicateNextFrame: next('duplicate'),
    malformNextFrame: next('malform'),
    swapNextFrame: next('swap'),
    onFrame: ({ times = 1, ...rule }, action) => add({ on: 'frame', ...rule, action, count: times }),
    afterConnect: (afterMs, action, { times = 1 } = {}) =>
      add({ on: 'connected', afterMs, action, count: times }),
    refuseNextSubscribe: ({ times = 1, ...rule } = {}) => add({ on: 'subscribe', ...rule, count: times }),
    refuseConnections: (how, { times = 1, ...rest } = {}) =>
      add({ on: 'connection', refuse: how, ...rest, count: times }),
    failRequests: (status, { times = 1, headers = {}, body = '' } = {}) =>
      add({ status, count: times, headers, body }),
    failNext: add,
    clear() {
      list.clear('realtime');
      thaw();
    },
  };
}
