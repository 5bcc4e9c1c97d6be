import type { Hedge, HedgeRace } from '../hedge.ts';
import { meantOption } from '../options/meant-option.ts';
import { positiveOption, wholeNumberOption } from '../options/numbers.ts';
import { type OptionNames, requireOptions } from '../options/refuse-unknown.ts';
import { followSignal } from '../time/follow-signal.ts';

const hedgeNames: OptionNames<HedgeOptions> = { afterMs: 0, max: 0 };

/** Options of `hedge()`. @public */
export interface HedgeOptions {
  /**
   * Starts another attempt when one has no response after this time, in milliseconds. Use about the 95th
   * percentile of latency.
   */
  readonly afterMs: number;
  /** The largest number of additional attempts. @defaultValue 1 */
  readonly max?: number | undefined;
}

/**
 * Hedged requests: starts a second attempt while the first one is slow. The first final response counts, and
 * the other attempt is aborted. Applies only to operations whose `safety` is `read`. Each attempt has its own
 * permit. Additional attempts use the upper half of the client's retry budget: a few of a hundred calls at
 * most, and retries keep the lower half. @public
 *
 * @example
 * ```ts
 * const client = createServiceClient(service, { hedge: hedge({ afterMs: 300 }) });
 * ```
 *
 * Source: J. Dean, L. A. Barroso, "The Tail at Scale", Communications of the ACM 56 (2013).
 *
 * @throws ConfigurationError for an invalid option.
 */
export function hedge(options: HedgeOptions): Hedge {
  requireOptions(options, hedgeNames, 'hedge()', meantOption);
  const afterMs = positiveOption('afterMs', options.afterMs);
  const maxAttempts = 1 + wholeNumberOption('max', options.max, 1, 1);
  return { run: (race) => run(race, afterMs, maxAttempts) };
}

// A distinct reason: the end of a slower attempt is not the caller's abort.
const lost = 'another attempt was quicker';

async function run<Result>(race: HedgeRace<Result>, afterMs: number, maxAttempts: number): Promise<Result> {
  const attempts = new AbortController();
  const unfollow = followSignal(race.signal, attempts);
  try {
    return await firstOf(race, afterMs, maxAttempts, attempts.signal);
  } finally {
    unfollow();
    attempts.abort(lost);
  }
}

function firstOf<Result>(
  race: HedgeRace<Result>,
  afterMs: number,
  maxAttempts: number,
  signal: AbortSignal,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    let started = 0;
    let running = 0;
    let retryable: { readonly result: Result } | undefined;
    const startNextLater = async () => {
      if (started === maxAttempts) return;
      await race.sleep(afterMs, signal);
      if (race.mayStart()) start();
    };
    const start = () => {
      const isFirst = started === 0;
      started += 1;
      running += 1;
      // The rejection of an aborted sleep is expected.
      race
        .start(signal, () => void startNextLater().catch(() => undefined))
        .then(
          (result) => {
            running -= 1;
            retryable = { result };
            if (race.isFinal(result) || running === 0) resolve(result);
          },
          (error: unknown) => {
            running -= 1;
            // Only an error of the first attempt ends the call. An additional attempt that cannot start does
            // no harm.
            if (isFirst) reject(error);
            else if (running === 0 && retryable !== undefined) resolve(retryable.result);
          },
        );
    };
    start();
  });
}
