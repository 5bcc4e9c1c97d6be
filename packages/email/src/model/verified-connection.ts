/** What a server said when a client connected and signed in, without sending a message. @public */
export interface VerifiedConnection {
  /** Does TLS protect the connection? */
  readonly isSecure: boolean;
  /** What the server offers, in its own words in capitals: `SIZE`, `SMTPUTF8`. */
  readonly extensions: readonly string[];
}
