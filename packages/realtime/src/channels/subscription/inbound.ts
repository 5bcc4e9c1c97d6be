import type { OrgErrorFields, Runtime } from '@org/core';
import type { AuthorizationListener } from '../../auth/authorization-queue.ts';
import type { Frame } from '../../protocol/frame.ts';

/** Opens the events of an encrypted channel before its subscribers receive them. */
export interface Inbound {
  /** The channel has a new token, on a new connection or after a pause. */
  start(sharedSecret: string | undefined): void;
  take(frame: Frame): void;
  /**
   * The subscription ended. `isLost`: events that were not delivered are reported. Returns the time before
   * the first of them arrived, on the wall clock.
   */
  stop(isLost: boolean): number | undefined;
}

/** The channel of an `Inbound`. */
export interface InboundPort {
  readonly channel: string;
  readonly runtime: Runtime;
  deliver(frame: Frame): void;
  report(fields: OrgErrorFields): void;
  /** Asks the application's server for another token on the same connection. */
  reauthorize(signal: AbortSignal, listener: AuthorizationListener): void;
}
