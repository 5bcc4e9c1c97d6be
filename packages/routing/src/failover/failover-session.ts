import {
  type CallOptions,
  CircuitOpenError,
  ConfigurationError,
  type FailureType,
  isOrgError,
  NetworkError,
  type OrgError,
  QuotaExceededError,
  RateLimitError,
  type Runtime,
  ServerError,
  ThrottleRejectedError,
  TimeoutError,
} from '@org/core';
import type { EngineOptions } from '@org/core/driver';
import type { RoutingDriver, RoutingOperations, RoutingSession, RunCall } from '../driver/routing-driver.ts';
import { restate } from '../errors.ts';
import { createDailyCap, type DailyCapInput } from '../quota/daily-cap.ts';
import { guardSession } from '../quota/guard-session.ts';
import type { EngineUsage } from '../usage.ts';
import { Availability } from './availability.ts';

/** A driver of the composition, opened. */
export interface OpenMember {
  readonly engine: RoutingDriver;
  readonly session: RoutingSession;
  readonly dailyCap: DailyCapInput | undefined;
  readonly retry: EngineOptions['retry'];
}

interface Member {
  readonly session: RoutingSession;
  readonly maxAttempts: number;
  readonly availability: Availability;
}

interface WithCheckpoint {
  readonly checkpoint?: unknown;
}

// Of the time that is left: the rest is for the drivers after it.
const shareOfTime = 3 / 4;
const usualDeadlineMs = 120_000;

/** Asks one driver after the other, under one deadline and one budget of retries. */
export class FailoverSession {
  readonly #members: readonly Member[];
  readonly #runtime: Runtime;
  readonly #deadlineMs: number | undefined;

  constructor(
    members: readonly OpenMember[],
    runtime: Runtime,
    leaveOutMs: number,
    deadlineMs: number | undefined,
  ) {
    this.#runtime = runtime;
    this.#deadlineMs = deadlineMs;
    this.#members = members.map(({ engine, session, dailyCap, retry }, index) => {
      const cap = dailyCap === undefined ? undefined : createDailyCap(dailyCap, engine, runtime);
      return {
        session: named(engine.name, sourceOf(members, index), guardSession(engine, session, runtime, cap)),
        maxAttempts: retry === false ? 1 : (retry?.maxAttempts ?? 3),
        availability: new Availability(engine.name, runtime, leaveOutMs),
      };
    });
  }

  /** One request. */
  execute<Name extends keyof RoutingOperations & string>(
    name: Name,
    query: RoutingOperations[Name]['input'],
    options: CallOptions = {},
  ): Promise<RoutingOperations[Name]['output']> {
    const limitMs = options.deadlineMs ?? this.#deadlineMs ?? usualDeadlineMs;
    return this.#route(options, limitMs, ({ session }, own) => session.execute(name, query, own));
  }

  /** A whole call: each request has the usual deadline, all together only that of the caller. */
  move<Result>(options: CallOptions & WithCheckpoint, run: RunCall<Result>): Promise<Result> {
    const limitMs = options.deadlineMs ?? this.#deadlineMs;
    // A checkpoint has the answers of one engine: the call continues there.
    const members = options.checkpoint === undefined ? this.#candidates() : this.#members.slice(0, 1);
    const runWith = ({ session }: Member, own: CallOptions) => session.move?.(own, run) ?? run(session, own);
    return this.#route(options, limitMs, runWith, members);
  }

  usage(): readonly EngineUsage[] {
    return this.#members.flatMap(({ session, availability }) => [
      ...(session.usage?.() ?? []),
      ...availability.usage(),
    ]);
  }

  async #route<Result>(
    options: CallOptions,
    limitMs: number | undefined,
    run: (member: Member, options: CallOptions) => Promise<Result>,
    members: readonly Member[] = this.#candidates(),
  ): Promise<Result> {
    const { monotonic } = this.#runtime;
    const startedMs = monotonic();
    let retriesLeft = (options.maxAttempts ?? Math.max(...members.map((each) => each.maxAttempts))) - 1;
    let attempts = 0;
    for (const [place, member] of members.entries()) {
      const isLast = place === members.length - 1;
      const leftMs = limitMs === undefined ? Infinity : limitMs - (monotonic() - startedMs);
      const maxAttempts = Math.min(options.maxAttempts ?? member.maxAttempts, 1 + retriesLeft);
      const deadlineMs = Math.max(1, isLast ? leftMs : leftMs * shareOfTime);
      const own = { ...options, maxAttempts, ...(limitMs === undefined ? {} : { deadlineMs }) };
      try {
        member.availability.enter();
        const result = await run(member, own);
        member.availability.succeed();
        return result;
      } catch (error) {
        if (!isOrgError(error) || options.signal?.aborted) {
          member.availability.leave();
          throw error;
        }
        member.availability.fail(isTransient(error) ? error : undefined);
        attempts += error.attempts ?? 0;
        retriesLeft = Math.max(0, retriesLeft - Math.max(0, (error.attempts ?? 0) - 1));
        const isOver = limitMs !== undefined && monotonic() - startedMs >= limitMs;
        if (isLast || isOver || !isTransient(error))
          throw inAll(error, attempts, isOver ? limitMs : undefined);
      }
    }
    throw new ConfigurationError({ message: 'failover() has no driver.' });
  }

  /** Those that are not left out; all of them if each is. */
  #candidates(): readonly Member[] {
    const available = this.#members.filter(({ availability }) => availability.isAvailable);
    return available.length === 0 ? this.#members : available;
  }
}

/** Two servers of one driver have different maps: their answers have different names. */
function sourceOf(members: readonly OpenMember[], index: number): string {
  const { name } = members[index]?.engine ?? { name: '' };
  const before = members.slice(0, index).filter(({ engine }) => engine.name === name).length;
  return before === 0 ? name : `${name}#${before + 1}`;
}

/** Its answers name it, unless a driver inside it already did. */
function named(provider: string, source: string, session: RoutingSession): RoutingSession {
  const { move, usage } = session;
  return {
    source,
    async execute(name, query, options) {
      const answer = await session.execute(name, query, options);
      return { ...answer, provider: answer.provider ?? provider };
    },
    ...(move && { move }),
    ...(usage && { usage }),
    close: () => session.close(),
  };
}

/** Failures that say nothing about the request: another engine may answer it. */
const transient = [
  CircuitOpenError,
  NetworkError,
  QuotaExceededError,
  RateLimitError,
  ServerError,
  ThrottleRejectedError,
  TimeoutError,
];

function isTransient(error: OrgError): boolean {
  return transient.some((family) => family.isInstance(error));
}

/** The last error, with the attempts of all drivers; after the deadline with the caller's limit. */
function inAll(error: OrgError, attempts: number, limitMs: number | undefined): OrgError {
  const isTimeout = limitMs !== undefined && TimeoutError.isInstance(error);
  if (!isTimeout && attempts === (error.attempts ?? 0)) return error;
  const message = isTimeout
    ? `No driver answered within ${Math.round(limitMs)} ms (deadlineMs).`
    : error.message;
  const restated = restate(error.constructor as FailureType, error, { message, attempts });
  // Such as the partial result of the call.
  for (const key of Object.getOwnPropertySymbols(error).filter((each) => !Object.hasOwn(restated, each)))
    Object.defineProperty(restated, key, { value: Reflect.get(error, key), configurable: true });
  return restated;
}
