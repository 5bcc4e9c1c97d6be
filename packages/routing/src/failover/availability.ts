import {
  NetworkError,
  type OrgError,
  RateLimitError,
  type Runtime,
  ServerError,
  TimeoutError,
} from '@org/core';
import type { EngineUsage } from '../usage.ts';

// A service may ask for any wait.
const longestMs = 3_600_000;

/**
 * Failures after which the next call would fail, too. The others fail before anything is sent: an open
 * circuit, a quota, a full queue know themselves when they end.
 */
const outages = [NetworkError, RateLimitError, ServerError, TimeoutError];

/** Whether a driver of a fail-over is asked. After a failure it is left out; then one call tries it. */
export class Availability {
  readonly #provider: string;
  readonly #runtime: Pick<Runtime, 'now' | 'monotonic'>;
  readonly #leaveOutMs: number;
  /** When a trial call may start; `undefined` while the driver is in service. */
  #outUntilMs: number | undefined;
  #isTried = false;

  constructor(provider: string, runtime: Pick<Runtime, 'now' | 'monotonic'>, leaveOutMs: number) {
    this.#provider = provider;
    this.#runtime = runtime;
    this.#leaveOutMs = leaveOutMs;
  }

  get isAvailable(): boolean {
    if (this.#outUntilMs === undefined) return true;
    return !this.#isTried && this.#runtime.monotonic() >= this.#outUntilMs;
  }

  /** A call starts; while the driver is left out, as its trial. */
  enter(): void {
    this.#isTried = this.#outUntilMs !== undefined;
  }

  succeed(): void {
    this.#outUntilMs = undefined;
    this.#isTried = false;
  }

  /** After an error; `undefined` for one with which the engine answered. */
  fail(error: OrgError | undefined): void {
    if (error === undefined) this.succeed();
    this.#isTried = false;
    if (error === undefined || !outages.some((family) => family.isInstance(error))) return;
    const waitMs = Math.min(longestMs, Math.max(this.#leaveOutMs, error.retryAfterMs ?? 0));
    this.#outUntilMs = this.#runtime.monotonic() + waitMs;
  }

  /** The caller aborted: nothing is known. */
  leave(): void {
    this.#isTried = false;
  }

  usage(): EngineUsage[] {
    if (this.#outUntilMs === undefined) return [];
    const { now, monotonic } = this.#runtime;
    const pausedUntil = new Date(Math.round(now() + this.#outUntilMs - monotonic()));
    return [{ provider: this.#provider, operation: 'all', requests: 0, pausedUntil }];
  }
}
