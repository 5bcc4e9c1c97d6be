import type { CallOptions } from '../call-options.ts';
import { ClosedError, InvalidInputError } from '../errors/caller-errors.ts';
import type { Outcome } from '../errors/org-error.ts';
import { wrongOption } from '../errors/wrong-option.ts';
import type { Hedge } from '../hedge.ts';
import type { OperationObserver } from '../observe/instrumentation.ts';
import { type OperationContext } from '../operation-context.ts';
import { positive, wholeNumber } from '../options/numbers.ts';
import { type Safety } from '../safety.ts';
import { type Engine, positive } from './engine.ts';
import { checkCallOptions } from './option-rules.ts';
import { type OperationContext, type Safety } from '../operation.ts';
import { checkCallOptions } from '../options/check-options.ts';
import { type Hedge } from '../resilience/hedge.ts';
import { wholeNumber } from '../retry/settings.ts';
import { type PreparedRequest } from './http-request.ts';

/** What the loop must know of an operation, whatever it speaks. */
export interface Work<Input = never> {
  readonly name: string;
  readonly safety: Safety;
  readonly limitGroup?: string | undefined;
  readonly cost?: ((input: Input) => number) | undefined;
  readonly timeoutMs?: number | undefined;
  readonly hedge?: Hedge | false | undefined;
}

/** One logical call, from its first check to its end. */
export class Call {
  readonly engine: Engine;
  readonly work: Work;
  readonly options: CallOptions;
  readonly cost: number | undefined;
  readonly idempotencyKey: string | undefined;
  readonly maxAttempts: number;
  readonly timeoutMs: number;
  readonly hedge: Hedge | undefined;
  /** Aborts what the call does now: when the call is broken off, and when the time of the step under way is over. */
  controller = new AbortController();
  readonly startedAtMs: number;
  /** Requests made so far, also those that do not count as attempts of the retry rules. */
  attempts = 0;
  observer: OperationObserver | undefined = undefined;
  /** The HTTP request, once it is prepared. */
  http: Pick<PreparedRequest, 'method' | 'url' | 'template'> | undefined = undefined;
  /** The worst that is known of all attempts so far. */
  outcome: Outcome = 'not-sent';
  /** Of an interrupted task, for its error. */
  details: unknown = undefined;
  readonly #endsAtMs: number;
  readonly #follow: (() => void) | undefined;
  #broken: { readonly reason: unknown } | undefined;
  #requestId: string | undefined;

  /** @throws OrgError for what cannot be called so; nothing is then left on the caller's signal */
  constructor(engine: Engine, work: Work, cost: number | undefined, options: CallOptions) {
    if (engine.closed)
      throw new ClosedError({
        message: `The ${engine.provider} client is closed. Create a new one.`,
        provider: engine.provider,
        operation: work.name,
        outcome: 'not-sent',
      });
    checkCallOptions(options);
    // Taken for one that may be repeated, a misspelt "unsafe" would act twice.
    if (!safeties.includes(work.safety))
      throw wrongOption(`The safety of ${work.name} must be one of "${safeties.join('", "')}".`);
    const { runtime } = engine;
    this.engine = engine;
    this.work = work;
    this.options = options;
    this.cost = cost;
    const hasKey = work.safety === 'keyed' || options.idempotencyKey !== undefined;
    this.idempotencyKey = hasKey ? idempotencyKey(engine, work, options) : undefined;
    this.maxAttempts = wholeNumber('maxAttempts', options.maxAttempts, engine.retry.maxAttempts, 1);
    this.timeoutMs =
      positive('timeoutMs', options.timeoutMs) ??
      (engine.timeoutGiven ? engine.timeoutMs : (work.timeoutMs ?? engine.timeoutMs));
    this.hedge = hedgeOf(engine, work, options);
    this.startedAtMs = runtime.monotonic();
    this.#endsAtMs = this.startedAtMs + (positive('deadlineMs', options.deadlineMs) ?? engine.deadlineMs);
    const { signal } = options;
    if (signal !== undefined) {
      this.#follow = () => this.abort(signal.reason);
      if (signal.aborted) this.#follow();
      else signal.addEventListener('abort', this.#follow, { once: true });
    }
    engine.calls.add(this);
  }

  /** Breaks the call off: for the caller's abort, and when the client is closed past its grace. */
  abort(reason: unknown): void {
    this.#broken ??= { reason };
    this.controller.abort(reason);
  }

  /** A step that ran out of time took the controller along; what comes next has another. */
  goOn(): void {
    this.controller = new AbortController();
    if (this.#broken !== undefined) this.controller.abort(this.#broken.reason);
  }

  /** Most calls end without anybody asking for it, and the platform's first UUID takes it milliseconds. */
  get requestId(): string {
    this.#requestId ??= this.engine.runtime.randomUUID();
    return this.#requestId;
  }

  elapsedMs(): number {
    return this.engine.runtime.monotonic() - this.startedAtMs;
  }

  remainingMs(): number {
    return this.#endsAtMs - this.engine.runtime.monotonic();
  }

  /** What `encode`, `decode` and `classify` may know of the call. */
  context(): OperationContext {
    const call = this;
    return {
      idempotencyKey: this.idempotencyKey,
      attempt: this.attempts,
      earlierOutcomeUnknown: this.outcome === 'unknown',
      nowMs: this.engine.runtime.now(),
      get requestId() {
        return call.requestId;
      },
    };
  }

  end(): void {
    if (this.#follow !== undefined) this.options.signal?.removeEventListener('abort', this.#follow);
    this.engine.calls.remove(this);
  }
}

const safeties: readonly Safety[] = ['read', 'idempotent', 'keyed', 'unsafe'];

/** A second request beside the first is harmless for a `read` alone: what is set for all operations means only those. */
function hedgeOf(engine: Engine, work: Work, options: CallOptions): Hedge | undefined {
  const asked = options.hedge ?? work.hedge;
  if (work.safety === 'read') return (asked ?? engine.hedge) || undefined;
  if (asked)
    throw wrongOption(`${work.name} must not be hedged: its safety is "${work.safety}", not "read".`);
  return undefined;
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
