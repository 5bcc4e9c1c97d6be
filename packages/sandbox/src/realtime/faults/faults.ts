import type { Connection } from '../connection.ts';
import { checkCloseCode } from '../socket/close-code.ts';
import type { FaultState, FrameFault } from './fault-state.ts';

/** The frames of a fault. */
export interface FrameFaultOptions {
  /** Only frames of this event name, such as `pusher:pong`. @default any frame */
  readonly event?: string;
  /** @default 1 */
  readonly times?: number;
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
  /** The next subscribe frame gets no response. */
  refuseNextSubscribe(options?: { readonly channel?: string; readonly times?: number }): void;
  /** The next connections are closed with this code before their handshake. */
  refuseConnections(code: number, options?: { readonly reason?: string; readonly times?: number }): void;
  /** The next REST calls fail with this status, for any signature. */
  failRequests(
    status: number,
    options?: {
      readonly times?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    },
  ): void;
  /** Ends all faults. */
  clear(): void;
}

export function createRealtimeFaults(
  state: FaultState,
  connections: ReadonlyMap<string, Connection>,
): RealtimeFaults {
  const setSilent = (isSilent: boolean): void => {
    state.isSilent = isSilent;
    for (const connection of [...connections.values()]) connection.freeze(isSilent);
  };
  const arm = (fault: FrameFault, { event, times = 1 }: FrameFaultOptions = {}): void =>
    state.frames.arm(fault, times, event);
  return {
    closeAll(code, reason) {
      checkCloseCode(code);
      for (const connection of [...connections.values()]) connection.close(code, reason);
    },
    dropAll() {
      for (const connection of [...connections.values()]) connection.terminate();
    },
    stopAnswering: () => setSilent(true),
    resumeAnswering: () => setSilent(false),
    delayFrames(delayMs) {
      state.delayMs = Math.max(0, delayMs);
    },
    dropNextFrame: (options) => arm('drop', options),
    duplicateNextFrame: (options) => arm('duplicate', options),
    malformNextFrame: (options) => arm('malform', options),
    swapNextFrame: (options) => arm('swap', options),
    refuseNextSubscribe: ({ channel, times = 1 } = {}) => state.silentRefusals.arm(true, times, channel),
    refuseConnections: (code, { reason = '', times = 1 } = {}) =>
      state.connectionRefusals.arm({ code: checkCloseCode(code), reason }, times),
    failRequests: (status, { times = 1, headers = {}, body = '' } = {}) =>
      state.requestFailures.arm({ status, headers, body }, times),
    clear() {
      state.clear();
      setSilent(false);
    },
  };
}
