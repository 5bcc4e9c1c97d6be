import type { SocketEnd } from '../connection/socket.ts';
import { type Fields, readText } from './wire.ts';

const temporary = new Set([100, 109, 111, 113]);

/** An error of a reply. */
export type ServiceError = ReturnType<typeof readError>;

/** Source: Centrifugo documentation, "Client protocol", error codes. A new token ends code 109. */
export function readError(fields: Fields) {
  const code = typeof fields['code'] === 'number' ? fields['code'] : 0;
  const message = readText(fields, 'message') || 'no reason given';
  return {
    code,
    message: `${message.slice(0, 300)} (Centrifugo error ${code})`,
    isTemporary: fields['temporary'] === true || temporary.has(code),
    isExpired: code === 109,
  };
}

const statuses: ReadonlyMap<number, number> = new Map([
  [101, 401],
  [102, 404],
  [103, 403],
  [105, 409],
]);

/** The status of HTTP with the same meaning, which the client reads. */
export function statusOf({ code, isTemporary }: ServiceError): number {
  return isTemporary ? 503 : (statuses.get(code) ?? 400);
}

/**
 * The end of a connection, with a code that the client reads as Centrifugo means it: 3000 to 3499 and 4000 to
 * 4499 reconnect, 3500 to 3999 and 4500 to 4999 do not. Pusher's codes from 4000 to 4099 mean the opposite.
 */
export function toClientEnd(end: SocketEnd): SocketEnd {
  const { code, reason } = end;
  if (code < 3500 || code >= 4500) return end;
  return {
    ...end,
    code: clientCode(code),
    reason: `${reason || 'no reason given'}, Centrifugo code ${code}`,
  };
}

function clientCode(code: number): number {
  if (code >= 4000) return reconnectSoon;
  return code === 3500 ? unauthorized : refused;
}

/** Pusher's code for "reconnect". */
export const reconnectSoon = 4200;
/** Pusher's code for "over capacity": reconnect after a second. */
export const reconnectLater = 4100;
/** Pusher's code for a connection that is not authorized. */
export const unauthorized = 4009;
/** A code of Pusher's range after which a client does not reconnect. */
export const refused = 4300;
/** The code of RFC 6455 for a message that is too large. */
export const tooLarge = 1009;
