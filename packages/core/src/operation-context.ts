/** What is fixed for the whole call, however many attempts it takes. @public */
export interface OperationContext {
  /** Made when it is first read. */
  readonly requestId: string;
  /** The caller's; for a `keyed` operation one is made when the caller gives none. */
  readonly idempotencyKey?: string | undefined;
  /** 1 for the first attempt; what `encode` made is reused, so this is only interesting to `decode` and `classify`. */
  readonly attempt: number;
  /** Did an earlier attempt of this call end without our knowing whether the service acted? */
  readonly earlierOutcomeUnknown: boolean;
  /** Wall clock at the answer, milliseconds. */
  readonly nowMs: number;
}
