/**
 * How a client reacts to a close code.
 * - `use-tls`: reconnect with TLS.
 * - `stop`: do not reconnect, because an unchanged attempt fails again.
 * - `wait`: reconnect after at least one second.
 * - `soon`: reconnect; the first delay after a stable connection does not grow.
 * - `lost`: the transport failed; reconnect with back-off.
 */
export type CloseClass = 'use-tls' | 'stop' | 'wait' | 'soon' | 'lost';

/** Classifies a close code. Source: Pusher documentation, "Pusher Channels Protocol", error codes. */
export function classifyCloseCode(code: number): CloseClass {
  if (code === 4000) return 'use-tls';
  if (code >= 4100 && code <= 4199) return 'wait';
  if (code >= 4200 && code <= 4299) return 'soon';
  if (code >= 4000) return 'stop';
  // 1002, 1003 and 1004 mean a protocol error, which would occur again at once.
  return code >= 1002 && code <= 1004 ? 'wait' : 'lost';
}

export const meanings: ReadonlyMap<number, string> = new Map([
  [4000, 'the app accepts only connections with TLS'],
  [4001, 'no such app: check the key, and the cluster or host'],
  [4003, 'the app is disabled'],
  [4004, 'the app is over its connection quota'],
  [4005, 'the path was not found: check host and pathPrefix'],
  [4007, 'the service does not speak protocol version 7'],
  [4009, 'the connection is not authorized'],
  [4100, 'the service is over capacity'],
  [4200, 'the service asks to reconnect'],
  [4201, 'the service missed an answer to its ping'],
  [4202, 'closed after long inactivity'],
]);

/** The meaning of a close code, for error messages. */
export function describeCloseCode(code: number): string {
  return meanings.get(code) ?? 'the service closed the connection';
}
