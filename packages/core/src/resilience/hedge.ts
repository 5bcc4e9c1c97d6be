import { wrongOption } from '../errors/wrong-option.ts';
import type { Hedge, HedgeRace } from '../hedge.ts';
import { wholeNumber } from '../options/numbers.ts';
import { followSignal } from '../time/follow-signal.ts';

/** What `hedge()` takes. @public */
export interface HedgeOptions {
  /** An attempt that has no answer after this long gets another one beside it: about what 95 of 100 calls take at most. */
  readonly afterMs: number;
  /** How many more attempts there may be beside the first one. @defaultValue 1 */
  readonly max?: number | undefined;
}

/**
 * A second attempt beside one that takes long; the first answer counts, and the other attempt is broken off. For operations whose `safety`
 * is `read`, and no others. Each attempt has a permit of its own. Attempts beside the first are paid from the upper half of the client's
 * retry quota: a few of a hundred calls at most, and retries never run short for them.
 *
 * @example
 * ```ts
 * const client = createServiceClient(service, { hedge: hedge({ afterMs: 300 }) });
 * ```
 *
 * Source: J. Dean, L. A. Barroso, "The Tail at Scale", Communications of the ACM 56 (2013).
 *
 * @throws ConfigurationError for options that make no sense.
 * @public
 */
export function hedge(options: HedgeOptions): Hedge {
  const { afterMs } = options;
  if (!(afterMs > 0 && afterMs < Number.POSITIVE_INFINITY))
    throw wrongOption(`afterMs must be a positive number of milliseconds, not ${afterMs}.`);
  const most = 1 + wholeNumber('max', options.max, 1, 1);
  return { run: (race) => run(race, afterMs, most) };
}

// A reason of our own, so that nobody takes the end of a loser for the caller's abort.
const lost = 'another attempt was quicker';

async function run<Result>(race: HedgeRace<Result>, afterMs: number, most: number): Promise<Result> {
  const over = new AbortController();
  const leave = followSignal(race.signal, over);
  try {
    return await firstOf(race, afterMs, most, over.signal);
  } finally {
    leave();
    over.abort(lost);
  }
}

function firstOf<Result>(
  race: HedgeRace<Result>,
  afterMs: number,
  most: number,
  signal: AbortSignal,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    let started = 0;
    let running = 0;
    let poor: { readonly result: Result } | undefined;
    const begun = async () => {
      if (started === most) return;
      await race.sleep(afterMs, signal);
      if (race.mayStart()) start();
    };
    const start = () => {
      const isFirst = started === 0;
      started += 1;
      running += 1;
      // A sleep that is broken off is no longer needed.
      race
        .start(signal, () => void begun().catch(() => undefined))
        .then(
          (result) => {
            running -= 1;
            poor = { result };
            if (race.isFinal(result) || running === 0) resolve(result);
          },
          (error: unknown) => {
            running -= 1;
            // Only the first may end the call; what keeps another one from starting is no harm.
            if (isFirst) reject(error);
            else if (running === 0 && poor !== undefined) resolve(poor.result);
          },
        );
    };
    start();
  });
}
