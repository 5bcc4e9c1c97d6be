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

/** A held credential and the moments, on the monotonic clock, at which its standing changes. */
interface Entry {
  readonly credential: Credential;
  /** From here on it is still used, while a new one is fetched in the background. */
  readonly refreshAtMs: number;
  /** From here on a caller waits for a new one. */
  readonly endsAtMs: number;
  /** Until here it is used when a new one cannot be had. */
  readonly staleUntilMs: number;
}

/** One look-up that is under way, shared by all who need it. */
interface Flight {
  readonly generation: number;
  readonly forced: boolean;
  readonly startedAtMs: number;
  readonly controller: AbortController;
  readonly result: Promise<Credential | undefined>;
}

const firstRestMs = 1_000;
const longestRestMs = 60_000;
// As long as there is an old credential, nobody waits longer for a new one.
const patienceMs = 2_000;

/** What {@link cached} promises. It has no timers: everything happens when somebody asks. @internal */
export class CredentialCache {
  readonly #source: CredentialSource;
  readonly #times: CacheTimes;
  readonly #refusals = new RefusalMemory();
  #entry: Entry | undefined;
  #flight: Flight | undefined;
  #generations = 0;
  // What an older look-up finds does not count: a newer one was stored or forced, or the credential was forgotten.
  #oldestValid = 0;
  #failures = 0;
  #restUntilMs = Number.NEGATIVE_INFINITY;

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
    const resting = nowMs < this.#restUntilMs;
    if (nowMs < held.endsAtMs) {
      if (nowMs >= held.refreshAtMs && !resting) this.#join(context);
      return held.credential;
    }
    if (nowMs >= held.staleUntilMs) return this.#wait(context);
    if (resting) return held.credential;
    try {
      return await this.#wait(context, patienceMs);
    } catch (error) {
      if (signal?.aborted || isExpired(held.credential, runtime)) throw error;
      // A source that hangs is one that fails: the next callers do not wait for it.
      if (runtime.monotonic() >= this.#restUntilMs) this.#rest(runtime);
      return held.credential;
    }
  }

  /** Somebody may have been quicker, or have just asked in vain; only otherwise the source is asked. */
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

  /** A caller with a signal bounds its wait itself, as every pipeline does; any other does not wait for ever either. */
  #wait(
    context: CredentialContext,
    limitMs = context.signal ? Number.POSITIVE_INFINITY : this.#times.loadTimeoutMs,
  ): Promise<Credential | undefined> {
    const result = untilAborted(this.#join(context), context.signal);
    return withinTime(result, limitMs, context.runtime, () => tooSlow(this.#source.description, limitMs));
  }

  /** The look-up under way if it will do, or else a new one in its place. */
  #join(context: CredentialContext): Promise<Credential | undefined> {
    const flight = this.#flight;
    const willDo =
      flight !== undefined &&
      flight.generation >= this.#oldestValid &&
      // One that began before the refusal may still find the refused value.
      (flight.forced || !context.refresh) &&
      context.runtime.monotonic() - flight.startedAtMs < this.#times.loadTimeoutMs;
    return willDo ? flight.result : this.#start(context);
  }

  #start({ runtime, refresh, refused }: CredentialContext): Promise<Credential | undefined> {
    const overtaken = this.#flight;
    this.#generations += 1;
    const generation = this.#generations;
    if (refresh || overtaken) this.#oldestValid = generation;
    const controller = new AbortController();
    const result = this.#look(generation, { runtime, refresh, refused, signal: controller.signal });
    // Perhaps nobody waits: it runs in the background, or everybody has left.
    result.catch(() => {});
    this.#flight = { generation, forced: refresh, startedAtMs: runtime.monotonic(), controller, result };
    overtaken?.controller.abort(new DOMException('A newer look-up took its place.', 'AbortError'));
    return result;
  }

  async #look(generation: number, context: CredentialContext): Promise<Credential | undefined> {
    // The flight is to be in place before anything can fail.
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
      const overtaken = generation < this.#oldestValid;
      if (overtaken && this.#flight) return this.#flight.result;
      if (!overtaken) this.#rest(runtime);
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
    // A file that is being replaced is not there for a moment. While the held one is good, that does not count yet.
    if (credential === undefined && !refresh && this.#isGood(runtime)) {
      this.#rest(runtime);
      return;
    }
    this.#failures = 0;
    this.#restUntilMs = Number.NEGATIVE_INFINITY;
    this.#entry = credential && entryOf(credential, runtime, this.#times);
  }

  #isGood(runtime: Runtime): boolean {
    const held = this.#entry;
    return held !== undefined && runtime.monotonic() < held.endsAtMs && !isExpired(held.credential, runtime);
  }

  /** Leaves a failing source alone for a while, longer each time. */
  #rest(runtime: Runtime): void {
    this.#failures += 1;
    const ceilingMs = Math.min(longestRestMs, firstRestMs * 2 ** (this.#failures - 1));
    this.#restUntilMs = runtime.monotonic() + ceilingMs * (0.5 + runtime.random() / 2);
  }
}

/** Both ends are jittered, so that a fleet that got the same credential at the same time does not come back in step. */
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
    message: `Waited ${waitedMs} ms for the credential: ${description}.`,
    retryable: true,
  });
}

function expired({ source, expiresAt }: Credential): CredentialError {
  return new CredentialError({
    message: `The credential cannot be used: ${source} ended at ${expiresAt?.toISOString()}. Renew it, or check the clock.`,
  });
}
