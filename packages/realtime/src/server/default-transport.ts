import type { Runtime, Transport } from '@org/core';
import { createLoader, withPart } from './load-part.ts';

/** A transport that `close()` of the client closes. */
export interface OwnTransport {
  readonly transport: Transport;
  close(): void;
}

/**
 * `node:http` on Node, where a call costs a third of one through `fetch`; otherwise `undefined`, which is the
 * platform's `fetch`. Other platforms only emulate `node:http`.
 */
export function createDefaultTransport(fetch: Runtime['fetch'] | undefined) {
  const { navigator } = globalThis as { readonly navigator?: { readonly userAgent?: string } };
  const isNode = navigator?.userAgent?.startsWith('Node.js/') === true;
  return isNode && fetch === undefined ? createNodeHttp() : undefined;
}

function createNodeHttp(): OwnTransport {
  const load = createLoader(async () => {
    // It imports no module of Node, so bundlers for other platforms take it too.
    const { createNodeTransport } = await import('@org/core/node');
    return createNodeTransport();
  });
  return {
    transport: (request) => withPart(load, (send) => send(request)),
    close: () => load.loaded?.close(),
  };
}
