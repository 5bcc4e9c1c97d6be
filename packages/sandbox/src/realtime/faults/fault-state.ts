import { createCharges } from './charges.ts';

export type FrameFault = 'drop' | 'duplicate' | 'malform' | 'swap';

/** How the next connections are refused. */
export interface ConnectionRefusal {
  readonly code: number;
  readonly reason: string;
}

/** How the next REST calls fail. */
export interface RequestFailure {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What is switched on at the moment; read by the parts of the service at the places where a fault shows. */
export interface FaultState {
  /** Half-open: nothing is sent, nothing is read. */
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
