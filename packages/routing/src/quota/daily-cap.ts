import {
  ConfigurationError,
  createLimiter,
  type Limiter,
  perWindow,
  QuotaExceededError,
  type Runtime,
  ThrottleRejectedError,
} from '@org/core';
import { wordOption } from '@org/core/basics';
import type { RoutingOperations } from '../driver/routing-driver.ts';
import { dayMs } from './usage-book.ts';

/** The largest use of a service in a day, as a limit of this program's own. @public */
export interface DailyCapOptions {
  /** For all operations together. */
  readonly limit?: number | undefined;
  /** For single operations, in addition to `limit`. */
  readonly operations?: Readonly<Partial<Record<keyof RoutingOperations, number>>> | undefined;
  /**
   * What is counted. `credits` needs a driver that knows its service's credits; a part of a credit counts as
   * a whole one.
   * @defaultValue 'requests'
   */
  readonly unit?: 'requests' | 'credits' | undefined;
  /** The length of the day, in milliseconds. @defaultValue 24 hours */
  readonly windowMs?: number | undefined;
  /**
   * Counts instead of `limit`, `operations` and `windowMs`: a limiter that several clients share, or
   * `createRedisLimiter()` for several processes. Its limits are windows of a day; its groups have the names
   * of operations. Use it for nothing else.
   */
  readonly limiter?: Limiter | undefined;
}

/** `dailyCap`: a number of requests, or options. @public */
export type DailyCapInput = number | DailyCapOptions;

/** Counts attempts and refuses those beyond the cap. */
export interface DailyCap {
  /** @throws QuotaExceededError */
  take(operation: string, credits: number | undefined, signal: AbortSignal | undefined): Promise<void>;
}

interface Owner {
  readonly name: string;
  readonly creditsOf?: unknown;
}

// A shared limiter needs a round trip for its answer.
const longestWaitMs = 2_000;

/** @throws ConfigurationError */
export function createDailyCap(given: DailyCapInput, owner: Owner, runtime: Runtime): DailyCap {
  const { unit: stated, ...options }: DailyCapOptions = typeof given === 'number' ? { limit: given } : given;
  const unit = wordOption('dailyCap.unit', stated, ['requests', 'credits'], 'requests');
  if (unit === 'credits' && owner.creditsOf === undefined)
    throw refuse(`dailyCap.unit: ${owner.name} has no credits. Count 'requests'.`);
  const limiter = limiterOf(options, runtime);
  return {
    async take(operation, credits, signal) {
      const cost = unit === 'credits' ? Math.max(1, Math.ceil(credits ?? 1)) : 1;
      try {
        const permit = await limiter.acquire({ cost, group: operation, maxWaitMs: longestWaitMs, signal });
        permit.release();
      } catch (error) {
        throw isCap(error) ? capReached(error, owner, operation, runtime) : error;
      }
    },
  };
}

function limiterOf(options: Omit<DailyCapOptions, 'unit'>, runtime: Runtime): Limiter {
  const { limit, operations = {}, windowMs = dayMs, limiter } = options;
  const caps = Object.entries(operations);
  if (limiter !== undefined) {
    if (limit !== undefined || caps.length > 0)
      throw refuse('dailyCap has limiter, whose limits are the cap: leave out limit and operations.');
    return limiter;
  }
  if (limit === undefined && caps.length === 0)
    throw refuse('dailyCap must be a number, or have limit, operations or limiter.');
  return createLimiter({
    limits: limit === undefined ? [] : [perWindow(limit, windowMs)],
    groups: Object.fromEntries(caps.map(([name, most]) => [name, [perWindow(most, windowMs)]])),
    probe: false,
    runtime,
  });
}

/** A cap, not a store that does not reply: one call is too large for ever, or the next start is far. */
function isCap(error: unknown): error is ThrottleRejectedError {
  if (!ThrottleRejectedError.isInstance(error)) return false;
  return !error.retryable || (error.retryAfterMs ?? 0) > longestWaitMs;
}

function capReached(
  { retryAfterMs, cause }: ThrottleRejectedError,
  { name: provider }: Owner,
  operation: string,
  runtime: Runtime,
): QuotaExceededError {
  const resetAt = retryAfterMs === undefined ? undefined : new Date(Math.ceil(runtime.now() + retryAfterMs));
  const next = resetAt === undefined ? '' : ` The next request may start at ${resetAt.toISOString()}.`;
  return new QuotaExceededError({
    message: `The daily cap for ${provider} is reached (dailyCap). Nothing was sent.${next}`,
    provider,
    operation,
    outcome: 'not-sent',
    attempts: 0,
    retryable: true,
    retryAfterMs,
    resetAt,
    cause,
  });
}

function refuse(message: string): ConfigurationError {
  return new ConfigurationError({ message });
}
