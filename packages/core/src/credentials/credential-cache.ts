import { CredentialError } from '../errors/caller-errors.ts';
import type { Runtime } from '../time/runtime.ts';
import { untilAborted, withinTime } from '../time/until-aborted.ts';
import { RefusalMemory } from './refusal-memory.ts';
import type { Credential, CredentialContext, CredentialSource } from './source.ts';

/** @internal */
export interface CacheTimes {
  readonly ttlMs: number;
  readonly staleIfErrorMs: number;
  readonly loadTimeoutMs: number;
}

/** A cached credential and its expiry times on the monotonic clock. */
interface Entry {
  readonly credential: Credential;
  /** From this instant it is still used, while a new one loads in the background. */
  readonly refreshAtMs: number;
  /** From this instant a caller waits for a new one. */
  readonly endsAtMs: number;
  /** Until this instant it is used when the source fails. */
  readonly staleUntilMs: number;
}

/** One load in flight, shared by all callers. */
interface Flight {
  readonly generation: number;
  readonly isForced: boolean;
  readonly startedAtMs: number;
  readonly controller: AbortController;
  readonly result: Promise<Credential | undefined>;
}

const firstBackOffMs = 1_000;
const longestBackOffMs = 60_000;
// The longest wait for a new credential while there is a stale one.
const patienceMs = 2_000;

/** The cache behind {@link cached}. It has no timers: everything happens in `load`. @internal */
export class CredentialCache {
  readonly #source: CredentialSource;
  readonly #times: CacheTimes;
  readonly #refusals = new RefusalMemory();
  #entry: Entry | undefined;
  #flight: Flight | undefined;
  #generations = 0;
  // Results of older loads are discarded: a newer result was stored, a load was forced, or the credential was
  // invalidated.
  #oldestValid = 0;
  #failures = 0;
  #retryAtMs = -Infinity;

  constructor(source: CredentialSource, times: CacheTimes) {
    this.#source = source;
    this.#times = times;
  }

  peek(): Credential | undefined {
    return this.#entry?.credential;
  }

  invalidate(): void {
    this.#entry = undefined;
    this.#flight = undefined;
    this.#oldestValid = this.#generations + 1;
    this.#refusals.forget();
  }

  async load(context: CredentialContext): Promise<Credential | undefined> {
    const { runtime, signal } = context;
    signal?.throwIfAborted();
    if (context.refresh) return this.#afterRefusal(context);
    const held = this.#entry;
    if (held === undefined || isExpired(held.credential, runtime)) return this.#wait(context);
    const nowMs = runtime.monotonic();
    const isBackingOff = nowMs < this.#retryAtMs;
    if (nowMs < held.endsAtMs) {
      if (nowMs >= held.refreshAtMs && !isBackingOff) this.#join(context);
      return held.credential;
    }
    if (nowMs >= held.staleUntilMs) return this.#wait(context);
    if (isBackingOff) return held.credential;
    try {
      return await this.#wait(context, patienceMs);
    } catch (error) {
      if (signal?.aborted || isExpired(held.credential, runtime)) throw error;
      // A source that hangs counts as failed: the next callers do not wait for it.
      if (runtime.monotonic() >= this.#retryAtMs) this.#backOff(runtime);
      return held.credential;
    }
  }

  /** Uses the result of another call's refresh, if there is one; otherwise loads from the source. */
  async #afterRefusal(context: CredentialContext): Promise<Credential | undefined> {
    const { runtime, refused } = context;
    if (refused === undefined) return this.#wait(context);
    const held = this.#entry?.credential;
    const isOther = held !== undefined && held.secret.reveal() !== refused.reveal();
    if (isOther && !isExpired(held, runtime)) return held;
    const answered = this.#refusals.recall(refused, runtime.monotonic());
    if (answered) return answered.credential();
    return this.#wait(context);
  }

  /**
   * Bounds the wait of a caller without a signal. A caller with a signal, like every pipeline, bounds its own
   * wait.
   */
  #wait(
    context: CredentialContext,
    limitMs = context.signal ? Infinity : this.#times.loadTimeoutMs,
  ): Promise<Credential | undefined> {
    const result = untilAborted(this.#join(context), context.signal);
    return withinTime(result, limitMs, context.runtime, () => tooSlow(this.#source.description, limitMs));
  }

  /** The load in flight if it is usable, or else a new one in its place. */
  #join(context: CredentialContext): Promise<Credential | undefined> {
    const flight = this.#flight;
    const isUsable =
      flight !== undefined &&
      flight.generation >= this.#oldestValid &&
      // A load that started before the 401 may still find the rejected value.
      (flight.isForced || !context.refresh) &&
      context.runtime.monotonic() - flight.startedAtMs < this.#times.loadTimeoutMs;
    return isUsable ? flight.result : this.#start(context);
  }

  #start({ runtime, refresh, refused }: CredentialContext): Promise<Credential | undefined> {
    const overtaken = this.#flight;
    this.#generations += 1;
    const generation = this.#generations;
    if (refresh || overtaken) this.#oldestValid = generation;
    const controller = new AbortController();
    const result = this.#load(generation, { runtime, refresh, refused, signal: controller.signal });
    // The load may have no caller: it runs in the background, or all callers aborted.
    result.catch(() => {});
    this.#flight = { generation, isForced: refresh, startedAtMs: runtime.monotonic(), controller, result };
    overtaken?.controller.abort(new DOMException('A newer load replaced this one.', 'AbortError'));
    return result;
  }

  async #load(generation: number, context: CredentialContext): Promise<Credential | undefined> {
    // `#flight` must be set before anything can fail.
    await undefined;
    const { runtime, refused, signal } = context;
    try {
      signal?.throwIfAborted();
      const credential = await untilAborted(this.#source.load(context), signal);
      if (credential !== undefined && isExpired(credential, runtime)) throw expired(credential);
      if (generation < this.#oldestValid) return this.#flight?.result ?? this.peek() ?? credential;
      this.#store(generation, credential, context);
      this.#refusals.remember(refused, runtime.monotonic(), () => credential);
      return credential;
    } catch (error) {
      const isOvertaken = generation < this.#oldestValid;
      if (isOvertaken && this.#flight) return this.#flight.result;
      if (!isOvertaken) this.#backOff(runtime);
      this.#refusals.remember(refused, runtime.monotonic(), () => Promise.reject(error));
      throw error;
    } finally {
      if (this.#flight?.generation === generation) this.#flight = undefined;
    }
  }

  #store(
    generation: number,
    credential: Credential | undefined,
    { runtime, refresh }: CredentialContext,
  ): void {
    this.#oldestValid = generation;
    // A file that is being replaced is missing for a moment. While the cached credential is valid, treat that
    // as a failure.
    if (credential === undefined && !refresh && this.#hasValidEntry(runtime)) {
      this.#backOff(runtime);
      return;
    }
    this.#failures = 0;
    this.#retryAtMs = -Infinity;
    this.#entry = credential && entryOf(credential, runtime, this.#times);
  }

  #hasValidEntry(runtime: Runtime): boolean {
    const held = this.#entry;
    return held !== undefined && runtime.monotonic() < held.endsAtMs && !isExpired(held.credential, runtime);
  }

  /** Starts the back-off of a failing source, longer each time. */
  #backOff(runtime: Runtime): void {
    this.#failures += 1;
    const ceilingMs = Math.min(longestBackOffMs, firstBackOffMs * 2 ** (this.#failures - 1));
    this.#retryAtMs = runtime.monotonic() + ceilingMs * (0.5 + runtime.random() / 2);
  }
}

/**
 * Both times have jitter: a fleet that loaded the same credential at the same time does not reload in step.
 */
function entryOf(credential: Credential, runtime: Runtime, times: CacheTimes): Entry {
  const nowMs = runtime.monotonic();
  const jitteredMs = times.ttlMs * (0.9 + 0.2 * runtime.random());
  const ownMs = (credential.expiresAt?.getTime() ?? Number.NaN) - runtime.now();
  const lifeMs = Math.max(0, Number.isNaN(ownMs) ? jitteredMs : Math.min(jitteredMs, ownMs));
  return {
    credential,
    refreshAtMs: nowMs + lifeMs * (0.75 + 0.1 * runtime.random()),
    endsAtMs: nowMs + lifeMs,
    staleUntilMs: nowMs + lifeMs + times.staleIfErrorMs,
  };
}

function isExpired(credential: Credential, runtime: Runtime): boolean {
  return credential.expiresAt !== undefined && credential.expiresAt.getTime() <= runtime.now();
}

function tooSlow(description: string, waitedMs: number): CredentialError {
  return new CredentialError({
    message: `The credential did not load within ${waitedMs} ms: ${description}.`,
    retryable: true,
  });
}

function expired({ source, expiresAt }: Credential): CredentialError {
  return new CredentialError({
    message: `The credential cannot be used: ${source} expired at ${expiresAt?.toISOString()}. Renew it, or check the clock.`,
  });
}
