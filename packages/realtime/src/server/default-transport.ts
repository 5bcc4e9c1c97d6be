import type { Runtime, Transport } from '@org/core';
import type { NodeTransport } from '@org/core/node';
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
export function createDefaultTransport(runtime: Runtime, fetch: Runtime['fetch'] | undefined) {
  const { navigator } = globalThis as { readonly navigator?: { readonly userAgent?: string } };
  const isNode = navigator?.userAgent?.startsWith('Node.js/') === true;
  return isNode && fetch === undefined ? createNodeHttp(runtime) : undefined;
}

function createNodeHttp(runtime: Runtime): OwnTransport {
  let created: NodeTransport | undefined;
  // It imports no module of Node, so bundlers for other platforms take it too.
  const load = createLoader(runtime, () => import('@org/core/node'));
  return {
    transport: (request) =>
      withPart(load, ({ createNodeTransport }) => {
        created ??= createNodeTransport();
        return created(request);
      }),
    close: () => created?.close(),
  };
}
