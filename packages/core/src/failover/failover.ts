import { type CallOptions, withSuccessor } from '../call-options.ts';
import type { EngineOptions } from '../engine-options.ts';
import { isOrgError, type OrgError, type Outcome } from '../errors/org-error.ts';
import { worseOutcome } from '../errors/worse-outcome.ts';
import { timeLimit } from '../options/numbers.ts';
import { ownCopy } from '../options/own.ts';
import { createRuntime, type Runtime } from '../time/runtime.ts';
import { Availability } from './availability.ts';
import { doubtIn, endOfAll } from './end-of-all.ts';
import type { Member } from './members.ts';
import type { FailoverRules } from './rules.ts';

// Of the time that is left: the rest is for the drivers after it.
const shareOfTime = 3 / 4;

/** Limits of one call of a {@link Failover}. @public */
export interface FailoverLimits {
  /** Of all drivers together, where the call has no `deadlineMs`; `Infinity` for none. */
  readonly deadlineMs: number;
  /** Asks no driver but the first. */
  readonly onlyFirst?: boolean | undefined;
}

/**
 * Runs a call with one driver. `doubt` is the error of an earlier driver that may have acted. Pass the
 * options on: they have the driver's share of the deadline and of the attempts. @public
 */
export type MemberCall<Session, Result> = (
  member: Member<Session>,
  options: CallOptions,
  doubt: OrgError | undefined,
) => Promise<Result>;

interface Seat<Session> {
  readonly member: Member<Session>;
  readonly availability: Availability;
}

/**
 * Asks one driver after the other, under one deadline and one budget of retries. A driver before the last may
 * use three quarters of the time that is left, and waits for nothing where the next one may take over. After
 * an outage a driver is left out, then one call tries it; if each is left out, a call asks them all in order,
 * and waits for the one that is back first. @public
 */
export class Failover<Session> {
  readonly #seats: readonly Seat<Session>[];
  readonly #rules: FailoverRules;
  readonly #runtime: Runtime;

  constructor(
    members: readonly Member<Session>[],
    rules: FailoverRules,
    { runtime }: Pick<EngineOptions, 'runtime'>,
  ) {
    this.#rules = rules;
    this.#runtime = createRuntime(runtime);
    this.#seats = members.map((member) => ({
      member,
      availability: new Availability(this.#runtime, rules.leaveOutMs),
    }));
  }

  /** The drivers that are left out, with the time until which. */
  paused(): readonly { readonly member: Member<Session>; readonly pausedUntil: Date }[] {
    return this.#seats.flatMap(({ member, availability: { pausedUntil } }) =>
      pausedUntil === undefined ? [] : [{ member, pausedUntil }],
    );
  }

  /**
   * Resolves with the result of the first driver that has one.
   *
   * @throws the last error, with the worst outcome and the attempts of all drivers; the reason of the
   * caller's signal untouched; anything else that a driver throws as it is
   */
  async run<Result>(
    given: CallOptions,
    { deadlineMs, onlyFirst = false }: FailoverLimits,
    call: MemberCall<Session, Result>,
  ): Promise<Result> {
    const options = ownCopy(given);
    const { signal } = options;
    const { monotonic } = this.#runtime;
    const limitMs = timeLimit('deadlineMs', options.deadlineMs, deadlineMs);
    const endsAtMs = monotonic() + limitMs;
    const seats = onlyFirst ? this.#seats.slice(0, 1) : this.#seats;
    const isEachOut = seats.every(({ availability }) => !availability.isAvailable);
    // Another may wait; this one is worth waiting for.
    const soonest = isEachOut ? soonestOf(seats) : undefined;
    const isDue = ({ availability }: Seat<Session>) => isEachOut || availability.isAvailable;
    const mostAttempts = options.maxAttempts ?? Math.max(...seats.map(({ member }) => member.maxAttempts));
    const trial = {};
    const errors: OrgError[] = [];
    for (const [place, seat] of seats.entries()) {
      const { member, availability } = seat;
      if (!isEachOut && !availability.isAvailable) continue;
      const hasNext = seats.slice(place + 1).some(isDue);
      const remainingMs = endsAtMs - monotonic();
      const budget = { deadlineMs: remainingMs * (hasNext ? shareOfTime : 1), mostAttempts };
      const canWait = !hasNext || seat === soonest;
      const own = optionsOf(member, canWait ? options : this.#hurried(options), budget, errors);
      availability.enter(trial);
      try {
        const result = await call(member, own, doubtIn(errors));
        availability.succeed();
        return result;
      } catch (error) {
        const isOwn = isOrgError(error) && !(signal?.aborted && error === signal.reason);
        this.#learn(availability, trial, isOwn && !signal?.aborted ? error : undefined);
        // The reason may be an error of ours, of another call.
        if (!isOwn) throw error;
        errors.push(error);
        if (signal?.aborted || !hasNext || endsAtMs <= monotonic() || !this.#rules.mayTryNext(error)) break;
      }
    }
    const isOver = endsAtMs <= monotonic();
    const end = { errors, hasOthers: errors.length < seats.length, limitMs: isOver ? limitMs : undefined };
    throw endOfAll(end, this.#rules);
  }

  /** After an error in doubt, the driver itself repeats what has a key; the next one would act twice. */
  #hurried(options: CallOptions): CallOptions {
    const rules = this.#rules;
    return withSuccessor(
      options,
      (error) => (rules.isRepeatable || error.outcome === 'not-sent') && rules.mayTryNext(error),
    );
  }

  /** Without an error the call says nothing about the driver. */
  #learn(availability: Availability, trial: object, error: OrgError | undefined): void {
    if (error !== undefined && this.#rules.isOutage(error)) availability.fail(trial, error);
    else if (error === undefined || this.#rules.mayTryNext(error)) availability.leave(trial);
    // It answered.
    else availability.succeed();
  }
}

/** The driver that is back in service before the others. */
function soonestOf<Session>(seats: readonly Seat<Session>[]): Seat<Session> | undefined {
  return seats.toSorted((a, b) => a.availability.outUntilMs - b.availability.outUntilMs)[0];
}

/** The options of a driver's call: its share of the time, and the retries that the drivers before it left. */
function optionsOf<Session>(
  member: Member<Session>,
  options: CallOptions,
  budget: { readonly deadlineMs: number; readonly mostAttempts: number },
  errors: readonly OrgError[],
): CallOptions {
  const { onAborted, maxAttempts = member.maxAttempts } = options;
  const retries = errors.reduce((sum, { attempts = 0 }) => sum + Math.max(0, attempts - 1), 0);
  const doubt = doubtIn(errors)?.outcome;
  const deadlineMs = Math.max(1, Math.min(budget.deadlineMs, member.deadlineMs ?? Infinity));
  return {
    ...(member.hasOwnRetries ? withSuccessor(options, undefined) : options),
    maxAttempts: Math.min(maxAttempts, Math.max(1, budget.mostAttempts - retries)),
    ...(deadlineMs === Infinity ? {} : { deadlineMs }),
    ...(onAborted && doubt && { onAborted: (outcome: Outcome) => onAborted(worseOutcome(doubt, outcome)) }),
  };
}
