// A fast transport for servers: node:http. It needs no further package.
export { createNodeTransport, type NodeTransport } from '@org/core/node';
