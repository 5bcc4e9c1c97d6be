// A platform tells of one change several times: `resume`, `visibilitychange`, `pageshow`.
const minMs = 100;

/** The time of an attempt to connect, by the monotonic clock. */
export class AttemptTime {
  #beganAtMs = 0;
  #endsAtMs = 0;

  /** Whether it only began. */
  isYoung(nowMs: number): boolean {
    return nowMs - this.#beganAtMs < minMs;
  }

  /**
   * Returns the milliseconds that it may take. One that begins again and again ends after twice its time.
   */
  begin(nowMs: number, limitMs: number, isAgain: boolean): number {
    this.#beganAtMs = nowMs;
    if (!isAgain) this.#endsAtMs = nowMs + 2 * limitMs;
    return Math.min(limitMs, this.#endsAtMs - nowMs);
  }
}
