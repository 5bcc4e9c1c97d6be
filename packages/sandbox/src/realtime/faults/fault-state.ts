import { createFaultInjector, type FaultInjector } from '../../faults.ts';
import type { Refusal } from '../refusal.ts';
import { createCharges } from './charges.ts';
import { type CloseAction, createFrameRules, type FrameRules } from './frame-rules.ts';

/** A refusal of the next connections: a close code, an HTTP status instead of the upgrade, or a reset. */
export type ConnectionRefusal =
  | { readonly code: number; readonly reason: string }
  | { readonly status: number }
  | 'reset';

/** What answers a subscribe frame for a channel. */
export type SubscribeFault = 'silent' | ((channel: string) => Refusal);

/** The end of a connection, some time after its handshake. */
export interface TimedFault {
  readonly afterMs: number;
  readonly action: 'cut' | 'stop-answering' | CloseAction;
}

/** The active faults. The parts of the service read them where a fault applies. */
export interface FaultState {
  /** Half-open: the service neither sends nor reads. */
  isSilent: boolean;
  /** A slow reader: the service sends, but does not read. */
  isDeaf: boolean;
  delayMs: number;
  readonly frames: FrameRules;
  readonly timed: ReturnType<typeof createCharges<TimedFault>>;
  readonly connectionRefusals: ReturnType<typeof createCharges<ConnectionRefusal>>;
  readonly requests: FaultInjector;
  readonly subscribeRefusals: ReturnType<typeof createCharges<SubscribeFault>>;
  clear(): void;
}

export function createFaultState(): FaultState {
  const state: FaultState = {
    isSilent: false,
    isDeaf: false,
    delayMs: 0,
    frames: createFrameRules(),
    timed: createCharges<TimedFault>(),
    connectionRefusals: createCharges<ConnectionRefusal>(),
    requests: createFaultInjector(() => undefined),
    subscribeRefusals: createCharges<SubscribeFault>(),
    clear() {
      state.isSilent = false;
      state.isDeaf = false;
      state.delayMs = 0;
      state.frames.clear();
      state.timed.clear();
      state.connectionRefusals.clear();
      state.requests.clear();
      state.subscribeRefusals.clear();
    },
  };
  return state;
}
