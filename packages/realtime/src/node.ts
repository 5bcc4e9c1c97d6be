// Node only: a fast transport for servers on node:http, and WebSockets through a proxy or with TLS options.
export { createNodeTransport, type NodeTransport } from '@org/core/node';
export { nodeWebSocket } from './node/node-web-socket.ts';
