import type { RefusedSample } from './inferred-window.ts';
import type { ObservedAnswer } from './observed-answer.ts';

const firstGuessMs = 1_000;
// What a service asks for is kept, but no mistake of its may stop us for longer than a day.
/** @internal */
export const longestPauseMs = 86_400_000;
// A refusal is recent for a minute, and for two times as long as the service went on refusing.
const recentMs = 60_000;
const longestRecentMs = 900_000;
// Who has started nothing for so long has not tried out what the service bears.
const idleMs = 2_500;

/**
 * The pause after a refusal, for everybody who waits. Requests that were under way when the service began to refuse are refused too:
 * together they are one refusal, so only one that started later counts as a further one.
 *
 * @internal
 */
export class Pause {
  until = Number.NEGATIVE_INFINITY;
  readonly #longestGuessMs: number;
  #refusedAt = Number.NEGATIVE_INFINITY;
  /** The latest start when the service last refused. */
  #sequence = -1;
  #refusals = 0;
  /** What got through of what started since the last refusal, and since nothing was started for a while. */
  #accepted = 0;
  #firstStartAt: number | undefined;
  #lastStartAt = Number.NEGATIVE_INFINITY;
  /** Did a request get through that started after the last refusal? */
  #reopened = false;
  /** Did the service not say how long to stay away? */
  #isGuessed = false;
  /** When it began to refuse, and how long it went on, at least. */
  #closedAt = Number.POSITIVE_INFINITY;
  #closedMs = 0;
  /** Cost under way of what started since the last refusal. */
  #newInFlight = 0;

  constructor(longestGuessMs: number) {
    this.#longestGuessMs = longestGuessMs;
  }

  isNew(sequence: number): boolean {
    return sequence > this.#sequence;
  }

  wasRecent(now: number): boolean {
    const spells = 2 * (this.until - this.#closedAt);
    return now - this.#refusedAt < Math.max(recentMs, Math.min(spells, longestRecentMs));
  }

  /** After a pause that was guessed one request asks for all, and its answer is still to come. */
  get isProbing(): boolean {
    return this.#isGuessed && !this.#reopened && this.#newInFlight > 0;
  }

  /** Is there nothing more to remember? */
  isForgotten(now: number): boolean {
    return now >= this.until && !this.wasRecent(now);
  }

  /** `pacedMs`: so long may pass between two starts because of the rate that was found. */
  start(cost: number, now: number, pacedMs = 0): void {
    if (this.#firstStartAt === undefined || now - this.#lastStartAt > Math.max(idleMs, pacedMs)) {
      this.#firstStartAt = now;
      this.#accepted = 0;
    }
    this.#lastStartAt = now;
    this.#newInFlight += cost;
  }

  /** `isPaced`: a rate was found and is being lowered, so that a guessed pause is not needed as well. Returns what the service bore before a new refusal. */
  hold(
    retryAfterMs: number | undefined,
    answer: ObservedAnswer,
    isPaced: boolean,
  ): RefusedSample | undefined {
    const isNew = this.isNew(answer.sequence);
    const isStill = !this.#reopened;
    if (isNew) this.#refusals = isStill ? this.#refusals + 1 : 1;
    // No time at all was rounded down.
    const toldMs =
      retryAfterMs !== undefined && retryAfterMs > 0 ? Math.min(retryAfterMs, longestPauseMs) : undefined;
    const guessMs =
      isNew && (isStill || !isPaced)
        ? Math.min(firstGuessMs * 2 ** (this.#refusals - 1), this.#longestGuessMs)
        : 0;
    // Never shortened: an answer that asks for less may be older than the one that asked for more.
    this.until = Math.max(this.until, answer.now + (toldMs ?? guessMs));
    if (!isNew) return undefined;
    this.#isGuessed = toldMs === undefined && guessMs > 0;
    return this.#refused(answer, toldMs, isStill);
  }

  /** A request ended. */
  end(cost: number, sequence: number, throttled: boolean): void {
    if (!this.isNew(sequence)) return;
    this.#newInFlight -= cost;
    if (!throttled) this.#accepted += cost;
  }

  /** A request was answered well. */
  reopen(sequence: number): void {
    if (this.isNew(sequence)) this.#reopened = true;
  }

  #refused(
    { now, latestSequence }: ObservedAnswer,
    toldMs: number | undefined,
    isStill: boolean,
  ): RefusedSample {
    const sample = {
      accepted: this.#accepted,
      overMs: now - (this.#firstStartAt ?? now),
      toldMs: toldMs ?? 0,
      closedMs: isStill || toldMs ? 0 : this.#closedMs,
    };
    if (!isStill) this.#closedAt = now;
    this.#closedMs = Math.max(0, now - this.#closedAt);
    this.#reopened = false;
    this.#accepted = 0;
    this.#firstStartAt = undefined;
    this.#newInFlight = 0;
    this.#refusedAt = now;
    this.#sequence = latestSequence;
    return sample;
  }
}
