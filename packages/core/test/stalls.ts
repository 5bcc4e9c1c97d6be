import dns from 'node:dns';
import { once } from 'node:events';
import { Agent } from 'node:https';
import { createServer, type Socket } from 'node:net';
import type { Transport } from '../src/index.ts';
import { createNodeTransport } from '../src/node/index.ts';
import { type Fault, startFaultServer } from '../src/testing/index.ts';

/** Somebody a client waits for in vain. */
export interface Stall {
  readonly baseUrl: string;
  /** Resolves when the client waits for what never comes. */
  readonly stalled: Promise<void>;
  /** Resolves when the client has let go of its connection. */
  released(): Promise<void>;
  readonly transport?: Transport | undefined;
  [Symbol.asyncDispose](): Promise<void>;
}

export type TransportName = 'fetch' | 'node:http' | 'undici';

/** Where a call can get stuck on its way, and the phase that its error then names. */
export const stalls: Readonly<
  Record<string, { readonly phase: string; start(transport: TransportName): Promise<Stall> }>
> = {
  'a connection that nobody reads': {
    phase: 'headers',
    start: () => stallAt({ kind: 'timeout', phase: 'before-accept' }),
  },
  'a service that swallows the request': {
    phase: 'headers',
    start: () => stallAt({ kind: 'timeout', phase: 'after-request-body' }),
  },
  'an answer that ends after its status line': {
    phase: 'headers',
    start: () => stallAt({ kind: 'timeout', phase: 'after-status-line' }),
  },
  'a body that never begins': {
    phase: 'body',
    start: () => stallAt({ kind: 'timeout', phase: 'after-response-headers' }),
  },
  'a body that stops half-way': {
    phase: 'body',
    start: () => stallAt({ kind: 'timeout', phase: 'mid-response-body' }),
  },
  'a TLS handshake that stalls': { phase: 'connect', start: stallInHandshake },
  'a name that nobody resolves': { phase: 'connect', start: stallInLookup },
};

/** Every stall with each of the transports, of which `fetch` does not say when it is connected. */
export function stallsOver(transports: readonly TransportName[]) {
  return transports.flatMap((transport) =>
    Object.entries(stalls).map(([stall, { phase: exact, start }]) => {
      const phase = exact === 'connect' && transport === 'fetch' ? 'headers' : exact;
      return { transport, stall, phase, start };
    }),
  );
}

async function stallAt(fault: Fault): Promise<Stall> {
  const server = await startFaultServer({ rules: [{ fault }] });
  return {
    baseUrl: server.url,
    stalled: server.waitUntil(({ faults }) => faults.length > 0),
    released: () => server.waitUntil(({ connections }) => connections.open === 0),
    [Symbol.asyncDispose]: () => server.close(),
  };
}

async function stallInHandshake(name: TransportName): Promise<Stall> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    // The client's first word is read, and never answered.
    socket.once('data', () => server.emit('stalled'));
    socket.once('close', () => {
      sockets.delete(socket);
      server.emit('released');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new TypeError('no port');
  return {
    baseUrl: `https://127.0.0.1:${address.port}`,
    stalled: once(server, 'stalled').then(() => {}),
    async released() {
      // undici, and so fetch, gives a connection up that is not made yet after ten seconds of its own.
      while (sockets.size > 0 && name === 'node:http') await once(server, 'released');
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * An agent has an option for the lookup; undici and fetch ask `node:dns`, whose reply is held back
 * meanwhile.
 */
async function stallInLookup(name: TransportName): Promise<Stall> {
  let lookup = () => {};
  const stalled = new Promise<void>((resolve) => {
    lookup = resolve;
  });
  const original = dns.lookup;
  const agent = new Agent({ lookup });
  if (name !== 'node:http') Object.assign(dns, { lookup });
  return {
    baseUrl: 'https://nowhere.test',
    stalled,
    released: async () => {},
    transport: name === 'node:http' ? createNodeTransport({ agent }) : undefined,
    async [Symbol.asyncDispose]() {
      Object.assign(dns, { lookup: original });
      agent.destroy();
    },
  };
}
