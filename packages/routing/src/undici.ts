// A fast transport for servers: undici 7 or later, which the program installs.
export type { UndiciDispatcher, UndiciTransport } from '@org/core/undici';
export { createUndiciTransport } from '@org/core/undici';
