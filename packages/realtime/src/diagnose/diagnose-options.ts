/** Options of `diagnose`. @public */
export interface DiagnoseOptions {
  /** Limit of all checks together. @defaultValue 10_000 */
  readonly timeoutMs?: number | undefined;
  /** Ends the diagnosis, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** A private or presence channel for which `authorize` is called once, as a check. */
  readonly channel?: string | undefined;
}
