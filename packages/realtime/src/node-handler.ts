// Serves the handlers of a server with node:http and Express.
export type { NodeHandler, NodeRequest, NodeResponse } from './node/to-node-handler.ts';
export { toNodeHandler } from './node/to-node-handler.ts';
