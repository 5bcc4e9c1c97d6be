export { type KyInstance, kyTransport } from './ky-transport.ts';
