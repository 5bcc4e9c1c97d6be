import {
  AuthenticationError,
  BadRequestError,
  type Failure,
  NetworkError,
  ServerError,
  TimeoutError,
} from '@org/core';
import { oneLine, RecipientRejectedError } from '../../driver.ts';
import { refuses, type SmtpError } from './connection/smtp-error.ts';
import { describePhase, effectOf, type SmtpProgress } from './phase.ts';
import { classifyReply, serverWords } from './reply.ts';

/**
 * The meaning of a failed attempt. A reply of the server is clear at any time. Silence is unclear as soon
 * as the end of the message may have arrived.
 */
export function classifySmtpFailure(thrown: unknown, progress: SmtpProgress): Failure {
  const error: Partial<SmtpError> = typeof thrown === 'object' && thrown !== null ? thrown : {};
  const { code, command, responseCode, response = '', rejectedErrors = [] } = error;
  const isReply = responseCode !== undefined && refuses(responseCode);
  if (code === 'ETLS' && isReply) return refusedTls(responseCode, response);
  if (isReply) {
    // Of several recipients, a refusal that is not about one of them concerns them all.
    const refusals = command === 'RCPT TO' ? rejectedErrors : [];
    const ofAll = refusals
      .map((refusal) => classifySmtpFailure(refusal, progress))
      .find(({ type }) => type !== RecipientRejectedError);
    return ofAll ?? classifyReply({ status: responseCode, response, command }, progress);
  }
  // A command could not be written.
  if (!response && code === 'EENVELOPE') return ownRefusal(error.message);
  return { ...classifySilence(error, progress), cause: thrown };
}

/** 421 and 454 pass (RFC 3207, section 4); any other refusal is a server without TLS. */
function refusedTls(status: number, response: string): Failure {
  const isTemporary = status < 500;
  return {
    type: isTemporary ? ServerError : NetworkError,
    message: isTemporary
      ? 'The mail server has no TLS now.'
      : 'The mail server offers no TLS (STARTTLS), which requireTls demands.',
    ...serverWords(response),
    outcome: 'not-sent',
    replay: isTemporary ? 'always' : 'never',
    throttled: isTemporary,
    status,
    providerCode: String(status),
  };
}

function ownRefusal(message = ''): Failure {
  return {
    type: BadRequestError,
    message: 'The mail cannot be written as commands.',
    ...serverWords(message),
    outcome: 'not-sent',
    replay: 'never',
  };
}

const tlsCodes =
  /^(?:CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO$|ETLS$)/;

function classifySilence(error: Partial<SmtpError>, progress: SmtpProgress): Failure {
  const { code, limitMs, response } = error;
  const { server = 'the mail server' } = progress;
  if (code === 'EPROXY' || code === 'EPROXYAUTH') return refusedByProxy(error, server);
  const effect = openEffectOf(progress);
  const isOpen = effect.outcome === 'unknown';
  if (limitMs !== undefined) return silence(limitMs, error.limitName ?? '', progress);
  const known = typeof code === 'string' && !own.has(code) ? code : undefined;
  const reason = known === undefined ? '' : ` (${known})`;
  const isTls = !isOpen && tlsCodes.test(code ?? '');
  if (isTls) {
    return {
      type: NetworkError,
      message: `No safe connection to ${server}: ${describeTls(known)}`,
      outcome: 'not-sent',
      replay: 'never',
      providerCode: known,
    };
  }
  const what = response
    ? 'The mail server gave a reply that does not fit'
    : `The connection to ${server} failed`;
  const advice = progress.phase === 'connect' ? ' Check host and port.' : '';
  const unclear = isOpen ? '; whether it accepted the message is not known' : '';
  return {
    ...effect,
    words: oneLine(response ?? ''),
    type: NetworkError,
    message: `${what} while ${describePhase(progress)}${reason}${unclear}.${advice}`,
    providerCode: known,
  };
}

function openEffectOf(progress: SmtpProgress) {
  const effect = effectOf(progress);
  return { ...effect, replay: effect.outcome === 'unknown' ? 'if-safe' : 'always' } as const;
}

function describeTls(code = 'ETLS'): string {
  if (/ALTNAME|HOSTNAME_MISMATCH/.test(code))
    return `its certificate is for another name (${code}). Check host, or set tls.servername.`;
  if (/^(?:CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|INVALID_CA)/.test(code))
    return `its certificate is not trusted (${code}). Set tls.ca to the certificate of a private authority.`;
  return `the TLS handshake failed (${code}). Check port and secure (true for port 465).`;
}

function silence(limitMs: number, limitName: string, progress: SmtpProgress): Failure {
  const { server = 'the mail server' } = progress;
  const phase = describePhase(progress);
  const isConnecting = limitName === 'connectTimeoutMs';
  // The phase ends with the tunnel: until then, the proxy is the one that is silent.
  const isAtProxy = progress.phase === 'connect' && server.includes(' through the proxy ');
  return {
    type: TimeoutError,
    message: isConnecting
      ? `The connection to ${server} was not ready after ${limitMs} ms (${limitName}): it was ${phase}. ` +
        `Check ${isAtProxy ? 'proxy' : 'host, port and secure'}, or set a longer limit.`
      : `The connection to ${server} was silent for ${limitMs} ms (${limitName}) while ${phase}.`,
    ...openEffectOf(progress),
    extra: { phase: 'headers', limit: 'attempt' },
  };
}

function refusedByProxy({ code, message = '' }: Partial<SmtpError>, server: string): Failure {
  const isSignIn = code === 'EPROXYAUTH';
  const advice = isSignIn ? 'Check proxy.user and proxy.password' : 'Check proxy';
  return {
    type: isSignIn ? AuthenticationError : NetworkError,
    message: `No connection to ${server}: ${message}. ${advice}.`,
    outcome: 'not-sent',
    replay: isSignIn ? 'never' : 'always',
    providerCode: code,
    credentialRefused: false, // it is not the password of the relay
  };
}

// Codes of ours, which are less precise than the phase.
const own = new Set(['ECONNECTION', 'EPROTOCOL', 'ETLS', 'EENVELOPE', 'EAUTH']);
