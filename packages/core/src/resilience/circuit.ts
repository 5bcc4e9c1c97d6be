import { FailureWindow } from './failure-window.ts';

/** `closed`: calls go through; `open`: none does; `half-open`: one tries. @public */
export type CircuitState = 'closed' | 'open' | 'half-open';

/** The numbers of a circuit, completed. @internal */
export interface CircuitSettings {
  readonly failureRate: number;
  readonly minCalls: number;
  readonly windowMs: number;
  readonly openMs: number;
  readonly maxOpenMs: number;
}

/** Leave to try. It counts only in the period in which it was given. @internal */
export interface CircuitPass {
  readonly period: number;
}

/**
 * Closed, open, half-open; without I/O, timers or knowledge of who asks. Every change of the state begins a new period, and what comes from
 * an earlier one says nothing any more.
 *
 * @internal
 */
export class Circuit {
  state: CircuitState = 'closed';
  /** When an open circuit lets one try. */
  openUntil = Number.NEGATIVE_INFINITY;
  /** What made it open. */
  reason = { calls: 0, failures: 0 };
  readonly #settings: CircuitSettings;
  readonly #window: FailureWindow;
  readonly #changed: (from: CircuitState, to: CircuitState) => void;
  #period = 0;
  #openMs: number;
  #isTrying = false;

  constructor(settings: CircuitSettings, changed: (from: CircuitState, to: CircuitState) => void) {
    this.#settings = settings;
    this.#window = new FailureWindow(settings.windowMs);
    this.#openMs = settings.openMs;
    this.#changed = changed;
  }

  /** `undefined`: not now. */
  enter(now: number): CircuitPass | undefined {
    if (this.state === 'open' && now >= this.openUntil) this.#become('half-open');
    if (this.state === 'open' || (this.state === 'half-open' && this.#isTrying)) return undefined;
    this.#isTrying = this.state === 'half-open';
    return { period: this.#period };
  }

  isCurrent({ period }: CircuitPass): boolean {
    return period === this.#period;
  }

  /** `failed` is `undefined` when the call says nothing about the service: another one has to try. */
  leave(pass: CircuitPass, failed: boolean | undefined, now: number): void {
    if (!this.isCurrent(pass)) return;
    this.#isTrying = false;
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
    this.#become('open');
  }

  #close(): void {
    this.#window.clear();
    this.#become('closed');
  }

  #become(state: CircuitState): void {
    const from = this.state;
    this.state = state;
    this.#period += 1;
    this.#isTrying = false;
    this.#changed(from, state);
  }
}
