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
  const { signal } = controller;
  if (hedge === undefined) return attemptOnce(call, attempts, { retry, signal });
  const { quota, cost } = engine.retry;
  return hedge.run({
    signal,
    start: (own, begun) => attemptOnce(call, attempts, { retry, signal: own, begun }),
    isFinal: (result) => 'value' in result || result.failure.replay === 'never',
    mayStart: () => attempts.replayable?.() !== false && (quota?.takeSpare(cost) ?? true),
    sleep: engine.runtime.sleep,
  });
}
