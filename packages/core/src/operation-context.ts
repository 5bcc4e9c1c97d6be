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
  /** Wall clock at the response, milliseconds. */
  readonly nowMs: number;
}
