import { wrongOption } from '../errors/wrong-option.ts';

/**
 * The only door to time, chance and the network. Every part of a client takes these from here, so that a test can hold the clock
 * and another platform can bring its own `fetch`.
 *
 * @public
 */
export interface Runtime {
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>;
  /** Wall clock, milliseconds since 1970: for dates that services send, never for durations. */
  now(): number;
  /** Milliseconds of a clock that never jumps: for every duration and deadline. */
  monotonic(): number;
  /** Resolves after `ms` (any size; negative counts as 0). Rejects at once with the signal's reason when it aborts, and clears its timer. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** A number in [0, 1). */
  random(): number;
  randomUUID(): string;
  /**
   * What a call waits for although no time has to pass: a part that is loaded with the first call, a digest. A clock under hand control lets it end
   * before it goes on, so it must not sleep; the platform's own needs to do nothing.
   */
  untimed<Value>(work: () => Promise<Value>): Promise<Value>;
}

/**
 * The platform's own clock, chance and `fetch`, with any of them replaced by an own property of `overrides`.
 *
 * @throws ConfigurationError for a replacement that is no function
 * @public
 */
export function createRuntime(overrides: Partial<Runtime> = {}): Runtime {
  const platform: Runtime = {
    fetch: (input, init) => globalThis.fetch(input, init),
    now: () => Date.now(),
    monotonic: () => performance.now(),
    sleep,
    random: () => Math.random(),
    randomUUID: () => crypto.randomUUID(),
    untimed: (work) => work(),
  };
  // What was passed without a value, as an option that is not set, replaces nothing.
  const given = Object.entries(overrides).filter(([, part]) => part !== undefined);
  for (const [name, part] of given)
    if (Object.hasOwn(platform, name) && typeof part !== 'function')
      throw wrongOption(`runtime.${name} must be a function.`);
  return { ...platform, ...Object.fromEntries(given) };
}

// A longer delay than this fires at once in every JavaScript engine, so long sleeps are made of several.
/** @internal */
export const longestTimerMs = 2 ** 31 - 1;

/** @internal */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    let remainingMs = Math.max(0, ms);
    let timer: ReturnType<typeof setTimeout>;
    const arm = () => {
      const stepMs = Math.min(remainingMs, longestTimerMs);
      remainingMs -= stepMs;
      timer = setTimeout(remainingMs > 0 ? arm : finish, stepMs);
    };
    const finish = () => {
      signal?.removeEventListener('abort', abort);
      resolve();
    };
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
    arm();
  });
}
