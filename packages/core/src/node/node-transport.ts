import type { Transport } from '../http/transport.ts';
import { ownCopy } from '../options/own.ts';
import { Connections } from './connections.ts';
import { exchange } from './exchange.ts';
import type { NodeTransportOptions } from './options.ts';

/** A transport on Node's own HTTP client, with connections to close. @public */
export interface NodeTransport extends Transport {
  /** Ends all connections, also those in use. Idle connections do not keep a process alive. */
  close(): void;
}

/**
 * The fast transport for services on Node, on `node:http` and `node:https`. Connections stay open, and all
 * clients with the same transport share them. Pass it to a client as `transport`. The runtime's `fetch` is
 * then not used. @public
 */
export function createNodeTransport(options: NodeTransportOptions = {}): NodeTransport {
  const connections = new Connections(ownCopy(options));
  const transport: Transport = (request) => exchange(connections.get(request.url.protocol), request);
  return Object.assign(transport, { close: () => connections.close() });
}
