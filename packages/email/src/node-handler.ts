// Serves the handler of webhooks with node:http and Express.
import { type NodeHandler, toNodeHandler as serve, type WebHandler } from '@org/core/node-handler';

export type { NodeHandler, NodeResponse } from '@org/core/node-handler';

/**
 * Serves `email.webhooks.handler(…)` with `node:http` or Express. Use it before `express.json()` and other
 * body parsers: it reads the body itself, 10 MiB at most, or as much as `inbound` of the handler reads. After
 * `express.raw()` it takes its body.
 *
 * @example
 * app.post('/webhooks/mail', toNodeHandler(email.webhooks.handler(saveEvents)))
 *
 * @throws ConfigurationError for something other than a function
 * @public
 */
export function toNodeHandler(handler: WebHandler): NodeHandler {
  // As much as a webhook may have; a handler with `inbound` says how much that is.
  const { maxBodyBytes = 10 * 1024 * 1024 } = (handler ?? {}) as { readonly maxBodyBytes?: number };
  return serve(handler, { maxBodyBytes });
}
