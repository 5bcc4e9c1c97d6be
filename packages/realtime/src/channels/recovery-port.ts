import type { Runtime } from '@org/core';
import type { OpenSocket } from '../connection/socket.ts';
import type { Verdict } from './realtime-events.ts';

/** The parts of a client that its recovery uses. */
export interface RecoveryClient {
  /** The client's own `socket`; undefined for the platform's WebSocket. */
  readonly socket: OpenSocket | undefined;
  readonly runtime: Runtime;
  readonly subscribeTimeoutMs: number;
}

/** The recovery of one client. */
export interface RecoveryPort {
  readonly openSocket: OpenSocket;
  /** The service's verdict on a channel that is being confirmed. Undefined without one. */
  verdict(channel: string): Verdict | undefined;
  /** The subscription ended. `sinceMs`: of each part of it, since when an event is incomplete, if one is. */
  interrupted(channel: string, sinceMs: readonly (number | undefined)[]): void;
  /** Checks the option `rewind` of a subscription. @throws InvalidInputError */
  readRewind(given: unknown): true;
}

/** Opens the recovery of one client: the option `recovery`, what `recovery()` returns. @public */
export type Recovery = (client: RecoveryClient) => RecoveryPort;
