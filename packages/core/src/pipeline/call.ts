import type { CallOptions } from '../call-options.ts';
import { ClosedError, InvalidInputError } from '../errors/caller-errors.ts';
import type { Outcome } from '../errors/org-error.ts';
import { wrongOption } from '../errors/wrong-option.ts';
import type { OperationObserver } from '../observe/instrumentation.ts';
import type { OperationContext, Safety } from '../operation.ts';
import { wholeNumber } from '../retry/settings.ts';
import { checkCallOptions } from './check-options.ts';
import { type Engine, positive } from './engine.ts';
import type { Hedge } from './hedge.ts';

/** What the loop must know of an operation, whatever it speaks. */
export interface Work {
  readonly name: string;
  readonly safety: Safety;
  readonly limitGroup?: string | undefined;
  readonly cost?: number | undefined;
  readonly timeoutMs?: number | undefined;
  readonly hedge?: Hedge | false | undefined;
}

/** One logical call, from its first check to its end. */
export interface Call {
  readonly engine: Engine;
  readonly work: Work;
  readonly options: CallOptions;
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
  readonly maxAttempts: number;
  readonly timeoutMs: number;
  readonly hedge: Hedge | undefined;
  /** Aborts for the caller's abort and when the client is closed past its grace. */
  readonly controller: AbortController;
  readonly startedAtMs: number;
  /** Requests made so far, also those that do not count as attempts of the retry rules. */
  attempts: number;
  observer: OperationObserver | undefined;
  /** The worst that is known of all attempts so far. */
  outcome: Outcome;
  /** What the caller aborted with is the caller's; everything else becomes an error of ours. */
  elapsedMs(): number;
  remainingMs(): number;
  context(): OperationContext;
  end(): void;
}

const safeties: readonly Safety[] = ['read', 'idempotent', 'keyed', 'unsafe'];

export function startCall(engine: Engine, work: Work, options: CallOptions): Call {
  if (engine.closed) {
    throw new ClosedError({
      message: `The ${engine.provider} client is closed. Create a new one.`,
      provider: engine.provider,
      operation: work.name,
      outcome: 'not-sent',
    });
  }
  checkCallOptions(options);
  // Taken for one that may be repeated, a misspelt "unsafe" would act twice.
  if (!safeties.includes(work.safety))
    throw wrongOption(`The safety of ${work.name} must be one of "${safeties.join('", "')}".`);
  const { runtime } = engine;
  const { signal } = options;
  const deadlineMs = positive('deadlineMs', options.deadlineMs) ?? engine.deadlineMs;
  const controller = new AbortController();
  const follow = () => controller.abort(signal?.reason);
  const startedAtMs = runtime.monotonic();
  let requestId: string | undefined;
  const call: Call = {
    engine,
    work,
    options,
    // Most calls end without anybody asking for it, and the platform's first UUID takes it milliseconds.
    get requestId() {
      requestId ??= runtime.randomUUID();
      return requestId;
    },
    idempotencyKey: work.safety === 'keyed' ? idempotencyKey(engine, work, options) : undefined,
    maxAttempts: wholeNumber('maxAttempts', options.maxAttempts, engine.retry.maxAttempts, 1),
    timeoutMs:
      positive('timeoutMs', options.timeoutMs) ??
      (engine.timeoutGiven ? engine.timeoutMs : (work.timeoutMs ?? engine.timeoutMs)),
    hedge: hedgeOf(engine, work, options),
    controller,
    startedAtMs,
    attempts: 0,
    observer: undefined,
    outcome: 'not-sent',
    elapsedMs: () => runtime.monotonic() - startedAtMs,
    remainingMs: () => deadlineMs - call.elapsedMs(),
    context: () => ({
      get requestId() {
        return call.requestId;
      },
      idempotencyKey: call.idempotencyKey,
      attempt: call.attempts,
      earlierOutcomeUnknown: call.outcome === 'unknown',
      nowMs: runtime.now(),
    }),
    end() {
      signal?.removeEventListener('abort', follow);
      engine.calls.remove(controller);
    },
  };
  // After all that may throw: nothing is left on the signal of a call that was refused.
  if (signal?.aborted) follow();
  else signal?.addEventListener('abort', follow, { once: true });
  engine.calls.add(controller);
  return call;
}

/** A second request beside the first is harmless for a `read` alone: what is set for all operations means only those. */
function hedgeOf(engine: Engine, work: Work, options: CallOptions): Hedge | undefined {
  const asked = options.hedge ?? work.hedge;
  if (work.safety === 'read') return (asked ?? engine.hedge) || undefined;
  if (asked)
    throw wrongOption(`${work.name} must not be hedged: its safety is "${work.safety}", not "read".`);
  return undefined;
}

/** Sends one attempt, in the context that the observer wants for it. */
export function runAttempt<T>({ observer }: Call, attempt: number, work: () => Promise<T>): Promise<T> {
  return observer?.runAttempt?.(attempt, work) ?? work();
}

const printable = /^[\x21-\x7e]{1,255}$/;

function idempotencyKey(engine: Engine, work: Work, { idempotencyKey }: CallOptions): string {
  if (idempotencyKey === undefined) return engine.runtime.randomUUID();
  if (printable.test(idempotencyKey)) return idempotencyKey;
  throw new InvalidInputError({
    message: 'idempotencyKey must be 1 to 255 printable ASCII characters without spaces, for example a UUID.',
    provider: engine.provider,
    operation: work.name,
    outcome: 'not-sent',
  });
}

/** What two attempts together mean: the more was done, the more is known to be done. */
export function worseOutcome(a: Outcome, b: Outcome): Outcome {
  if (a === 'sent' || b === 'sent') return 'sent';
  return a === 'unknown' || b === 'unknown' ? 'unknown' : 'not-sent';
}
