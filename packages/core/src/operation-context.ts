import type { Outcome } from './errors/org-error.ts';
import type { Runtime } from './time/runtime.ts';

/** What `encode`, `decode`, `classify` and hooks know of the call. @public */
export interface OperationContext {
  /** Made on first use. */
  readonly requestId: string;
  /** The caller's; for a `keyed` operation one is made when the caller gives none. */
  readonly idempotencyKey?: string | undefined;
  /** 1 for the first attempt; 0 in `encode`, which runs once, before all attempts. */
  readonly attempt: number;
  /** An earlier attempt of this call ended without proof whether the service acted. */
  readonly earlierOutcomeUnknown: boolean;
  /** Wall clock at the first reading after the response, milliseconds. */
  readonly nowMs: number;
}

/** The call as its context reads it. */
interface ContextSource {
  readonly idempotencyKey: string | undefined;
  readonly attemptCount: number;
  readonly outcome: Outcome;
  readonly requestId: string;
  readonly engine: { readonly runtime: Runtime };
}

// A class: an object literal with a getter costs four times as much.
export class CallContext implements OperationContext {
  declare readonly idempotencyKey: string | undefined;
  declare readonly attempt: number;
  declare readonly earlierOutcomeUnknown: boolean;
  readonly #call: ContextSource;
  #nowMs: number | undefined;

  constructor(call: ContextSource) {
    this.idempotencyKey = call.idempotencyKey;
    this.attempt = call.attemptCount;
    this.earlierOutcomeUnknown = call.outcome === 'unknown';
    this.#call = call;
  }

  get nowMs(): number {
    this.#nowMs ??= this.#call.engine.runtime.now();
    return this.#nowMs;
  }

  get requestId(): string {
    return this.#call.requestId;
  }
}
