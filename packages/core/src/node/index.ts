export { createNodeTransport, type NodeTransport, type NodeTransportOptions } from './node-transport.ts';
