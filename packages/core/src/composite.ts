import type { CallOptions } from './call-options.ts';
import type { Operation } from './operation.ts';
import type { Safety } from './safety.ts';
import type { Runtime } from './time/runtime.ts';

/** Options of one request of a composite operation. @public */
export interface RequestOptions extends Pick<CallOptions, 'onAborted'> {
  /** For a `keyed` request. @defaultValue a new UUID for each request */
  readonly idempotencyKey?: string | undefined;
}

/** Runs an operation. One without input takes `undefined` before the options. @public */
export interface RunOperation<Options> {
  <Output>(
    operation: Operation<undefined, Output> | CompositeOperation<undefined, Output>,
    input?: undefined,
    options?: Options,
  ): Promise<Output>;
  <Input, Output>(
    operation: Operation<Input, Output> | CompositeOperation<Input, Output>,
    input: Input,
    options?: Options,
  ): Promise<Output>;
}

/** What an operation of several requests works with. @public */
export interface CompositeContext {
  /**
   * Runs one request, with retries of its own, under the signal, the deadline and the credential of the call.
   *
   * @throws OrgError with the outcome of this request alone
   */
  readonly request: RunOperation<RequestOptions>;
  /**
   * Takes back what the requests before it wrote, after one of them failed: when `work` resolves, nothing of
   * them is left. An error of `work` is not thrown, and the outcome stays.
   */
  readonly undo: (work: () => Promise<unknown>) => Promise<void>;
  /** The caller's. It belongs to the call: a request gets it only by its own options. */
  readonly idempotencyKey: string | undefined;
  /** Aborts with the call. */
  readonly signal: AbortSignal;
  /** The clock of the call. */
  readonly runtime: Runtime;
  /** The rest of the deadline in milliseconds; at least 1. */
  readonly remainingMs: () => number;
}

/**
 * What {@link defineComposite} takes. An operation of several requests is one call: one name in errors,
 * events and spans, one deadline, one fresh credential after a refused one, and the worst outcome of its
 * requests. A failure after a request that wrote has the outcome `sent`; {@link CompositeDetails} then say
 * what exists. @public
 */
export interface CompositeDefinition<Input, Output> {
  /** Name in errors and events: noun first, `template.create`. */
  readonly name: string;
  /** What repeating the whole means. Requests that only read do not count in any but a `read`. */
  readonly safety: Safety;
  /** Limit of the call where neither caller nor client gives one. */
  readonly deadlineMs?: number | undefined;
  /** Makes the requests. Waits for nothing else, except through the runtime of the context. */
  readonly run: (input: Input, context: CompositeContext) => Promise<Output>;
}

/** An operation of several requests, made by {@link defineComposite}. @public */
export interface CompositeOperation<Input, Output> extends CompositeDefinition<Input, Output> {
  readonly isComposite: true;
}

/** `details` of an error of a composite operation that wrote something before it failed. @public */
export interface CompositeDetails {
  /** The request that failed; absent when none did. */
  readonly failed?: string;
  /** The requests that wrote, in order; with the id of what they wrote, where the response has one. */
  readonly done: readonly { readonly request: string; readonly id?: string }[];
  /** The service's own words about the failure. */
  readonly response?: unknown;
}

/**
 * An operation of several requests, for a table of operations. @public
 *
 * @example
 * ```ts
 * const createTemplate = defineComposite({
 *   name: 'template.create',
 *   safety: 'unsafe',
 *   async run(input: TemplateInput, { request }) {
 *     const id = await request(createDraft, input);
 *     await request(publish, id);
 *     return request(getTemplate, id);
 *   },
 * });
 * ```
 */
export function defineComposite<Input = undefined, Output = undefined>(
  definition: CompositeDefinition<Input, Output>,
): CompositeOperation<Input, Output> {
  return { ...definition, isComposite: true };
}
