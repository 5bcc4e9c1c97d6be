import type { OrgError } from '@org/core';
import type { Frame } from '../protocol/frame.ts';
import type { MachineState } from './state-machine.ts';

/** Called in order, and never after `stateChanged` to `closed`. */
export interface ConnectionListener {
  stateChanged(change: ConnectionChange): void;
  /** A frame after the handshake. */
  received(frame: Frame): void;
  reported(error: OrgError): void;
}

export interface ConnectionChange {
  readonly state: MachineState;
  readonly previous: MachineState;
  /** The delay before the next attempt, while reconnecting or suspended. */
  readonly retryInMs?: number | undefined;
  /** While reconnecting, suspended or failed. */
  readonly error?: OrgError | undefined;
}
