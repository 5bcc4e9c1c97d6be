export {
  createUndiciTransport,
  type UndiciDispatcher,
  type UndiciTransport,
  type UndiciTransportOptions,
} from './undici-transport.ts';
