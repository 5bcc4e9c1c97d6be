import { CredentialError } from '../errors/caller-errors.ts';
import { propertyOf } from '../options/own.ts';
import type { Runtime } from '../time/runtime.ts';
import { untilAborted, withinTime } from '../time/until-aborted.ts';
import { cacheBrand } from './checked.ts';
import type { Secret } from './secret.ts';
import type { Credential, CredentialContext, CredentialSource } from './source.ts';

/** A source with a cache. @public */
export interface CachedCredentialSource extends CredentialSource {
  /** The cached credential, without loading it. */
  peek(): Credential | undefined;
  /** Drops the credential; the result of a load in flight is discarded. */
  invalidate(): void;
}

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

/** One load, shared by all callers. */
interface Load {
  readonly isForced: boolean;
  readonly startedAtMs: number;
  readonly controller: AbortController;
  result: Promise<Credential | undefined>;
}

/** The last refresh after a rejected credential (401). */
interface Refusal {
  readonly refused: Secret;
  readonly atMs: number;
  readonly result: Promise<Credential | undefined>;
}

const firstBackOffMs = 1_000;
const longestBackOffMs = 60_000;
// The longest wait for a new credential while there is a stale one.
const patienceMs = 2_000;
// Later 401s of the same wave get the result of the first: a wrong key does not cause one load per call.
const rememberRefusalMs = 5_000;

/** The cache behind `cachedCredential()`. It has no timers: everything happens in `load`. */
export class CredentialCache implements CachedCredentialSource {
  readonly #source: CredentialSource;
  readonly #times: CacheTimes;
  #entry: Entry | undefined;
  /** The load in flight. The result of a load that was replaced is discarded. */
  #load: Load | undefined;
  #refusal: Refusal | undefined;
  #failures = 0;
  #retryAtMs = -Infinity;

  constructor(source: CredentialSource, times: CacheTimes) {
    this.#source = source;
    this.#times = times;
    Object.defineProperty(this, cacheBrand, { value: true });
  }

  static isInstance(source: CredentialSource): source is CredentialCache {
    return propertyOf(source, cacheBrand) === true;
  }

  get description(): string {
    return this.#source.description;
  }

  peek(): Credential | undefined {
    return this.#entry?.credential;
  }

  /** The cached credential, while it is neither expired nor to be refreshed. */
  fresh(runtime: Runtime, nowMs: number): Credential | undefined {
    const held = this.#entry;
    if (held && nowMs < held.refreshAtMs && !isExpired(held.credential, runtime)) return held.credential;
    return undefined;
  }

  invalidate(): void {
    this.#entry = undefined;
    this.#load = undefined;
    this.#refusal = undefined;
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
    const held = this.peek();
    const isOther = held !== undefined && held.secret.reveal() !== refused.reveal();
    if (isOther && !isExpired(held, runtime)) return held;
    const last = this.#refusal;
    const isKnown = last !== undefined && last.refused.reveal() === refused.reveal();
    if (isKnown && runtime.monotonic() - last.atMs < rememberRefusalMs) return last.result;
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
    const load = this.#load;
    const isUsable =
      load !== undefined &&
      // A load that started before the 401 may still find the rejected value.
      (load.isForced || !context.refresh) &&
      context.runtime.monotonic() - load.startedAtMs < this.#times.loadTimeoutMs;
    return isUsable ? load.result : this.#start(context);
  }

  #start({ runtime, refresh, refused }: CredentialContext): Promise<Credential | undefined> {
    const replaced = this.#load;
    const controller = new AbortController();
    const load = { isForced: refresh, startedAtMs: runtime.monotonic(), controller } as Load;
    this.#load = load;
    load.result = this.#run(load, { runtime, refresh, refused, signal: controller.signal });
    // The load may have no caller: it runs in the background, or all callers aborted.
    load.result.catch(() => {});
    replaced?.controller.abort(new DOMException('A newer load replaced this one.', 'AbortError'));
    return load.result;
  }

  async #run(load: Load, context: CredentialContext): Promise<Credential | undefined> {
    // A refresh in the same turn replaces this load before it reaches the source.
    await undefined;
    const { runtime, refused, signal } = context;
    try {
      signal?.throwIfAborted();
      const credential = await untilAborted(this.#source.load(context), signal);
      if (credential !== undefined && isExpired(credential, runtime)) throw expired(credential);
      if (this.#load !== load) return this.#load?.result ?? this.peek() ?? credential;
      this.#store(credential, context);
      return credential;
    } catch (error) {
      if (this.#load === load) this.#backOff(runtime);
      else if (this.#load) return this.#load.result;
      throw error;
    } finally {
      if (this.#load === load) {
        this.#load = undefined;
        if (refused) this.#refusal = { refused, atMs: runtime.monotonic(), result: load.result };
      }
    }
  }

  #store(credential: Credential | undefined, { runtime, refresh }: CredentialContext): void {
    const held = this.#entry;
    const isHeldValid =
      held !== undefined && runtime.monotonic() < held.endsAtMs && !isExpired(held.credential, runtime);
    // A file that is being replaced is missing for a moment: a failure while the cached credential is valid.
    if (credential === undefined && !refresh && isHeldValid) {
      this.#backOff(runtime);
      return;
    }
    this.#failures = 0;
    this.#retryAtMs = -Infinity;
    this.#entry = credential && entryOf(credential, runtime, this.#times);
  }

  /** Starts the back-off of a failing source, longer each time. */
  #backOff(runtime: Runtime): void {
    this.#failures += 1;
    const ceilingMs = Math.min(longestBackOffMs, firstBackOffMs * 2 ** (this.#failures - 1));
    this.#retryAtMs = runtime.monotonic() + ceilingMs * (0.5 + runtime.random() / 2);
  }
}

/** Both times have jitter: a fleet that loaded the same credential at once does not reload in step. */
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
  const at = expiresAt?.toISOString();
  return new CredentialError({
    message: `The credential cannot be used: ${source} expired at ${at}. Renew it, or check the clock.`,
  });
}
