export { createNodeTransport, type NodeTransport } from './node-transport.ts';
export type { NodeTransportOptions } from './options.ts';
