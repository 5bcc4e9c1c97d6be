import { createCharges } from './charges.ts';

export type FrameFault = 'drop' | 'duplicate' | 'malform' | 'swap';

/** A refusal of the next connections. */
export interface ConnectionRefusal {
  readonly code: number;
  readonly reason: string;
}

/** A failure of the next REST calls. */
export interface RequestFailure {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The active faults. The parts of the service read them where a fault applies. */
export interface FaultState {
  /** Half-open: the service neither sends nor reads. */
  isSilent: boolean;
  delayMs: number;
  readonly frames: ReturnType<typeof createCharges<FrameFault>>;
  readonly connectionRefusals: ReturnType<typeof createCharges<ConnectionRefusal>>;
  readonly requestFailures: ReturnType<typeof createCharges<RequestFailure>>;
  readonly silentRefusals: ReturnType<typeof createCharges<true>>;
  takeSilentRefusal(channel: string): boolean;
  clear(): void;
}

export function createFaultState(): FaultState {
  const state: FaultState = {
    isSilent: false,
    delayMs: 0,
    frames: createCharges<FrameFault>(),
    connectionRefusals: createCharges<ConnectionRefusal>(),
    requestFailures: createCharges<RequestFailure>(),
    silentRefusals: createCharges<true>(),
    takeSilentRefusal: (channel) => state.silentRefusals.take(channel) === true,
    clear() {
      state.isSilent = false;
      state.delayMs = 0;
      state.frames.clear();
      state.connectionRefusals.clear();
      state.requestFailures.clear();
      state.silentRefusals.clear();
    },
  };
  return state;
}
