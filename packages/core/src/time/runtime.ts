import { wrongOption } from '../errors/wrong-option.ts';

/**
 * All time, randomness and network access of a client goes through this. Replace it in tests to control the
 * clock, or on a platform with its own `fetch`. @public
 */
export interface Runtime {
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>;
  /** Wall clock in milliseconds since 1970: for dates that services send, never for durations. */
  now(): number;
  /** Monotonic clock in milliseconds: for every duration and deadline. */
  monotonic(): number;
  /**
   * Resolves after `ms` (any size; negative counts as 0). On abort, rejects at once with the signal's reason
   * and clears its timer.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** A number in [0, 1). */
  random(): number;
  randomUUID(): string;
}

/**
 * The platform's clock, randomness and `fetch`; own properties of `overrides` replace them. @public
 *
 * @throws ConfigurationError for an override that is not a function
 */
export function createRuntime(overrides: Partial<Runtime> = {}): Runtime {
  const platform: Runtime = {
    fetch: (input, init) => globalThis.fetch(input, init),
    now: () => Date.now(),
    monotonic: () => performance.now(),
    sleep,
    random: () => Math.random(),
    randomUUID: () => crypto.randomUUID(),
  };
  // An undefined override, like an omitted option, replaces nothing.
  const given = Object.entries(overrides ?? {}).filter(([, part]) => part !== undefined);
  for (const [name, part] of given)
    if (Object.hasOwn(platform, name) && typeof part !== 'function')
      throw wrongOption(`runtime.${name} must be a function.`);
  return Object.assign(platform, Object.fromEntries(given));
}

// A longer delay fires at once in every JavaScript engine, so a long sleep uses several timers.
export const longestTimerMs = 2 ** 31 - 1;

export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
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
