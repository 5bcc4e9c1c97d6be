import type { CallRecord } from '../call-options.ts';
import type { CallCredentials } from '../credentials/resolver.ts';
import { ClosedError, InvalidInputError } from '../errors/caller-errors.ts';
import type { OrgError, Outcome } from '../errors/org-error.ts';
import { wrongOption } from '../errors/wrong-option.ts';
import type { Hedge } from '../hedge.ts';
import type { OperationObserver } from '../observe/instrumentation.ts';
import type { Safety } from '../safety.ts';
import type { OperationPolicy } from '../task.ts';
import { followSignal } from '../time/follow-signal.ts';
import { withinLimit } from '../time/timer.ts';
import type { Engine } from './engine.ts';
import type { PreparedRequest } from './http-request.ts';

/** One call; or one request of a composite operation, which is part of its call. */
export class Call {
  readonly engine: Engine;
  /** The call that errors, events and spans show: the composite one of a request, else the call itself. */
  readonly root: Call;
  readonly policy: OperationPolicy;
  readonly options: CallRecord;
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
  readonly #unfollow: (() => void) | undefined;
  #aborted: { readonly reason: unknown } | undefined;
  #requestId: string | undefined;

  /** @throws OrgError for wrong options; nothing is then left on the caller's signal */
  constructor(
    engine: Engine,
    policy: OperationPolicy,
    cost: number | undefined,
    options: CallRecord,
    parent?: Call,
  ) {
    if (engine.isClosed && parent === undefined)
      throw notSent(
        ClosedError,
        engine,
        policy,
        `The ${engine.provider} client is closed. Create a new one.`,
      );
    // Taken for one that may be repeated, a misspelt "unsafe" would act twice.
    if (!safeties.includes(policy.safety))
      throw wrongOption(`The safety of ${policy.name} must be one of "${safeties.join('", "')}".`);
    this.engine = engine;
    this.root = parent ?? this;
    this.policy = policy;
    this.options = options;
    this.cost = cost;
    this.hedge = hedgeOf(engine, policy, options);
    this.idempotencyKey = idempotencyKeyOf(engine, policy, options);
    this.startedAtMs = engine.runtime.monotonic();
    this.maxAttempts = options.maxAttempts ?? engine.retry.maxAttempts;
    const ownTimeoutMs = engine.isTimeoutGiven ? undefined : policy.timeoutMs;
    this.timeoutMs = options.timeoutMs ?? ownTimeoutMs ?? engine.timeoutMs;
    this.credentials = parent?.credentials ?? {
      secrets: engine.secrets,
      refused: undefined,
      fresh: undefined,
    };
    this.hasListener = parent?.hasListener ?? engine.events.hasAnyListener();
    const ownDeadlineMs = engine.isDeadlineGiven ? undefined : policy.deadlineMs;
    const deadlineMs = options.deadlineMs ?? ownDeadlineMs ?? engine.deadlineMs;
    this.endsAtMs = parent === undefined ? this.startedAtMs + deadlineMs : parent.endsAtMs;
    const followed = parent?.controller.signal ?? options.signal;
    this.#unfollow = followed && followSignal(followed, this);
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

  elapsedMs(): number {
    return this.engine.runtime.monotonic() - this.startedAtMs;
  }

  remainingMs(): number {
    return this.endsAtMs - this.engine.runtime.monotonic();
  }

  /** Runs one step of the call until its deadline. */
  untilDeadline<T>(controller: AbortController, running: Promise<T>): Promise<T> {
    const { runtime } = this.engine;
    const nowMs = runtime.monotonic();
    return withinLimit(
      controller,
      { runtime, nowMs, limitMs: this.endsAtMs - nowMs, limit: 'deadline' },
      running,
    );
  }

  end(): void {
    this.#unfollow?.();
    if (this.root !== this) return;
    const { callsInFlight, onIdle } = this.engine;
    callsInFlight.delete(this);
    if (callsInFlight.size === 0) onIdle?.();
  }
}

const safeties: readonly Safety[] = ['read', 'idempotent', 'keyed', 'unsafe'];

/** A second request is harmless for a `read` alone; a hedge of the client is meant for those. */
function hedgeOf(engine: Engine, policy: OperationPolicy, options: CallRecord): Hedge | undefined {
  const hedge = options.hedge ?? policy.hedge;
  if (policy.safety === 'read') return (hedge ?? engine.hedge) || undefined;
  if (hedge)
    throw wrongOption(`${policy.name} must not be hedged: its safety is "${policy.safety}", not "read".`);
  return undefined;
}

function idempotencyKeyOf(
  engine: Engine,
  policy: OperationPolicy,
  { idempotencyKey }: CallRecord,
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
