import { LearnedLimit } from '../limits/limit.ts';

/** The pause that the service requested from any process of the fleet, as the store reports it. */
export class FleetPause extends LearnedLimit {
  readonly capacity = Infinity;
  until = -Infinity;
  /** The end of a pause that the store does not know; `Infinity` when the pause of the fleet was cleared. */
  #toReport = -Infinity;
  #reported = -Infinity;

  override earliest(_cost: number, now: number): number {
    return Math.max(now, this.until);
  }

  override soonest(_cost: number, now: number): number {
    return Math.max(now, this.until);
  }

  /** Notes a pause of this process. */
  note(until: number): void {
    if (until > this.until) this.#toReport = Math.max(this.#toReport, until);
  }

  hasToReport(now: number): boolean {
    return this.#toReport > now;
  }

  /**
   * The pause to report, in microseconds; -1 clears it. {@link acknowledge} confirms that the store has it.
   */
  report(now: number): number {
    this.#reported = this.#toReport;
    if (this.#toReport === Infinity) return -1;
    return Math.max(0, Math.ceil((this.#toReport - now) * 1_000));
  }

  /** Records that the store has the reported pause, and how long the fleet pauses. */
  acknowledge(pausedForMs: number, now: number): void {
    if (this.#toReport === this.#reported) this.#toReport = -Infinity;
    this.until = now + pausedForMs;
  }

  clear(): void {
    this.until = -Infinity;
    this.#toReport = Infinity;
  }
}
