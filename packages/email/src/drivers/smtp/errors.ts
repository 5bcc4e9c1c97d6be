import {
  AuthenticationError,
  BadRequestError,
  type Failure,
  type FailureType,
  NetworkError,
  PayloadTooLargeError,
  PermissionError,
  RateLimitError,
  ServerError,
  TimeoutError,
} from '@org/core';
import { MessageRejectedError, RecipientRejectedError, SenderNotVerifiedError } from '../../model/errors.ts';
import { redactAddresses } from '../../model/redact-addresses.ts';
import type { SmtpReplyError } from './nodemailer.ts';
import { describePhase, type SmtpPhase } from './phase.ts';

/** What a failed attempt means. A reply of the server is a clear word, whenever it came; silence is unclear once the end of the message was on its way. */
export function classifySmtpFailure(error: unknown, phase: SmtpPhase): Failure {
  const { code, command, responseCode, response = '' } = asReplyError(error);
  // "No" to STARTTLS is first of all a connection without TLS, whoever said it.
  if (code !== 'ETLS' && responseCode !== undefined && responseCode >= 400)
    return classifyReply(responseCode, response, command === 'DATA' ? 'data' : phase);
  return classifySilence(error, phase);
}

/** The time of an attempt ran out in this phase. */
export function timeoutFailure(phase: SmtpPhase, timeoutMs: number | undefined, cause?: unknown): Failure {
  const isOpen = phase === 'final';
  const limit = timeoutMs === undefined ? 'it may' : `${Math.round(timeoutMs)} ms`;
  return {
    type: TimeoutError,
    message: `The mail server took longer than ${limit} while ${describePhase(phase)}${isOpen ? unclear : ''}.`,
    outcome: isOpen ? 'unknown' : 'not-sent',
    replay: isOpen ? 'if-safe' : 'always',
    extra: { phase: isOpen ? 'body' : 'headers', limit: 'attempt' },
    cause,
  };
}

const unclear = '; whether it accepted the message is not known';

/** The `5.1.1` in `550 5.1.1 no such user` (RFC 3463). */
export function readEnhancedCode(response: string): string | undefined {
  return /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
}

function asReplyError(error: unknown): Partial<SmtpReplyError> {
  return typeof error === 'object' && error !== null ? error : {};
}

interface Verdict {
  readonly type: FailureType;
  readonly message: string;
  readonly throttled?: boolean;
}

function classifyReply(status: number, response: string, phase: SmtpPhase): Failure {
  const enhanced = readEnhancedCode(response);
  const verdict =
    status < 500 ? judgeTransient(status, enhanced, phase) : judgePermanent(status, enhanced, phase);
  return {
    type: verdict.type,
    message: `${verdict.message} The server says: ${redactAddresses(response).slice(0, 500)}`,
    outcome: 'not-sent',
    replay: isFinalAnyway(verdict) || status >= 500 ? 'never' : 'always',
    throttled: verdict.throttled ?? status < 500,
    status,
    providerCode: enhanced ?? String(status),
  };
}

// 432 asks for a changed password: nobody will have changed it by the next attempt (RFC 4954, section 4.7.12).
function isFinalAnyway({ type }: Verdict): boolean {
  return type === AuthenticationError;
}

function judgeTransient(status: number, enhanced = '', phase: SmtpPhase): Verdict {
  if (status === 432) return { type: AuthenticationError, message: 'The password must be changed first.' };
  if (phase === 'auth')
    return { type: ServerError, message: 'The server cannot check the password for the moment.' };
  const isRate = /^4\.(?:7\.\d+|4\.5|5\.3)$/.test(enhanced);
  if (status === 421) return { type: ServerError, message: 'The server is about to close the connection.' };
  if (isRate)
    return { type: RateLimitError, message: 'The server takes no more mail from us for the moment.' };
  if (phase === 'envelope')
    return {
      type: RecipientRejectedError,
      message: 'The server takes no mail for this recipient for the moment.',
    };
  return { type: ServerError, message: 'The server takes no mail for the moment.' };
}

function judgePermanent(status: number, enhanced = '', phase: SmtpPhase): Verdict {
  if (status === 530 || status === 534 || status === 535 || status === 538 || phase === 'auth')
    return { type: AuthenticationError, message: 'The server did not accept user and password.' };
  if (phase === 'connect' || phase === 'greeting')
    return { type: PermissionError, message: 'The server does not talk to us.' };
  if (status === 552 || /^5\.(?:3\.4|2\.3)$/.test(enhanced))
    return {
      type: PayloadTooLargeError,
      message: 'The message is too large for the server, or the mailbox is full.',
    };
  if (phase === 'data' || phase === 'final')
    return { type: MessageRejectedError, message: 'The server refused the message.' };
  if (status === 500 || status === 502 || status === 503 || status === 504)
    return { type: BadRequestError, message: 'The server did not understand us.' };
  return { type: RecipientRejectedError, message: 'The server refused the recipient.' };
}

/** A refused sender, told apart from refused recipients by the command that was answered. */
export function refusedSender(failure: Failure): Failure {
  if (failure.type !== RecipientRejectedError) return failure;
  const type = failure.replay === 'never' ? SenderNotVerifiedError : ServerError;
  return {
    ...failure,
    type,
    message: failure.message.replace(/^The server [^.]*\./, 'The server takes no mail from this sender.'),
  };
}

const tlsCodes =
  /^(?:CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO$|ETLS$)/;

function classifySilence(error: unknown, phase: SmtpPhase): Failure {
  const { code, originalCode } = asReplyError(error);
  if (code === 'ETIMEDOUT') return timeoutFailure(phase, undefined, error);
  const known = [originalCode, code].find((name) => typeof name === 'string' && !own.has(name));
  const isTls = phase !== 'final' && [originalCode, code].some((name) => tlsCodes.test(name ?? ''));
  const suffix = known === undefined ? '' : ` (${known})`;
  if (isTls) {
    return {
      type: NetworkError,
      message: `No safe connection to the mail server: it offers no TLS, or its certificate was not acceptable${suffix}. Nothing was sent.`,
      outcome: 'not-sent',
      replay: 'never',
      providerCode: known,
      cause: error,
    };
  }
  const isOpen = phase === 'final';
  return {
    type: NetworkError,
    message: `The connection to the mail server failed while ${describePhase(phase)}${suffix}${isOpen ? unclear : ''}.${phase === 'connect' ? ' Check host and port.' : ''}`,
    outcome: isOpen ? 'unknown' : 'not-sent',
    replay: isOpen ? 'if-safe' : 'always',
    providerCode: known,
    cause: error,
  };
}

// nodemailer's own codes, which say less than the phase does.
const own = new Set([
  'ECONNECTION',
  'ESOCKET',
  'EPROTOCOL',
  'ETLS',
  'EENVELOPE',
  'EMESSAGE',
  'ESTREAM',
  'EAUTH',
  'EDNS',
]);
