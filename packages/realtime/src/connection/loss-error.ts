import { isOrgError, type OrgError } from '@org/core';
import { ConnectionLostError, ConnectionRefusedError } from '../errors/connection-errors.ts';
import { misconfigured } from '../internal/wrong-input.ts';
import { describeCloseCode } from '../protocol/close-code.ts';
import type { Loss } from './state-machine.ts';

/** The error for a lost connection. @internal */
export function lossError(loss: Loss, isFinal: boolean): OrgError {
  const { code, cause, retryAfterMs } = loss;
  if (loss.kind === 'unusable' && isOrgError(cause)) return cause;
  const hasProtocolCode = code !== undefined && code >= 4000;
  const reason =
    loss.reason === '' || loss.reason === 'no reason given' ? '' : ` (${loss.reason.slice(0, 300)})`;
  const why = hasProtocolCode
    ? `${describeCloseCode(code)}${reason}, code ${code}`
    : `${plainWords(loss)}${reason}`;
  const fields = {
    provider: 'realtime',
    operation: 'connect',
    outcome: 'not-sent' as const,
    cause,
    ...(code && { status: code }),
  };
  if (isFinal)
    return new ConnectionRefusedError({
      ...fields,
      message: `The connection failed and is not retried: ${why}. Fix this, then call connect().`,
    });
  return new ConnectionLostError({
    ...fields,
    message: `There is no connection: ${why}. The client reconnects automatically.`,
    retryable: true,
    retryAfterMs,
  });
}

/** The error of a platform that cannot make a socket. @internal */
export function unusableError(cause: unknown): OrgError {
  if (isOrgError(cause)) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return misconfigured(
    `The platform cannot open a WebSocket: ${reason.slice(0, 300)}. Check host, port, useTls and pathPrefix.`,
    cause,
  );
}

function plainWords({ kind, code }: Loss): string {
  switch (kind) {
    case 'refused':
      return 'the service refused the connection';
    case 'violated':
      return 'the server does not speak the protocol';
    case 'timeout':
      return 'the connect timeout passed';
    case 'silent':
      return 'the service stopped answering';
    default:
      return code === 1006 ? 'it was cut, or it could not be opened' : `it was closed with code ${code}`;
  }
}
