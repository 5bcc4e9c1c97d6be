import { isOrgError, type OrgError } from '@org/core/basics';
import { ConnectionLostError, ConnectionRefusedError } from '../errors/connection-errors.ts';
import { misconfigured, notSent } from '../internal/wrong-input.ts';
import { describeCloseCode } from '../protocol/close-code.ts';
import { hostAndPort } from '../protocol/host-and-port.ts';
import type { Loss } from './state-machine.ts';

/** The error for a lost connection. */
export function lossError(loss: Loss, isFinal: boolean, url: string): OrgError {
  const { code, cause, retryAfterMs } = loss;
  if (loss.kind === 'unusable' && isOrgError(cause)) return cause;
  const hasProtocolCode = code !== undefined && code >= 4000;
  const reason = loss.reason === '' ? '' : ` (${loss.reason.slice(0, 300)})`;
  const why = hasProtocolCode
    ? `${describeCloseCode(code)}${reason}, code ${code}`
    : `${plainWords(loss)}${reason}`;
  const host = hostAndPort(url);
  const fields = {
    ...notSent,
    operation: 'connect',
    cause,
    status: code || undefined,
  };
  if (isFinal)
    return new ConnectionRefusedError({
      ...fields,
      message: `The connection to ${host} failed and is not retried: ${why}. Fix this, then call connect().`,
    });
  return new ConnectionLostError({
    ...fields,
    message: `There is no connection to ${host}: ${why}. The client reconnects automatically.`,
    retryable: true,
    retryAfterMs,
  });
}

/** The error of a platform that cannot make a socket. */
export function unusableError(cause: unknown): OrgError {
  if (isOrgError(cause)) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return misconfigured(
    `The platform cannot open a WebSocket: ${reason.slice(0, 300)}. Check host, port, useTls and pathPrefix.`,
    cause,
  );
}

const words: { readonly [Kind in Loss['kind']]?: string } = {
  refused: 'the service refused the connection',
  violated: 'the server does not speak the protocol',
  timeout: 'the connect timeout passed',
  silent: 'the service stopped answering',
  frozen: 'the browser froze the page',
};

function plainWords({ kind, code }: Loss): string {
  if (code === 1006) return 'it was cut, or it could not be opened';
  return words[kind] ?? `it was closed with code ${code}`;
}
