/** The user of a connection, for channels that use the sign-in instead of a token. */
export interface SignInGate {
  /**
   * Calls `take` with the user's id once signed in, and with `undefined` when no sign-in is wanted or it
   * failed. Calls again after each further sign-in, until `take` returns true or the signal aborts.
   */
  whenSettled(signal: AbortSignal, take: (userId: string | undefined) => boolean): void;
}
