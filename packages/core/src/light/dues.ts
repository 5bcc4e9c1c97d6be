const mostInstants = 1_024;

/** Units that are due a fixed span after they were added: few instants, however many units. */
export class Dues {
  units = 0;
  readonly #spanMs: number;
  readonly #stepMs: number;
  readonly #entries: { readonly at: number; units: number }[] = [];

  constructor(mostUnits: number, spanMs: number) {
    this.#spanMs = spanMs;
    this.#stepMs = mostUnits > mostInstants ? spanMs / mostInstants : 0;
  }

  get first(): number {
    return this.#entries[0]?.at ?? Infinity;
  }

  /** Rounded up, and never down: a unit that is due too late breaks no limit. */
  dueOf(now: number): number {
    const at = now + this.#spanMs;
    return this.#stepMs > 0 ? Math.ceil(at / this.#stepMs) * this.#stepMs : at;
  }

  /** When the unit with this number is due, from 1 on. */
  at(unit: number): number | undefined {
    let left = unit;
    return this.#entries.find((entry) => {
      left -= entry.units;
      return left <= 0;
    })?.at;
  }

  add(now: number, units: number): void {
    const at = this.dueOf(now);
    const last = this.#entries.at(-1);
    if (last?.at === at) last.units += units;
    else this.#entries.push({ at, units });
    this.units += units;
  }

  /** Removes the first instant, and returns its units. */
  shift(): number {
    const units = this.#entries.shift()?.units ?? 0;
    this.units -= units;
    return units;
  }

  drop(units: number): void {
    this.units -= units;
    let left = units;
    for (let first = this.#entries[0]; left > 0 && first !== undefined; first = this.#entries[0]) {
      const dropped = Math.min(left, first.units);
      left -= dropped;
      first.units -= dropped;
      if (first.units === 0) this.#entries.shift();
    }
  }
}
