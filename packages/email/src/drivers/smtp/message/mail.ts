import type { WrittenMail } from '../../../mime/index.ts';
import type { SmtpDsnOptions } from './message-options.ts';

export interface SmtpEnvelope {
  readonly from: string;
  readonly to: readonly string[];
}

/** A message as the connection takes it. */
export interface SmtpMail extends WrittenMail {
  readonly envelope: SmtpEnvelope;
  /** The mail's name in delivery reports. */
  readonly envelopeId: string;
  /** The reports that the caller asks for: the server must offer DSN. */
  readonly dsn?: SmtpDsnOptions | undefined;
  /** The server must offer REQUIRETLS. */
  readonly needsTls: boolean;
}
