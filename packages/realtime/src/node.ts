// Node only: a fast transport for servers on node:http, and WebSockets through a proxy or with TLS options.
export type { NodeTransport, NodeTransportOptions } from '@org/core/node';
export { createNodeTransport } from '@org/core/node';
export type { NodeWebSocketOptions } from './node/node-web-socket.ts';
export { nodeWebSocket } from './node/node-web-socket.ts';
