import type { OrgError } from '../errors/org-error.ts';
import type { Runtime } from '../time/runtime.ts';

// A service may ask for any wait.
const longestMs = 3_600_000;

/** Whether a driver of a fail-over is asked. After an outage it is left out; then one call tries it. */
export class Availability {
  readonly #runtime: Pick<Runtime, 'now' | 'monotonic'>;
  readonly #leaveOutMs: number;
  /** When a trial call may start; `undefined` while the driver is in service. */
  #outUntilMs: number | undefined;
  /** The call that tries the driver. */
  #trial: object | undefined;

  constructor(runtime: Pick<Runtime, 'now' | 'monotonic'>, leaveOutMs: number) {
    this.#runtime = runtime;
    this.#leaveOutMs = leaveOutMs;
  }

  get isAvailable(): boolean {
    if (this.#outUntilMs === undefined) return true;
    return this.#trial === undefined && this.#runtime.monotonic() >= this.#outUntilMs;
  }

  /** When a trial call may start, by the monotonic clock. */
  get outUntilMs(): number {
    return this.#outUntilMs ?? -Infinity;
  }

  /** Until when the driver is left out, by the clock; `undefined` while it is in service. */
  get pausedUntil(): Date | undefined {
    if (this.#outUntilMs === undefined) return undefined;
    const { now, monotonic } = this.#runtime;
    return new Date(Math.round(now() + this.#outUntilMs - monotonic()));
  }

  /** A call starts; while the driver is left out, as its trial. */
  enter(call: object): void {
    if (this.#outUntilMs !== undefined) this.#trial ??= call;
  }

  succeed(): void {
    this.#outUntilMs = undefined;
    this.#trial = undefined;
  }

  fail(call: object, error: OrgError): void {
    this.leave(call);
    // A service rounds a short time down to 0.
    const waitMs = Math.min(longestMs, error.retryAfterMs || this.#leaveOutMs);
    this.#outUntilMs = Math.max(this.#outUntilMs ?? 0, this.#runtime.monotonic() + waitMs);
  }

  /** The call says nothing about the driver, such as after an abort. */
  leave(call: object): void {
    if (this.#trial === call) this.#trial = undefined;
  }
}
