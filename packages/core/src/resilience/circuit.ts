import { FailureWindow } from './failure-window.ts';

/** `closed`: calls start; `open`: no call starts; `half-open`: one trial call runs. @public */
export type CircuitState = 'closed' | 'open' | 'half-open';

/** The settings of a circuit, with their defaults applied. */
export interface CircuitSettings {
  readonly failureRate: number;
  readonly minCalls: number;
  readonly windowMs: number;
  readonly openMs: number;
  readonly maxOpenMs: number;
}

/** Permission for one call. It counts only in the period that issued it. */
export interface CircuitPass {
  readonly period: number;
}

/**
 * The state machine of a circuit breaker, without I/O or timers. Every change of the state begins a new
 * period. Outcomes of calls from an earlier period are ignored.
 */
export class Circuit {
  state: CircuitState = 'closed';
  /** When an open circuit allows a trial call. */
  openUntil = -Infinity;
  /** The counts that opened the circuit. */
  reason = { calls: 0, failures: 0 };
  readonly #settings: CircuitSettings;
  readonly #window: FailureWindow;
  readonly #onChange: (from: CircuitState, to: CircuitState) => void;
  #period = 0;
  #openMs: number;
  #isTrialRunning = false;

  constructor(settings: CircuitSettings, onChange: (from: CircuitState, to: CircuitState) => void) {
    this.#settings = settings;
    this.#window = new FailureWindow(settings.windowMs);
    this.#openMs = settings.openMs;
    this.#onChange = onChange;
  }

  /** Admits a call; `undefined` when the circuit rejects it. */
  enter(now: number): CircuitPass | undefined {
    if (this.state === 'open' && now >= this.openUntil) this.#changeTo('half-open');
    if (this.state === 'open' || (this.state === 'half-open' && this.#isTrialRunning)) return undefined;
    this.#isTrialRunning = this.state === 'half-open';
    return { period: this.#period };
  }

  isCurrent({ period }: CircuitPass): boolean {
    return period === this.#period;
  }

  /**
   * Records the end of a call. `failed` is `undefined` without an observation: the next call becomes the
   * trial.
   */
  leave(pass: CircuitPass, failed: boolean | undefined, now: number): void {
    if (!this.isCurrent(pass)) return;
    this.#isTrialRunning = false;
    if (failed === undefined) return;
    if (this.state === 'half-open') {
      if (failed) this.#open(Math.min(this.#openMs * 2, this.#settings.maxOpenMs), now);
      else this.#close();
      return;
    }
    this.#window.add(failed, now);
    const counts = this.#window.counts(now);
    const { minCalls, failureRate, openMs } = this.#settings;
    if (!failed || counts.calls < minCalls || counts.failures < failureRate * counts.calls) return;
    this.reason = counts;
    this.#open(openMs, now);
  }

  counts(now: number): { readonly calls: number; readonly failures: number } {
    return this.#window.counts(now);
  }

  #open(openMs: number, now: number): void {
    this.#openMs = openMs;
    this.openUntil = now + openMs;
    this.#changeTo('open');
  }

  #close(): void {
    this.#window.clear();
    this.#changeTo('closed');
  }

  #changeTo(state: CircuitState): void {
    const from = this.state;
    this.state = state;
    this.#period += 1;
    this.#isTrialRunning = false;
    this.#onChange(from, state);
  }
}
