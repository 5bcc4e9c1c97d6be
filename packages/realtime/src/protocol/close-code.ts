/**
 * What a client does about a close code.
 * - `use-tls`: come back with TLS.
 * - `stop`: coming back unchanged cannot help.
 * - `wait`: come back after a second at the earliest.
 * - `soon`: come back, without growing waits while the connection had been good.
 * - `lost`: the transport failed; come back with back-off.
 *
 * @internal
 */
export type CloseClass = 'use-tls' | 'stop' | 'wait' | 'soon' | 'lost';

/** The close codes' classes. Source: Pusher documentation, "Pusher Channels Protocol", error codes. @internal */
export function classifyCloseCode(code: number): CloseClass {
  if (code === 4000) return 'use-tls';
  if (code >= 4100 && code <= 4199) return 'wait';
  if (code >= 4200 && code <= 4299) return 'soon';
  if (code >= 4000) return 'stop';
  // 1002, 1003 and 1004 say that one side broke the protocol: again at once would break it again at once.
  return code >= 1002 && code <= 1004 ? 'wait' : 'lost';
}

const meanings: ReadonlyMap<number, string> = new Map([
  [4000, 'the app accepts only connections with TLS'],
  [4001, 'no such app: check the key, and the cluster or host'],
  [4003, 'the app is disabled'],
  [4004, 'the app is over its connection quota'],
  [4005, 'the path was not found: check host and pathPrefix'],
  [4006, 'the version was not understood'],
  [4007, 'the service does not speak protocol version 7'],
  [4008, 'no protocol version was given'],
  [4009, 'the connection is not authorised'],
  [4100, 'the service is over capacity'],
  [4200, 'the service asks to reconnect'],
  [4201, 'the service missed an answer to its ping'],
  [4202, 'closed after long inactivity'],
]);

/** The code in words, for messages. @internal */
export function describeCloseCode(code: number): string {
  return meanings.get(code) ?? 'the service closed the connection';
}
