import { createFetchTransport } from '../http/fetch-transport.ts';
import { createNodeTransport, type NodeTransport } from '../node/node-transport.ts';
import type { Runtime } from '../time/runtime.ts';
import type { OwnTransport } from './own-transport.ts';

export { classifyTransportError } from '../retry/transport-errors.ts';

// As the connections of `fetch`, they serve all clients of the process; the last open client ends them.
let connections: NodeTransport | undefined;
let clients = 0;

/**
 * `node:http` on Node: see docs/decisions/0026. A `fetch` that the program gives, and that of Deno and Bun,
 * which only emulate `node:http`, without ky: see docs/decisions/0061.
 */
export function openTransport(_provider: string, fetch: Runtime['fetch'] | undefined): OwnTransport {
  const { navigator } = globalThis as { readonly navigator?: { readonly userAgent?: string } };
  const isNode = navigator?.userAgent?.startsWith('Node.js/') === true;
  if (!isNode || fetch !== undefined) return { send: createFetchTransport(), close() {} };
  connections ??= createNodeTransport();
  const send = connections;
  clients += 1;
  let isOpen = true;
  return {
    send,
    close() {
      if (!isOpen) return;
      isOpen = false;
      clients -= 1;
      if (clients > 0) return;
      send.close();
      connections = undefined;
    },
  };
}
