// A fast transport for servers: node:http. It needs no further package.
export { createNodeTransport, type NodeTransport, type NodeTransportOptions } from '@org/core/node';
