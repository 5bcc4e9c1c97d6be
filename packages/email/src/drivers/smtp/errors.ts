import { type Failure, NetworkError, TimeoutError } from '@org/core';
import type { SmtpReplyError } from './nodemailer.ts';
import { describePhase, type SmtpPhase } from './phase.ts';
import { classifyReply } from './reply.ts';

/**
 * What a failed attempt means. A reply of the server is clear, whenever it came; silence is unclear as soon as the end of the message
 * may have arrived.
 */
export function classifySmtpFailure(error: unknown, phase: SmtpPhase): Failure {
  const { code, command, responseCode, response = '' } = asReplyError(error);
  // "No" to STARTTLS is first of all a connection without TLS, whoever said it.
  if (code !== 'ETLS' && responseCode !== undefined && responseCode >= 400)
    return classifyReply({ status: responseCode, response, command }, phase);
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

function asReplyError(error: unknown): Partial<SmtpReplyError> {
  return typeof error === 'object' && error !== null ? error : {};
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
