import { createNodeTransport, type NodeTransport } from '../node/node-transport.ts';
import type { Runtime } from '../time/runtime.ts';
import type { OwnTransport } from './own-transport.ts';
import { openTransport as openFetch } from './transport-fetch.ts';

// As the connections of `fetch`, they serve all clients of the process; the last open client ends them.
let connections: NodeTransport | undefined;
let clients = 0;

/**
 * `node:http` on Node: see docs/decisions/0026. A `fetch` that the program gives, and that of Deno and Bun,
 * which only emulate `node:http`.
 */
export function openTransport(fetch: Runtime['fetch'] | undefined): OwnTransport {
  const { navigator } = globalThis as { readonly navigator?: { readonly userAgent?: string } };
  const isNode = navigator?.userAgent?.startsWith('Node.js/') === true;
  if (!isNode || fetch !== undefined) return openFetch();
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
