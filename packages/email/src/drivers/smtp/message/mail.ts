import type { SmtpDsnOptions } from './message-options.ts';

export interface SmtpEnvelope {
  readonly from: string;
  readonly to: readonly string[];
}

/** A message as the connection takes it. */
export interface SmtpMail {
  readonly envelope: SmtpEnvelope;
  /** An address of envelope or header fields is outside ASCII: the server must offer SMTPUTF8. */
  readonly isInternational: boolean;
  readonly bytes: Uint8Array;
  /** A byte is above 127: the server must offer 8BITMIME. Only a finished message has such bytes. */
  readonly is8Bit: boolean;
  /** The mail's name in delivery reports. */
  readonly envelopeId: string;
  /** The reports that the caller asks for: the server must offer DSN. */
  readonly dsn?: SmtpDsnOptions | undefined;
  /** The server must offer REQUIRETLS. */
  readonly needsTls: boolean;
}
