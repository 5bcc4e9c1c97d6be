import type { SmtpLink, SmtpSent } from './connection/link.ts';
import { limitsOf } from './connection/server-limits.ts';
import type { SmtpError } from './connection/smtp-error.ts';
import type { SmtpMail } from './message/mail.ts';
import type { SmtpPhase } from './phase.ts';

/** The end of a mail of which the server accepted at least one transaction. */
export interface SmtpDelivery {
  readonly response: string;
  readonly rejectedErrors: readonly SmtpError[];
  /** A later transaction failed. */
  readonly interruption?: Interruption | undefined;
}

interface Interruption {
  readonly error: unknown;
  /** Of the failed transaction. */
  readonly recipients: ReadonlySet<string>;
  /** Of transactions that did not start. */
  readonly untried: ReadonlySet<string>;
}

/**
 * Sends a mail in as many transactions as its recipients need: a server may limit their number beforehand
 * (LIMITS, RFC 9422) or with 452 4.5.3 (RFC 5321, section 4.5.3.1.10). Rejects when the first one fails.
 */
export async function transmitInParts(
  link: SmtpLink,
  mail: SmtpMail,
  enter: (phase: SmtpPhase, isPartlyAccepted: boolean) => void,
): Promise<SmtpDelivery> {
  const most = limitsOf(link.extensions).recipients;
  const { from, to } = mail.envelope;
  let waiting: readonly string[] = to;
  let response: string | undefined;
  const rejectedErrors: SmtpError[] = [];
  let refusal: unknown;
  while (waiting.length > 0) {
    const part = waiting.slice(0, most);
    const isLater = response !== undefined;
    let sent: SmtpSent;
    let phase = 'envelope' as SmtpPhase;
    const advance = (next: SmtpPhase) => {
      phase = next;
      enter(next, isLater);
    };
    try {
      sent = await link.transmit({ ...mail, envelope: { from, to: part } }, advance);
    } catch (error) {
      const refused = refusedAll(error, part);
      if (refused !== undefined && part.length < waiting.length && link.isReusable) {
        refusal = error;
        for (const error of refused) rejectedErrors.push(error);
        waiting = waiting.slice(part.length);
        continue;
      }
      // A refused recipient stays refused, also when it is unknown who else has the mail.
      if (phase === 'final') for (const error of link.refused) rejectedErrors.push(error);
      if (response === undefined && (phase !== 'final' || rejectedErrors.length === 0)) throw error;
      const untried = new Set(waiting.slice(part.length));
      const interruption = { error, recipients: new Set(part), untried };
      return { response: response ?? '', rejectedErrors, interruption };
    }
    response ??= sent.response;
    const tooMany = sent.rejectedErrors.filter(isTooMany);
    for (const error of sent.rejectedErrors) if (!isTooMany(error)) rejectedErrors.push(error);
    const again = new Set(tooMany.map(({ recipient }) => recipient));
    waiting = [...part.filter((recipient) => again.has(recipient)), ...waiting.slice(part.length)];
  }
  if (response === undefined) throw refusal;
  return { response, rejectedErrors };
}

/** The refusals, when the server refused every recipient of a transaction, and nothing else. */
function refusedAll(error: unknown, part: readonly string[]): readonly SmtpError[] | undefined {
  const { rejectedErrors } = (error ?? {}) as Partial<SmtpError>;
  return rejectedErrors?.length === part.length ? rejectedErrors : undefined;
}

/** The server takes this recipient in another transaction. */
function isTooMany({ responseCode, response = '' }: SmtpError): boolean {
  return responseCode === 452 && /^452[ -](?:4\.5\.3\b|too many recipients\W*$)/i.test(response);
}
