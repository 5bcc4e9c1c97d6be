/** The result of one check of a job. @public */
export type PollAnswer<Value> =
  | { readonly state: 'done'; readonly value: Value }
  | {
      readonly state: 'pending';
      /** The wait that the service asks for, in milliseconds; never shortened. */
      readonly retryAfterMs?: number | undefined;
      /** The service's report of progress, for `onProgress`. */
      readonly progress?: unknown;
    }
  | {
      /** The job failed: polling rejects with a {@link JobFailedError}. */
      readonly state: 'failed';
      /** What failed, for the error message; without keys and URLs. */
      readonly message: string;
      /** The service's own error code. */
      readonly providerCode?: string | undefined;
      readonly details?: unknown;
    };

/** The job is not done yet. @public */
export interface PollProgress {
  /** Number of checks so far. */
  readonly looks: number;
  readonly elapsedMs: number;
  /** Milliseconds until the next check. */
  readonly nextLookMs: number;
  /** `progress` of the last check; `undefined` after a failed one. */
  readonly progress?: unknown;
  /** Consecutive failed checks, this one included. */
  readonly failures: number;
}
