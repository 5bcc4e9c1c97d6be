import type { CallRecord } from '../call-options.ts';
import type { CompositeContext, CompositeDetails, CompositeOperation, RequestOptions } from '../composite.ts';
import { copyError } from '../errors/copy-error.ts';
import { isOrgError, type OrgError, type Outcome } from '../errors/org-error.ts';
import { sentences } from '../errors/sentences.ts';
import { worseOutcome } from '../errors/worse-outcome.ts';
import { cutDetails } from '../observe/cut-details.ts';
import { createRedactor } from '../observe/redact.ts';
import type { Operation } from '../operation.ts';
import { TimeLimit } from '../time/timer.ts';
import type { Call } from './call.ts';
import { isProtected, toCallError } from './call-errors.ts';
import { emitOperationEnd } from './call-events.ts';
import { endFailed, runOperation } from './execute.ts';

export type Requestable<Input, Output> = Operation<Input, Output> | CompositeOperation<Input, Output>;

/** Starts a call; with a parent as one of its requests. */
export type StartRequest = <Input, Output>(
  operation: Requestable<Input, Output>,
  input: Input,
  options: CallRecord,
  parent?: Call,
) => Promise<Output>;

/** Runs an operation of several requests to its end, as one call. */
export async function runComposite<Output>(
  call: Call,
  start: StartRequest,
  run: (context: CompositeContext) => Promise<Output>,
): Promise<Output> {
  const requests = new Requests(call, start);
  try {
    call.controller.signal.throwIfAborted();
    const work = () => call.untilDeadline(call.controller, (async () => run(requests))());
    const value = await runOperation(call, work);
    emitOperationEnd(call);
    return value;
  } catch (thrown) {
    // After an abort each request ends at once, and what it proved counts.
    await requests.settled();
    const error = requests.toError(thrown);
    emitOperationEnd(call, error);
    endFailed(call, error);
    throw error;
  }
}

/** The requests of one composite call, and what they proved. */
class Requests implements CompositeContext {
  readonly #call: Call;
  readonly #start: StartRequest;
  readonly #running = new Set<Promise<unknown>>();
  #done: readonly { readonly request: string; readonly id?: string }[] = [];
  /** What was written is taken back: the last failure has no effect that is left. */
  #isUndone = false;
  /** The last request that failed. */
  #failed: { readonly request: string; readonly error: unknown; readonly counts: boolean } | undefined;

  constructor(call: Call, start: StartRequest) {
    this.#call = call;
    this.#start = start;
  }

  get idempotencyKey(): string | undefined {
    return this.#call.options.idempotencyKey;
  }

  get signal(): AbortSignal {
    return this.#call.controller.signal;
  }

  get runtime() {
    return this.#call.engine.runtime;
  }

  readonly remainingMs = (): number => Math.max(1, Math.ceil(this.#call.remainingMs()));

  readonly request = async <Input, Output>(
    operation: Requestable<Input, Output>,
    input: Input,
    options: RequestOptions = {},
  ): Promise<Output> => {
    // An operation inside another one has no outcome of its own: its requests count.
    if ('isComposite' in operation) return operation.run(input, this);
    const running = this.#run(operation, input, options);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  };

  async #run<Input, Output>(
    operation: Operation<Input, Output>,
    input: Input,
    { idempotencyKey, onAborted }: RequestOptions,
  ): Promise<Output> {
    const call = this.#call;
    const { name: request, safety } = operation;
    const counts = safety !== 'read' || call.policy.safety === 'read';
    const note = (outcome: Outcome | undefined) => {
      if (counts && outcome !== undefined) call.outcome = worseOutcome(call.outcome, outcome);
    };
    const own: CallRecord = {
      ...call.options,
      hedge: safety === 'read' ? call.options.hedge : undefined,
      idempotencyKey,
      onAborted(outcome) {
        note(outcome);
        onAborted?.(outcome);
      },
    };
    try {
      const running = this.#start(operation, input, own, call);
      // The call of this request, which exists before its first wait.
      const { lastRequest } = call;
      const output = await running;
      // A write that the service answers with 304, or with a 404 that is as good, has changed nothing.
      const outcome = lastRequest?.outcome ?? 'sent';
      if (safety !== 'read') note(outcome);
      if (safety !== 'read' && outcome === 'sent') {
        this.#isUndone = false;
        this.#done = [...this.#done, { request, ...idOf(output) }];
      }
      return output;
    } catch (error) {
      if (isOrgError(error)) note(error.outcome);
      this.#failed = { request, error, counts };
      throw error;
    }
  }

  readonly undo = async (work: () => Promise<unknown>): Promise<void> => {
    const done = this.#done;
    const failed = this.#failed;
    try {
      await work();
      this.#done = [];
      this.#isUndone = true;
      this.#call.outcome = 'not-sent';
    } catch {
      this.#done = done;
    } finally {
      this.#failed = failed;
    }
  };

  async settled(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  /** The error of the call, with what is true of all its requests. */
  toError(thrown: unknown): unknown {
    const call = this.#call;
    const failed = this.#failed;
    // At the deadline, the error of the interrupted request says where it was.
    const isLate = thrown instanceof TimeLimit && isOrgError(failed?.error);
    const cause = isLate ? failed?.error : thrown;
    const hasNoEffect = this.#isUndone || (failed?.error === cause && failed?.counts === false);
    const own = hasNoEffect && isOrgError(cause) ? copyError(cause, { outcome: 'not-sent' }) : cause;
    const error = toCallError(call, own, 'body');
    if (!isOrgError(error) || error === call.options.signal?.reason) return error;
    const { outcome = call.outcome } = error;
    const hasChance = error.retryable || error.retryRefusal === 'ambiguous';
    const retryable = hasChance && (isProtected(call) || outcome === 'not-sent');
    const fields = { outcome, retryable, ...this.#describeDone(error, failed?.error === cause) };
    return copyError(error, fields);
  }

  #describeDone(error: OrgError, isOfRequest: boolean): { message?: string; details?: CompositeDetails } {
    if (this.#done.length === 0) return {};
    const redact = createRedactor(this.#call.credentials.secrets);
    const done = this.#done.slice(-mostDone);
    const texts = done
      .slice(-3)
      .map(({ request, id }) => (id === undefined ? request : `${request} (${id})`));
    const details = {
      ...(isOfRequest && this.#failed ? { failed: this.#failed.request } : {}),
      done: cutDetails(done, redact) as CompositeDetails['done'],
      ...(error.details === undefined ? {} : { response: error.details }),
    };
    return { message: sentences(error.message, `Done before it: ${redact(texts.join(', '))}.`), details };
  }
}

const mostDone = 100;

/** The id that a write returned: the output itself, or its `id`. */
function idOf(output: unknown): { readonly id?: string } {
  const id = typeof output === 'object' && output !== null ? (output as { id?: unknown }).id : output;
  return typeof id === 'string' || typeof id === 'number' ? { id: String(id) } : {};
}
