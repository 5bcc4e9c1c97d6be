// Serves the handlers of a server with node:http and Express.
export type { NodeHandler, NodeResponse } from '@org/core/node-handler';
export { toNodeHandler } from '@org/core/node-handler';
