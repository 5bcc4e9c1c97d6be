import type { ObservedAnswer } from './feedback.ts';

const firstGuessMs = 1_000;
// What a service asks for is kept, but no mistake of its may stop us for longer than a day.
const longestPauseMs = 86_400_000;
const recentMs = 60_000;

/** How much the service accepted in how long. @internal */
export interface AcceptedSample {
  readonly accepted: number;
  readonly overMs: number;
}

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
  #accepted = 0;
  #countedSince = 0;
  /** Did a request get through that started after the last refusal? */
  #reopened = false;

  constructor(longestGuessMs: number) {
    this.#longestGuessMs = longestGuessMs;
  }

  isNew(sequence: number): boolean {
    return sequence > this.#sequence;
  }

  wasRecent(now: number): boolean {
    return now - this.#refusedAt < recentMs;
  }

  /** Is there nothing more to remember? */
  isForgotten(now: number): boolean {
    return now >= this.until && !this.wasRecent(now);
  }

  /** What got through since the last refusal, or since the first answer. */
  sample(now: number): AcceptedSample {
    return { accepted: this.#accepted, overMs: now - this.#countedSince };
  }

  /** `isPaced`: a rate was found and is being lowered, so that a guessed pause is not needed as well. */
  hold(retryAfterMs: number | undefined, answer: ObservedAnswer, isPaced: boolean): void {
    const isNew = this.isNew(answer.sequence);
    const isStill = !this.#reopened;
    if (isNew) {
      this.#refusals = isStill ? this.#refusals + 1 : 1;
      this.#reopened = false;
      this.#accepted = 0;
      this.#countedSince = answer.now;
      this.#refusedAt = answer.now;
      this.#sequence = answer.latestSequence;
    }
    const toldMs =
      retryAfterMs !== undefined && retryAfterMs >= 0 ? Math.min(retryAfterMs, longestPauseMs) : undefined;
    const guessMs =
      isNew && (isStill || !isPaced)
        ? Math.min(firstGuessMs * 2 ** (this.#refusals - 1), this.#longestGuessMs)
        : 0;
    // Never shortened: an answer that asks for less may be older than the one that asked for more.
    this.until = Math.max(this.until, answer.now + (toldMs ?? guessMs));
  }

  accept({ sequence, cost, now }: ObservedAnswer): void {
    if (sequence > this.#sequence) this.#reopened = true;
    if (this.#accepted === 0 && this.#sequence < 0) this.#countedSince = now;
    this.#accepted += cost;
  }
}
