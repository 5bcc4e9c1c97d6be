import { CubicRate } from './cubic-rate.ts';
import { type FoundWindow, InferredWindow, type RefusedSample, windowOf } from './inferred-window.ts';
import { slownessOf } from './slowness.ts';

// Timers are coarse: who is this close to its instant may start.
const toleranceMs = 10;
const forgetAfterMs = 60_000;
// Room was found: after this long the rate is a fiftieth higher, and from there on it grows with the cube of the time.
const roomMs = 700;
const roomGrowth = 0.02;
/** A refusal at hardly more than the limit of the window that was given up says that it was one after all. */
const stillWindow = 1.25;
/** And that the service then wants to be left alone for so much of it; a bucket has the next one at once. */
const leastRest = 0.25;

/**
 * The rate a service seems to bear, found out by its refusals. At first it is taken for a limit over a window, of which all may be used at
 * once. Now and then one call more than that tries; when the service takes it, this is no window, or a larger one: from then on calls start
 * evenly, faster and faster until the next refusal, and after that along a cubic curve.
 *
 * @internal
 */
export class InferredRate {
  #window: InferredWindow | undefined;
  #known: FoundWindow;
  /** While there is no window: how fast, before and after the first refusal. */
  #curve: CubicRate | undefined;
  #spacedAt = 0;
  #refusedAt: number;
  #nextAt = 0;

  /** `samples`: what was borne before the last refusals, of which at least one. Calls may go on at `from`. */
  constructor(samples: readonly RefusedSample[], inFlight: number, now: number, from: number) {
    const rates = samples.map(windowOf);
    this.#known = rates.reduce((best, one) => (ratePerSecond(one) > ratePerSecond(best) ? one : best));
    this.#window = new InferredWindow(this.#known, inFlight, now, from);
    this.#refusedAt = from;
  }

  isForgotten(now: number): boolean {
    const longMs = Math.max(
      forgetAfterMs * slownessOf(ratePerSecond(this.#known), 10),
      2 * this.#known.windowMs,
    );
    return now - this.#refusedAt > longMs;
  }

  /** Starts a second at `now`. */
  perSecond(now: number): number {
    if (this.#window !== undefined) return ratePerSecond(this.#window);
    return this.#curve?.perSecond(now) ?? this.#exploredPerSecond(now);
  }

  /** The longest way between two starts of those who follow it and have enough to do. */
  gapMs(now: number): number {
    return this.#window?.windowMs ?? 2_000 / this.perSecond(now);
  }

  /** The service refused once more; calls may go on at `from`. `inFlight` is the cost without an answer. */
  refused(sample: RefusedSample, inFlight: number, now: number, from: number): void {
    this.#refusedAt = from;
    const shown = this.#windowShownBy(sample);
    if (shown !== undefined) {
      this.#known = shown;
      this.#window = new InferredWindow(shown, inFlight, now, from);
      this.#curve = undefined;
      return;
    }
    if (this.#window !== undefined) {
      this.#window.refused(now, from);
      return;
    }
    if (this.perSecond(now) <= ratePerSecond(this.#known) * stillWindow) {
      this.#window = new InferredWindow(this.#known, inFlight, now, from);
      return;
    }
    const perSecond = this.#exploredPerSecond(now);
    this.#curve ??= new CubicRate(perSecond, slownessOf(perSecond, 15));
    this.#curve.refused(sample, now, from);
    this.#nextAt = Math.max(this.#nextAt, from);
  }

  earliest(cost: number, now: number): number {
    return this.#window?.earliest(cost, now) ?? Math.max(now, this.#nextAt - toleranceMs);
  }

  start(cost: number, now: number): void {
    if (this.#window !== undefined) this.#window.start(cost, now);
    else this.#nextAt = Math.max(this.#nextAt, now) + (cost * 1_000) / this.perSecond(now);
  }

  /** `isLate`: it was under way when the service refused another one. */
  end(cost: number, accepted: boolean, isLate: boolean, now: number): void {
    if (this.#window?.end(cost, accepted, isLate, now) !== true) return;
    this.#known = { limit: this.#window.limit, windowMs: this.#window.windowMs };
    this.#window = undefined;
    this.#curve = undefined;
    this.#spacedAt = now;
    this.#nextAt = now;
  }

  /** A longer window than thought, by how long it was closed; or the one that was given up, by how long it will be. */
  #windowShownBy(sample: RefusedSample): FoundWindow | undefined {
    const { accepted, overMs, toldMs, closedMs } = sample;
    const { limit, windowMs } = this.#window ?? this.#known;
    const shown = windowOf(sample);
    if (closedMs > 0 && shown.windowMs > windowMs) return shown;
    const isRest = toldMs + closedMs > windowMs * leastRest && shown.windowMs === windowMs;
    const isIt = this.#window === undefined && isRest && overMs < windowMs;
    return isIt && accepted <= limit * stillWindow ? shown : undefined;
  }

  #exploredPerSecond(now: number): number {
    const known = ratePerSecond(this.#known);
    const rooms = Math.max(0, now - this.#spacedAt) / (roomMs * slownessOf(known, 3));
    return known * (1 + roomGrowth * rooms ** 3);
  }
}

function ratePerSecond({ limit, windowMs }: FoundWindow): number {
  return (limit * 1_000) / windowMs;
}
