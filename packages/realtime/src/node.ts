// Node only: a fast transport for servers on node:http, and WebSockets through a proxy or with TLS options.
export { createNodeTransport, type NodeTransport, type NodeTransportOptions } from '@org/core/node';
export { type NodeWebSocketOptions, nodeWebSocket } from './node/node-web-socket.ts';
