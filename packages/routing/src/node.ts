// A fast transport for servers: node:http. It needs no further package.
export type { NodeTransport, NodeTransportOptions } from '@org/core/node';
export { createNodeTransport } from '@org/core/node';
