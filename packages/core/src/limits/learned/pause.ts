import type { RateObservation } from '../../rates.ts';
import { LearnedLimit } from '../limit.ts';
import type { ThrottledSample } from './inferred-window.ts';
import type { ObservedResponse } from './observed-response.ts';

const firstGuessMs = 1_000;
// A service that is unavailable is tried again after this long, whatever it says.
const longestOutageMs = 60_000;
// A Retry-After is never shortened, except above a day: a longer one is most likely a mistake of the service.
export const longestPauseMs = 86_400_000;
// A 429 is recent for a minute, and for twice as long as the service throttled.
const recentMs = 60_000;
const longestRecentMs = 900_000;
// After this long without a start, the accepted cost no longer shows what the service accepts.
const idleMs = 2_500;

/**
 * The pause of all waiters after a 429. Requests in flight when the service starts to throttle get a 429 too:
 * together they count as one. Only a 429 of a request that started later counts as another one.
 */
export class Pause extends LearnedLimit {
  until = -Infinity;
  /** Whether anything applies that was learned: this pause, a report, an inferred rate. */
  isActive: boolean;
  /** The inferred rate spaces the starts. */
  pacing: { readonly rate: { gapMs(now: number): number } | undefined } | undefined;
  readonly #longestGuessMs: number;
  /** The throttles in a row that cause no guessed pause. */
  readonly #tolerated: number;
  #throttledAt = -Infinity;
  /** The latest start at the last 429. */
  #latestSequence = -1;
  #throttles = 0;
  /** Accepted cost of the starts since the last 429, and since the last idle time. */
  accepted = 0;
  #firstStartAt: number | undefined;
  lastStartAt = -Infinity;
  /** Whether a request that started after the last 429 was accepted. */
  hasRecovered = false;
  /** Whether the last 429 had no Retry-After. */
  #isGuessed = false;
  #isOutage = false;
  /** When the service started to throttle, and how long it throttled, at least. */
  #throttledSince = Infinity;
  #throttledForMs = 0;
  /** Cost in flight of the starts since the last 429. */
  #newInFlight = 0;

  /**
   * `isProbing`: the limits are unknown, so a first 429 without a time is expected. The retry waits by
   * itself, with jitter; a pause would make the clients of a fleet return together.
   */
  constructor(longestGuessMs: number, isProbing: boolean) {
    super();
    this.#longestGuessMs = longestGuessMs;
    this.isActive = isProbing;
    this.#tolerated = isProbing ? 1 : 0;
  }

  isNew(sequence: number): boolean {
    return sequence > this.#latestSequence;
  }

  wasRecent(now: number): boolean {
    const spanMs = 2 * (this.until - this.#throttledSince);
    return now - this.#throttledAt < Math.max(recentMs, Math.min(spanMs, longestRecentMs));
  }

  /** One probe is in flight after a guessed pause (half-open). */
  get isProbing(): boolean {
    return this.#isGuessed && !this.hasRecovered && this.#newInFlight > 0;
  }

  /** Whether the pause has ended and no 429 is recent. An outage ends with a success. */
  isForgotten(now: number): boolean {
    return now >= this.until && !this.wasRecent(now) && (this.hasRecovered || !this.#isOutage);
  }

  override earliest(_cost: number, now: number): number {
    if (!this.isActive) return now;
    return this.isProbing ? Infinity : Math.max(now, this.until);
  }

  override soonest(_cost: number, now: number): number {
    return Math.max(now, this.until);
  }

  override take(cost: number, now: number): void {
    // The longest time between two starts at the inferred rate.
    const pacedMs = this.pacing?.rate?.gapMs(now) ?? 0;
    if (this.#firstStartAt === undefined || now - this.lastStartAt > Math.max(idleMs, pacedMs)) {
      this.#firstStartAt = now;
      this.accepted = 0;
    }
    this.lastStartAt = now;
    this.#newInFlight += cost;
  }

  clear(): void {
    this.until = -Infinity;
    this.#isGuessed = false;
    this.#isOutage = false;
  }

  /** Records a 503: a bounded pause, after which one request probes. */
  recordOutage(retryAfterMs = 0, response: ObservedResponse): void {
    this.recordThrottle(Math.min(retryAfterMs, longestOutageMs), response, false);
    this.#isGuessed = true;
    this.#isOutage = true;
  }

  /**
   * Records a 429. `isPaced`: an inferred rate applies and is lowered, so no guessed pause is needed. Returns
   * what the service accepted before a new 429.
   */
  recordThrottle(
    retryAfterMs: number | undefined,
    response: ObservedResponse,
    isPaced: boolean,
  ): ThrottledSample | undefined {
    const isNew = this.isNew(response.sequence);
    const isStillThrottled = !this.hasRecovered;
    if (isNew) this.#throttles = isStillThrottled ? this.#throttles + 1 : 1;
    // The service rounds a short time down to 0: treat 0 as unknown.
    const knownMs =
      retryAfterMs !== undefined && retryAfterMs > 0 ? Math.min(retryAfterMs, longestPauseMs) : undefined;
    const repeated = this.#throttles - this.#tolerated;
    const guessMs =
      isNew && repeated > 0 && (isStillThrottled || !isPaced)
        ? Math.min(firstGuessMs * 2 ** (repeated - 1), this.#longestGuessMs)
        : 0;
    // Never shortened: a response with a shorter wait may be older than one with a longer wait.
    this.until = Math.max(this.until, response.now + (knownMs ?? guessMs));
    if (!isNew) return undefined;
    this.#isGuessed = knownMs === undefined && guessMs > 0;
    return this.#startSample(response, knownMs, isStillThrottled);
  }

  override release(
    cost: number,
    _startedAt: number,
    _now: number,
    observation: RateObservation | undefined,
    sequence: number,
  ): void {
    if (!this.isNew(sequence)) return;
    this.#newInFlight -= cost;
    // A failed or aborted call most likely used its unit, too.
    if (observation?.throttled !== true) this.accepted += cost;
  }

  /** Records an accepted request. */
  recordSuccess(sequence: number): void {
    if (this.isNew(sequence)) this.hasRecovered = true;
  }

  #startSample(
    { now, latestSequence }: ObservedResponse,
    knownMs: number | undefined,
    isStillThrottled: boolean,
  ): ThrottledSample {
    const sample = {
      accepted: this.accepted,
      spanMs: now - (this.#firstStartAt ?? now),
      retryAfterMs: knownMs ?? 0,
      throttledForMs: isStillThrottled || knownMs ? 0 : this.#throttledForMs,
    };
    if (!isStillThrottled) this.#throttledSince = now;
    this.#throttledForMs = Math.max(0, now - this.#throttledSince);
    this.hasRecovered = false;
    this.accepted = 0;
    this.#firstStartAt = undefined;
    this.#newInFlight = 0;
    this.#throttledAt = now;
    this.#latestSequence = latestSequence;
    return sample;
  }
}
