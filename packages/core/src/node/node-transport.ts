import type { Transport } from '../http/transport.ts';
import { meantOption } from '../options/meant-option.ts';
import { ownCopy } from '../options/own.ts';
import { type OptionNames, refuseUnknown } from '../options/refuse-unknown.ts';
import { Connections } from './connections.ts';
import { exchange } from './exchange.ts';
import type { NodeTransportOptions } from './options.ts';

const nodeTransportNames: OptionNames<NodeTransportOptions> = {
  ca: 0,
  cert: 0,
  key: 0,
  passphrase: 0,
  servername: 0,
  agent: 0,
};

/** A transport on Node's own HTTP client, with connections to close. @public */
export interface NodeTransport extends Transport {
  /** Ends all connections, also those in use. Idle connections do not keep a process alive. */
  close(): void;
}

/**
 * The fast transport for services on Node, on `node:http` and `node:https`. Connections stay open, and all
 * clients with the same transport share them. Pass it to a client as `transport`. The runtime's `fetch` is
 * then not used.
 *
 * Not for Deno: its `node:http` keeps a process alive after a time limit or an abort on a reused connection.
 * @public
 *
 * @example
 * const transport = createNodeTransport({ ca: await readFile('company-ca.pem') });
 * const email = createEmailClient({ driver: plunk(), transport });
 */
export function createNodeTransport(options: NodeTransportOptions = {}): NodeTransport {
  refuseUnknown(options, nodeTransportNames, 'transport: createNodeTransport()', meantOption);
  const connections = new Connections(ownCopy(options));
  const transport: Transport = (request) => exchange(connections.get(request.url), request);
  return Object.assign(transport, { close: () => connections.close() });
}
