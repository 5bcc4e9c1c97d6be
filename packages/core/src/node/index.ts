export type { NodeTransportOptions } from './connections.ts';
export { createNodeTransport, type NodeTransport } from './node-transport.ts';
