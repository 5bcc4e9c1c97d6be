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
  /** An event of the channel arrived and was not delivered: no replay brings it back. */
  spoil(channel: string): void;
  /** Checks the option `rewind` of a subscription. @throws InvalidInputError */
  readRewind(given: unknown): true;
}

/** Opens the recovery of one client: the option `recovery`, what `recovery()` returns. @public */
export type Recovery = (client: RecoveryClient) => RecoveryPort;
