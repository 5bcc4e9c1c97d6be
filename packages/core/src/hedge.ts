/** Made by {@link hedge}; an option of clients, operations and calls. @public */
export interface Hedge {
  /** Runs an attempt, and others while it takes long. Called by the pipeline. */
  run<Result>(race: HedgeRace<Result>): Promise<Result>;
}

/** The attempts of one call, for a {@link Hedge}. @public */
export interface HedgeRace<Result> {
  /** Aborts with the call. */
  readonly signal: AbortSignal;
  /** Makes an attempt that ends when the signal aborts. Calls `begun` when it has its permit. */
  start(signal: AbortSignal, begun: () => void): Promise<Result>;
  /** Whether the result settles the call. If not, an attempt in flight may end better. */
  isFinal(result: Result): boolean;
  /** Takes the cost of one more attempt from the retry quota; `false` when it is not available. */
  mayStart(): boolean;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}
