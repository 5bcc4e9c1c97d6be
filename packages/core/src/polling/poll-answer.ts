/** How one look at a job ended. @public */
export type PollAnswer<Value> =
  | { readonly state: 'done'; readonly value: Value }
  | {
      readonly state: 'pending';
      /** The service asks not to be asked before this; never shortened. */
      readonly retryAfterMs?: number | undefined;
      /** How far the job is, in the service's own words; goes to `onProgress`. */
      readonly progress?: unknown;
    }
  | {
      /** The job ended badly: a {@link JobFailedError}. */
      readonly state: 'failed';
      /** What happened, in words; no key, no URL. */
      readonly message: string;
      /** The service's own error code. */
      readonly providerCode?: string | undefined;
      readonly details?: unknown;
    };

/** The job is not done yet. @public */
export interface PollProgress {
  /** Looks so far. */
  readonly looks: number;
  readonly elapsedMs: number;
  /** When the next look comes. */
  readonly nextLookMs: number;
  /** What the look said; nothing after one that failed. */
  readonly progress?: unknown;
  /** Looks in a row that failed, this one included. */
  readonly failures: number;
}
