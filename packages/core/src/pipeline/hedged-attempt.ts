import { followSignal } from '../time/follow-signal.ts';
import { attemptOnce } from './attempt.ts';
import type { AttemptResult, Attempts } from './attempts.ts';
import type { Call } from './call.ts';

/** One attempt, with others beside it where the call is hedged. */
export function attemptMaybeHedged<Output>(
  call: Call,
  attempts: Attempts<Output>,
  retry: boolean,
): Promise<AttemptResult<Output>> {
  const { engine, hedge, controller } = call;
  if (hedge === undefined) return attemptOnce(call, attempts, { retry, controller });
  const { quota, cost } = engine.retry;
  return hedge.run({
    signal: controller.signal,
    start: (race, begun) =>
      following(race, (own) => attemptOnce(call, attempts, { retry, controller: own, begun })),
    isFinal: (result) => 'decode' in result || result.failure.replay === 'never',
    mayStart: () => attempts.replayable?.() !== false && (quota?.takeSpare(cost) ?? true),
    sleep: engine.runtime.sleep,
  });
}

/** Gives what is done a controller of its own, that aborts with the others. */
async function following<T>(
  signal: AbortSignal,
  run: (controller: AbortController) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const leave = followSignal(signal, controller);
  try {
    return await run(controller);
  } finally {
    leave();
  }
}
