import type { Runtime } from '@org/core';
import type { OpenSocket } from '../connection/socket.ts';
import type { RecoveryVerdict } from './realtime-events.ts';

/** The parts of a client that its recovery uses. @public */
export interface RecoveryClient {
  /** The client's own `socket`; undefined for the platform's WebSocket. */
  readonly openSocket: OpenSocket | undefined;
  readonly runtime: Runtime;
  readonly subscribeTimeoutMs: number;
}

/** The recovery of one client. @public */
export interface RecoveryPort {
  /**
   * The service's verdict on a channel that is being confirmed. Undefined without one. With a subscriber, and
   * after the channel's own: the verdict on the stored events of its `rewind`.
   */
  take(channel: string, subscriber?: { readonly rewind: unknown }): RecoveryVerdict | undefined;
  /**
   * The subscription ended. `sinceMs`: when it ended, if that was before; then of each part of it, since when
   * an event is incomplete, if one is.
   */
  note(channel: string, sinceMs: readonly (number | undefined)[]): void;
  /** Checks the option `rewind`. @throws InvalidInputError for anything but a count or a time */
  read(rewind: unknown): true;
}

/** Opens the recovery of one client: the option `recovery`, what `recovery()` returns. @public */
export type Recovery = (client: RecoveryClient) => {
  readonly openSocket: OpenSocket;
  readonly recovery: RecoveryPort;
};
