import { isOrgError, type OrgError } from '@org/core';
import { ConnectionLostError, ConnectionRefusedError } from '../errors/connection-errors.ts';
import { misconfigured } from '../internal/wrong-input.ts';
import { describeCloseCode } from '../protocol/close-code.ts';
import type { Loss } from './state-machine.ts';

/** Why there is no connection, as an error. @internal */
export function lossError(loss: Loss, isFinal: boolean): OrgError {
  const { code, cause, retryAfterMs } = loss;
  if (loss.kind === 'unusable' && isOrgError(cause)) return cause;
  const hasProtocolCode = code !== undefined && code >= 4000;
  const said =
    loss.reason === '' || loss.reason === 'no reason given' ? '' : ` (${loss.reason.slice(0, 300)})`;
  const why = hasProtocolCode
    ? `${describeCloseCode(code)}${said}, code ${code}`
    : `${plainWords(loss)}${said}`;
  const fields = {
    provider: 'realtime',
    operation: 'connect',
    outcome: 'not-sent' as const,
    cause,
    ...(code && { status: code }),
  };
  if (isFinal)
    return new ConnectionRefusedError({ ...fields, message: `The connection failed for good: ${why}.` });
  return new ConnectionLostError({
    ...fields,
    message: `There is no connection: ${why}. The client reconnects by itself.`,
    retryable: true,
    retryAfterMs,
  });
}

/** Why no socket can be made here. @internal */
export function unusableError(cause: unknown): OrgError {
  if (isOrgError(cause)) return cause;
  const said = cause instanceof Error ? cause.message : String(cause);
  return misconfigured(
    `No WebSocket can be made here: ${said.slice(0, 300)}. Check host, port, useTls and pathPrefix.`,
    cause,
  );
}

function plainWords({ kind, code }: Loss): string {
  switch (kind) {
    case 'refused':
      return 'the service refused it';
    case 'violated':
      return 'the server does not speak the protocol';
    case 'timeout':
      return 'it took too long';
    case 'silent':
      return 'it went dead';
    default:
      return code === 1006 ? 'it was cut or could not be made' : `it was closed with code ${code}`;
  }
}
