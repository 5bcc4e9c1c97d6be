import { QuotaExceededError, type Runtime } from '@org/core';
import type { Quota } from '../model/result.ts';
import type { EngineUsage } from '../usage.ts';

/** Length of the day of a quota. It starts with the first counted request. */
export const dayMs = 24 * 3600 * 1000;

// A service that does not say when its quota renews is asked again after this time.
const unknownResetMs = 15 * 60 * 1000;
// A later reset is implausible.
const longestPauseMs = 48 * 3600 * 1000;

interface Account {
  requests: number;
  credits: number | undefined;
  /** On the monotonic clock, as all instants here. */
  startedMs: number | undefined;
  pausedUntilMs: number;
  quota: Quota | undefined;
}

/** The requests, quotas and pauses of one engine, by operation. */
export class UsageBook {
  readonly #provider: string;
  readonly #runtime: Pick<Runtime, 'now' | 'monotonic'>;
  readonly #accounts = new Map<string, Account>();

  constructor(provider: string, runtime: Pick<Runtime, 'now' | 'monotonic'>) {
    this.#provider = provider;
    this.#runtime = runtime;
  }

  count(operation: string, requests: number, credits: number | undefined): void {
    const account = this.#accountOf(operation);
    const now = this.#runtime.monotonic();
    if (account.startedMs === undefined || now >= account.startedMs + dayMs)
      Object.assign(account, { startedMs: now, requests: 0, credits: undefined });
    account.requests += requests;
    if (credits !== undefined) account.credits = (account.credits ?? 0) + credits * requests;
  }

  learn(operation: string, quota: Quota): void {
    this.#accountOf(operation).quota = quota;
  }

  /** After the service refused a request for its quota. */
  close(operation: string, resetAt: Date | undefined): void {
    const account = this.#accountOf(operation);
    const waitMs = resetAt === undefined ? unknownResetMs : resetAt.getTime() - this.#runtime.now();
    account.pausedUntilMs = this.#runtime.monotonic() + Math.min(waitMs, longestPauseMs);
    const known = resetAt === undefined ? {} : { resetAt };
    account.quota = { ...account.quota, remaining: 0, ...known };
  }

  /** @throws QuotaExceededError while the quota of the operation is used up */
  requireOpen(operation: string, name: string): void {
    const pausedUntilMs = this.#accounts.get(operation)?.pausedUntilMs ?? -Infinity;
    if (pausedUntilMs === -Infinity) return;
    const waitMs = pausedUntilMs - this.#runtime.monotonic();
    if (!(waitMs > 0)) return;
    const resetAt = this.#dateOf(pausedUntilMs);
    throw new QuotaExceededError({
      message:
        `${this.#provider} refused an earlier request because its quota is used up. ` +
        `Nothing is sent before ${resetAt.toISOString()}.`,
      provider: this.#provider,
      operation: name,
      outcome: 'not-sent',
      attempts: 0,
      retryable: true,
      retryAfterMs: waitMs,
      resetAt,
    });
  }

  usage(): EngineUsage[] {
    const now = this.#runtime.monotonic();
    return [...this.#accounts].map(([operation, account]) => {
      const { startedMs, requests, credits, quota, pausedUntilMs } = account;
      const isToday = startedMs !== undefined && now < startedMs + dayMs;
      return {
        provider: this.#provider,
        operation,
        requests: isToday ? requests : 0,
        ...(isToday && credits !== undefined ? { credits } : {}),
        ...(isToday ? { since: this.#dateOf(startedMs) } : {}),
        ...(quota === undefined ? {} : { quota }),
        ...(pausedUntilMs > now ? { pausedUntil: this.#dateOf(pausedUntilMs) } : {}),
      };
    });
  }

  #dateOf(monotonicMs: number): Date {
    return new Date(Math.round(this.#runtime.now() + monotonicMs - this.#runtime.monotonic()));
  }

  #accountOf(operation: string): Account {
    const known = this.#accounts.get(operation);
    if (known !== undefined) return known;
    const account = {
      requests: 0,
      credits: undefined,
      startedMs: undefined,
      pausedUntilMs: -Infinity,
      quota: undefined,
    };
    this.#accounts.set(operation, account);
    return account;
  }
}
