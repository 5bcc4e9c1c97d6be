import type { OrgError, Runtime } from '@org/core';
import type { Frame } from '../protocol/frame.ts';
import type { PlatformSignals } from './platform-signals.ts';
import type { ReconnectSettings } from './reconnect-delay.ts';
import type { OpenSocket } from './socket.ts';
import type { MachineState } from './state-machine.ts';

export interface ConnectionSettings {
  readonly runtime: Runtime;
  readonly url: string;
  readonly connectTimeoutMs: number;
  readonly activityTimeoutMs: number;
  readonly pongTimeoutMs: number;
  readonly maxMessageBytes: number;
  readonly reconnect: ReconnectSettings;
  readonly openSocket?: OpenSocket | undefined;
  readonly signals?: PlatformSignals | undefined;
}

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
