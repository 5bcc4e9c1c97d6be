/** Made by {@link hedge}; an option of clients, operations and calls. @public */
export interface Hedge {
  /** Runs an attempt, and others beside it when it takes long. Called by the pipeline. */
  run<Result>(race: HedgeRace<Result>): Promise<Result>;
}

/** What the pipeline gives to a {@link Hedge}. @public */
export interface HedgeRace<Result> {
  /** Aborts with the call. */
  readonly signal: AbortSignal;
  /** Makes an attempt that ends when the signal aborts. `begun` is called when it has its permit. */
  start(signal: AbortSignal, begun: () => void): Promise<Result>;
  /** Is it settled with this result? If not, those that still run may do better. */
  isFinal(result: Result): boolean;
  /** Asks for leave for one more attempt, and pays for it. */
  mayStart(): boolean;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}
