// A fast transport for servers: undici, which the program installs (7 or later).
export type { UndiciDispatcher, UndiciTransport, UndiciTransportOptions } from '@org/core/undici';
export { createUndiciTransport } from '@org/core/undici';
