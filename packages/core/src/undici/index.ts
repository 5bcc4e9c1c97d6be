export type { UndiciDispatcher } from './dispatch.ts';
export {
  createUndiciTransport,
  type UndiciTransport,
  type UndiciTransportOptions,
} from './undici-transport.ts';
