import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { onTestFailed, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';

/** What the server answers to a frame of a client; `nth` counts the frames of that event, from 1. */
export type Answer = (
  frame: { readonly event: string; readonly channel: string; readonly nth: number },
  say: (text: string) => void,
) => void;

/** One frame, its data as text inside JSON. */
export const frame = (event: string, data?: unknown, channel?: string): string =>
  JSON.stringify({ event, channel, data: data === undefined ? undefined : JSON.stringify(data) });

const roster = { presence: { ids: ['me'], hash: {} } };

/** Takes a subscription, as the service does. */
export const accept = (channel: string): string =>
  frame('pusher_internal:subscription_succeeded', roster, channel);

const acceptAll: Answer = ({ event, channel }, say) => {
  if (event === 'pusher:subscribe') say(accept(channel));
};

/** A server that greets, and whose other words are the test's. `version2`: from the second connection. */
export async function startScriptedServer(answer: Answer = acceptAll, { version2 = false } = {}) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  const received: string[] = [];
  const closeCodes: number[] = [];
  let connections = 0;
  server.on('connection', (socket) => {
    connections += 1;
    const counts = new Map<string, number>();
    const prefix = version2 && connections > 1 ? 'sockudo' : 'pusher';
    socket.send(
      frame(`${prefix}:connection_established`, { socket_id: `1.${connections}`, activity_timeout: 120 }),
    );
    socket.on('close', (code) => closeCodes.push(code));
    socket.on('message', (message) => {
      received.push(String(message));
      const { event, data } = JSON.parse(String(message));
      const nth = (counts.get(event) ?? 0) + 1;
      counts.set(event, nth);
      answer({ event, channel: data?.channel, nth }, (text) => socket.send(text));
    });
  });
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  onTestFailed(() => console.error('The server received:', received));
  return {
    address: { key: 'k', host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    /** The frames of clients, as they came. */
    received,
    /** The codes with which connections ended. */
    closeCodes,
    events: () => received.map((text) => JSON.parse(text).event as string),
    say(text: string | Buffer) {
      for (const socket of server.clients) socket.send(text);
    },
    /** Cuts every connection. */
    drop() {
      for (const socket of server.clients) socket.terminate();
    },
    /** Writes frames that arrive together, as after a pause of the network. */
    sayTogether(texts: Iterable<string>) {
      for (const socket of server.clients) {
        const stream = (socket as unknown as { readonly _socket: { cork(): void; uncork(): void } })._socket;
        stream.cork();
        for (const text of texts) socket.send(text);
        stream.uncork();
      }
    },
  };
}
