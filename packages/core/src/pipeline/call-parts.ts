/** What only calls need: loaded with the first one, so that a program which only imports us does not wait for it. */
export type CallParts = typeof import('./call-parts.ts');

export { HttpAttempts } from './http-attempts.ts';
export { createKyTransport } from './ky-transport.ts';
export { leavingError } from './leaving-error.ts';
export { attemptUntilDecided } from './loop.ts';
