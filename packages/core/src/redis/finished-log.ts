const maxEntries = 1024;

/**
 * Recently finished cost, oldest first. Finishes close together share one entry with the instant of the
 * latest, so there are at most about two thousand entries.
 *
 * @internal
 */
export class FinishedLog {
  readonly #rememberMs: number;
  #entries: { at: number; readonly firstAt: number; cost: number }[] = [];

  constructor(rememberMs: number) {
    this.#rememberMs = rememberMs;
  }

  add(at: number, cost: number): void {
    const newest = this.#entries.at(-1);
    if (newest !== undefined && at - newest.firstAt <= this.#rememberMs / maxEntries) {
      newest.at = Math.max(newest.at, at);
      newest.cost += cost;
      return;
    }
    this.#entries.push({ at, firstAt: at, cost });
    if (this.#entries.length > 2 * maxEntries) this.#expire(at);
  }

  /**
   * The newest entries that add up to `cost`: a flat list of microseconds ago and cost, alternating, oldest
   * first.
   */
  newest(cost: number, now: number): number[] {
    this.#expire(now);
    const reversed: number[] = [];
    let left = cost;
    for (let index = this.#entries.length - 1; index >= 0 && left > 0; index -= 1) {
      const entry = this.#entries[index] as { at: number; cost: number };
      const part = Math.min(left, entry.cost);
      reversed.push(part, Math.max(0, Math.floor((now - entry.at) * 1_000)));
      left -= part;
    }
    return reversed.reverse();
  }

  #expire(now: number): void {
    const kept = this.#entries.findIndex(({ at }) => at + this.#rememberMs > now);
    this.#entries = kept === -1 ? [] : kept === 0 ? this.#entries : this.#entries.slice(kept);
  }
}
