const slots = 10;

/** Counts the calls and the failures of the last `windowMs`, in tenths of the window. */
export class FailureWindow {
  readonly #slotMs: number;
  readonly #calls = new Float64Array(slots);
  readonly #failures = new Float64Array(slots);
  #newest = 0;

  constructor(windowMs: number) {
    this.#slotMs = windowMs / slots;
  }

  add(failed: boolean, now: number): void {
    const slot = this.#enter(now);
    this.#calls[slot] = (this.#calls[slot] ?? 0) + 1;
    if (failed) this.#failures[slot] = (this.#failures[slot] ?? 0) + 1;
  }

  counts(now: number): { readonly calls: number; readonly failures: number } {
    this.#enter(now);
    return { calls: sum(this.#calls), failures: sum(this.#failures) };
  }

  clear(): void {
    this.#calls.fill(0);
    this.#failures.fill(0);
  }

  /** Clears the expired slots, and returns the current one. */
  #enter(now: number): number {
    const current = Math.floor(now / this.#slotMs);
    for (let slot = Math.max(this.#newest + 1, current - slots + 1); slot <= current; slot += 1) {
      this.#calls[slot % slots] = 0;
      this.#failures[slot % slots] = 0;
    }
    this.#newest = Math.max(this.#newest, current);
    return this.#newest % slots;
  }
}

function sum(counts: Float64Array): number {
  return counts.reduce((total, count) => total + count, 0);
}
