const mostEntries = 1024;

/**
 * What finished lately, oldest first: at most about a thousand entries, since those close together share one, dated by the latest.
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
    if (newest !== undefined && at - newest.firstAt <= this.#rememberMs / mostEntries) {
      newest.at = Math.max(newest.at, at);
      newest.cost += cost;
      return;
    }
    this.#entries.push({ at, firstAt: at, cost });
    if (this.#entries.length > 2 * mostEntries) this.#forget(at);
  }

  /** The newest entries that make up `cost`, as microseconds ago and cost in turns. */
  newest(cost: number, now: number): number[] {
    this.#forget(now);
    const told: number[] = [];
    let left = cost;
    for (let index = this.#entries.length - 1; index >= 0 && left > 0; index -= 1) {
      const entry = this.#entries[index] as { at: number; cost: number };
      const part = Math.min(left, entry.cost);
      told.push(part, Math.max(0, Math.floor((now - entry.at) * 1_000)));
      left -= part;
    }
    return told.reverse();
  }

  #forget(now: number): void {
    const kept = this.#entries.findIndex(({ at }) => at + this.#rememberMs > now);
    this.#entries = kept === -1 ? [] : kept === 0 ? this.#entries : this.#entries.slice(kept);
  }
}
