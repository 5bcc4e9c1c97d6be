interface Details {
  /** Ours, or that of the system beneath: `ECONNREFUSED`. */
  readonly code?: string | undefined;
  /** Which command was answered: `MAIL FROM`. */
  readonly command?: string | undefined;
  readonly response?: string | undefined;
  readonly responseCode?: number | undefined;
  readonly recipient?: string | undefined;
  /** Of a message that no recipient gets. */
  readonly rejectedErrors?: readonly SmtpError[] | undefined;
  /** The time limit that passed, and its option. */
  readonly limitMs?: number | undefined;
  readonly limitName?: string | undefined;
}

/** A step of a session that failed, and the server's reply where there was one. */
export class SmtpError extends Error implements Details {
  readonly code: string | undefined;
  readonly command: string | undefined;
  readonly response: string | undefined;
  readonly responseCode: number | undefined;
  readonly recipient: string | undefined;
  readonly rejectedErrors: readonly SmtpError[] | undefined;
  readonly limitMs: number | undefined;
  readonly limitName: string | undefined;

  constructor(message: string, details: Details) {
    super(message);
    this.code = details.code;
    this.command = details.command;
    this.response = details.response;
    this.responseCode = details.responseCode;
    this.recipient = details.recipient;
    this.rejectedErrors = details.rejectedErrors;
    this.limitMs = details.limitMs;
    this.limitName = details.limitName;
  }
}

/** Whether a reply refuses. A first digit above 5 is no reply of SMTP: RFC 5321, section 4.2.1. */
export const refuses = (status: number): boolean => status >= 400 && status < 600;

/** A reply that is not the one that goes on. */
export function unwanted(
  reply: { readonly status: number; readonly text: string },
  command: string,
  details: Details = {},
): SmtpError {
  const { status, text } = reply;
  // Neither a refusal nor what the command asks for.
  const code = refuses(status) ? undefined : 'EPROTOCOL';
  return new SmtpError(`unwanted reply to ${command}`, {
    code,
    command,
    response: text,
    responseCode: status,
    ...details,
  });
}
