// Serves handlers of web requests with node:http and Express.
export type { NodeHandler, NodeHandlerOptions, NodeResponse, WebHandler } from './node/to-node-handler.ts';
export { toNodeHandler } from './node/to-node-handler.ts';
