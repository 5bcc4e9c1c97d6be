import type { Fault } from '../../faults.ts';
import type { Connection } from '../connection.ts';
import { checkCloseCode } from '../socket/close-code.ts';
import type { FaultState, TimedFault } from './fault-state.ts';
import type { FrameAction, FrameRule } from './frame-rules.ts';

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
  const setSilent = (isSilent: boolean): void => {
    state.isSilent = isSilent;
    for (const connection of listConnections()) connection.freeze(isSilent);
  };
  const setDeaf = (isDeaf: boolean): void => {
    state.isDeaf = isDeaf;
    for (const connection of listConnections()) connection.listen(!isDeaf);
  };
  const next =
    (action: FrameAction) =>
    ({ event, times = 1 }: FrameFaultOptions = {}): void =>
      state.frames.add({ times, ...(event !== undefined && { event }) }, action);
  return {
    closeAll(code, reason) {
      checkCloseCode(code);
      for (const connection of listConnections()) connection.close(code, reason);
    },
    dropAll() {
      for (const connection of listConnections()) connection.terminate();
    },
    stopAnswering: () => setSilent(true),
    resumeAnswering: () => setSilent(false),
    stopReading: () => setDeaf(true),
    resumeReading: () => setDeaf(false),
    delayFrames(delayMs) {
      state.delayMs = Math.max(0, delayMs);
    },
    dropNextFrame: next('drop'),
    duplicateNextFrame: next('duplicate'),
    malformNextFrame: next('malform'),
    swapNextFrame: next('swap'),
    onFrame: (rule, action) => state.frames.add(rule, action),
    afterConnect(afterMs, action, { times = 1 } = {}) {
      if (typeof action === 'object') checkCloseCode(action.close);
      state.timed.arm({ afterMs, action }, times);
    },
    refuseNextSubscribe: ({ channel, times = 1, status, message } = {}) =>
      state.subscribeRefusals.arm(
        status === undefined
          ? 'silent'
          : (name) => ({
              type: status < 500 ? 'AuthError' : 'ServerError',
              status,
              message: message ?? `The subscription to channel ${name} was refused`,
            }),
        times,
        channel,
      ),
    refuseConnections: (how, { reason = '', times = 1 } = {}) =>
      state.connectionRefusals.arm(
        typeof how === 'number' ? { code: checkCloseCode(how), reason } : how,
        times,
      ),
    failRequests: (status, { times = 1, headers = {}, body = '' } = {}) =>
      state.requests.failNext({ status, count: times, headers, body }),
    failNext: (fault) => state.requests.failNext(fault),
    clear() {
      state.clear();
      setSilent(false);
      setDeaf(false);
    },
  };
}
