import type { CallOptions } from '../call-options.ts';
import { CallCredentials } from '../credentials/resolver.ts';
import { ClosedError, InvalidInputError } from '../errors/caller-errors.ts';
import type { OrgError, Outcome } from '../errors/org-error.ts';
import { wrongOption } from '../errors/wrong-option.ts';
import type { Hedge } from '../hedge.ts';
import type { OperationObserver } from '../observe/instrumentation.ts';
import type { OperationContext } from '../operation-context.ts';
import { callRules, checkOptions } from '../option-rules.ts';
import { timeLimit, wholeNumberOption } from '../options/numbers.ts';
import type { Safety } from '../safety.ts';
import type { OperationPolicy } from '../task.ts';
import { followSignal } from '../time/follow-signal.ts';
import { startTimeLimit } from '../time/timer.ts';
import type { Engine } from './engine.ts';
import type { PreparedRequest } from './http-request.ts';

/** The abort reason of a step whose time limit has passed. */
export class TimeLimit {
  readonly limit: 'attempt' | 'deadline';

  constructor(limit: 'attempt' | 'deadline') {
    this.limit = limit;
  }
}

/** One call; or one request of a composite operation, which is part of its call. */
export class Call {
  readonly engine: Engine;
  /** The call that errors, events and spans show: the composite one of a request, else the call itself. */
  readonly root: Call;
  readonly policy: OperationPolicy;
  readonly options: CallOptions;
  readonly cost: number | undefined;
  readonly idempotencyKey: string | undefined;
  readonly maxAttempts: number;
  readonly timeoutMs: number;
  readonly hedge: Hedge | undefined;
  readonly credentials: CallCredentials;
  /** Whether events had a listener when the call started. A later listener hears of later calls. */
  readonly hasListener: boolean;
  /** Aborts the current step: when the call is aborted, and when the step's time limit has passed. */
  controller = new AbortController();
  readonly startedAtMs: number;
  /** The deadline. */
  readonly endsAtMs: number;
  /** Attempts so far, also those that the retry rules do not count. */
  attemptCount = 0;
  /** The number of the last attempt within the root. */
  lastAttempt = 0;
  observer: OperationObserver | undefined = undefined;
  /** The HTTP request, once it is prepared. */
  http: Pick<PreparedRequest, 'method' | 'url' | 'template'> | undefined = undefined;
  /** The worst outcome of all attempts so far; after the last one, of the call. */
  outcome: Outcome = 'not-sent';
  /** Of a composite call, the request that started last. */
  lastRequest: Call | undefined = undefined;
  /** Resolves when the body of a streamed response has ended: permit and call end with it. */
  streaming: Promise<void> | undefined = undefined;
  /** The error that ends the call, with the facts of the call. */
  error: OrgError | undefined = undefined;
  /** Of an interrupted task, for its error. */
  details: unknown = undefined;
  readonly #unfollow: () => void;
  #aborted: { readonly reason: unknown } | undefined;
  #requestId: string | undefined;

  /** @throws OrgError for wrong options; nothing is then left on the caller's signal */
  constructor(
    engine: Engine,
    policy: OperationPolicy,
    cost: number | undefined,
    options: CallOptions,
    parent?: Call,
  ) {
    const closed = `The ${engine.provider} client is closed. Create a new one.`;
    if (engine.isClosed && parent === undefined) throw notSent(ClosedError, engine, policy, closed);
    checkOptions(callRules, options, policy.name);
    // Taken for one that may be repeated, a misspelt "unsafe" would act twice.
    if (!safeties.includes(policy.safety))
      throw wrongOption(`The safety of ${policy.name} must be one of "${safeties.join('", "')}".`);
    this.engine = engine;
    this.root = parent ?? this;
    this.policy = policy;
    this.options = options;
    this.cost = cost;
    this.idempotencyKey = idempotencyKeyOf(engine, policy, options);
    this.maxAttempts = wholeNumberOption('maxAttempts', options.maxAttempts, engine.retry.maxAttempts, 1);
    const ownTimeoutMs = engine.isTimeoutGiven ? undefined : policy.timeoutMs;
    this.timeoutMs = timeLimit('timeoutMs', options.timeoutMs, ownTimeoutMs ?? engine.timeoutMs);
    this.hedge = hedgeOf(engine, policy, options);
    this.credentials = parent?.credentials ?? new CallCredentials(engine.credentials, engine.secrets);
    this.hasListener = parent?.hasListener ?? engine.events.hasAnyListener();
    this.startedAtMs = engine.runtime.monotonic();
    const ownDeadlineMs = engine.isDeadlineGiven ? undefined : policy.deadlineMs;
    const deadlineMs = timeLimit('deadlineMs', options.deadlineMs, ownDeadlineMs ?? engine.deadlineMs);
    this.endsAtMs = parent === undefined ? this.startedAtMs + deadlineMs : parent.endsAtMs;
    this.#unfollow = followSignal(parent?.controller.signal ?? options.signal, this);
    if (parent === undefined) engine.callsInFlight.add(this);
    else parent.lastRequest = this;
  }

  /** Aborts the call: for the caller's signal, and after the grace period of `close()`. */
  abort(reason: unknown): void {
    this.#aborted ??= { reason };
    this.controller.abort(reason);
  }

  /** A time limit aborts the controller of its step; the next step needs a new one. */
  renewController(): void {
    this.controller = new AbortController();
    if (this.#aborted !== undefined) this.controller.abort(this.#aborted.reason);
  }

  /** Made on first use: most calls need none, and the platform's first UUID takes milliseconds. */
  get requestId(): string {
    if (this.root !== this) return this.root.requestId;
    this.#requestId ??= this.engine.runtime.randomUUID();
    return this.#requestId;
  }

  /** The number of the attempt that starts, within the root. */
  countAttempt(): number {
    this.attemptCount += 1;
    if (this.root !== this) this.root.attemptCount += 1;
    this.lastAttempt = this.root.attemptCount;
    return this.lastAttempt;
  }

  elapsedMs(): number {
    return this.engine.runtime.monotonic() - this.startedAtMs;
  }

  remainingMs(): number {
    return this.endsAtMs - this.engine.runtime.monotonic();
  }

  /** What `encode`, `decode` and `classify` may know of the call. */
  context(): OperationContext {
    return new CallContext(this);
  }

  /** Runs one step of the call until its deadline. */
  untilDeadline<T>(controller: AbortController, step: () => Promise<T>): Promise<T> {
    const nowMs = this.engine.runtime.monotonic();
    return this.bounded(controller, nowMs, this.endsAtMs - nowMs, 'deadline', step);
  }

  /**
   * Runs one step, which starts at `nowMs`, with a time limit. Rejects at once when the controller aborts,
   * with its reason, even if the step ignores the signal; after the limit it is a {@link TimeLimit}.
   */
  bounded<T>(
    controller: AbortController,
    nowMs: number,
    limitMs: number,
    limit: TimeLimit['limit'],
    step: () => Promise<T>,
  ): Promise<T> {
    const { signal } = controller;
    return new Promise<T>((resolve, reject) => {
      signal.throwIfAborted();
      const stop = () => settle(reject, signal.reason);
      const clearTimer = startTimeLimit(this.engine.runtime, nowMs, limitMs, () =>
        controller.abort(new TimeLimit(limit)),
      );
      const settle = <Result>(settled: (result: Result) => void, result: Result) => {
        signal.removeEventListener('abort', stop);
        clearTimer();
        settled(result);
      };
      signal.addEventListener('abort', stop);
      step().then(
        (value) => settle(resolve, value),
        (error) => settle(reject, error),
      );
    });
  }

  /** Runs the step now, or after the body of a streamed response. */
  whenComplete(step: () => void): void {
    if (this.streaming === undefined) step();
    else void this.streaming.then(step);
  }

  end(): void {
    this.#unfollow();
    if (this.root !== this) return;
    const { callsInFlight, onIdle } = this.engine;
    callsInFlight.delete(this);
    if (callsInFlight.size === 0) onIdle?.();
  }
}

// A class: an object literal with a getter costs four times as much.
class CallContext implements OperationContext {
  declare readonly idempotencyKey: string | undefined;
  declare readonly attempt: number;
  declare readonly earlierOutcomeUnknown: boolean;
  declare readonly nowMs: number;
  readonly #call: Call;

  constructor(call: Call) {
    this.idempotencyKey = call.idempotencyKey;
    this.attempt = call.attemptCount;
    this.earlierOutcomeUnknown = call.outcome === 'unknown';
    this.nowMs = call.engine.runtime.now();
    this.#call = call;
  }

  get requestId(): string {
    return this.#call.requestId;
  }
}

const safeties: readonly Safety[] = ['read', 'idempotent', 'keyed', 'unsafe'];

/** A second request is harmless for a `read` alone; a hedge of the client is meant for those. */
function hedgeOf(engine: Engine, policy: OperationPolicy, options: CallOptions): Hedge | undefined {
  const hedge = options.hedge ?? policy.hedge;
  if (policy.safety === 'read') return (hedge ?? engine.hedge) || undefined;
  if (hedge)
    throw wrongOption(`${policy.name} must not be hedged: its safety is "${policy.safety}", not "read".`);
  return undefined;
}

function idempotencyKeyOf(
  engine: Engine,
  policy: OperationPolicy,
  { idempotencyKey }: CallOptions,
): string | undefined {
  if (idempotencyKey === undefined)
    return policy.safety === 'keyed' ? engine.runtime.randomUUID() : undefined;
  if (/^[\x21-\x7e]{1,255}$/.test(idempotencyKey)) return idempotencyKey;
  const message =
    'idempotencyKey must be 1 to 255 printable ASCII characters without spaces, for example a UUID.';
  throw notSent(InvalidInputError, engine, policy, message);
}

function notSent(
  type: typeof ClosedError | typeof InvalidInputError,
  { provider }: Engine,
  { name: operation }: OperationPolicy,
  message: string,
) {
  return new type({ message, provider, operation, outcome: 'not-sent' });
}
