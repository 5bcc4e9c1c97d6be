import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { onTestFailed, onTestFinished } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { type CentrifugoClientOptions, createCentrifugoClient } from '../src/centrifugo/index.ts';
import type { RealtimeEvent } from '../src/index.ts';

type Json = Readonly<Record<string, unknown>>;

/** A command: its name, its fields, and how many of that name came before it. */
export interface Command {
  readonly name: string;
  readonly fields: Json;
  readonly nth: number;
  readonly connection: number;
  readonly socket: WebSocket;
}

/** The reply to a command, without its id; `undefined` for the usual one, `null` for none. */
export type Reply = (command: Command) => Json | null | undefined;

const usual: Readonly<Record<string, Json>> = {
  subscribe: { subscribe: {} },
  presence: { presence: { presence: {} } },
};

/** A server with Centrifugo's frames, whose replies are the test's: for faults that a real one hardly has. */
export async function startCentrifugoServer(reply: Reply = () => undefined) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  const commands: Command[] = [];
  const raw: string[] = [];
  let connection = 0;
  server.on('connection', (socket) => {
    connection += 1;
    const number = connection;
    socket.on('message', (message) => {
      raw.push(String(message));
      for (const line of String(message).split('\n')) {
        const { id, ...rest } = JSON.parse(line) as Json;
        const [name = ''] = Object.keys(rest);
        const nth = commands.filter((each) => each.name === name).length;
        const command = { name, fields: Object(rest[name]) as Json, nth, connection: number, socket };
        commands.push(command);
        const client = `00000000-0000-4000-8000-00000000000${number}`;
        const given = reply(command);
        const greeting = { connect: { client, version: '6', ping: 25, pong: true } };
        if (given === null || id === undefined) continue;
        const answer = given ?? (name === 'connect' ? greeting : (usual[name] ?? { [name]: {} }));
        socket.send(JSON.stringify({ id, ...answer }));
      }
    });
  });
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  onTestFailed(() =>
    console.error(
      'Commands:',
      commands.map(({ name, fields }) => [name, fields]),
    ),
  );
  const each = (work: (socket: WebSocket) => void) => [...server.clients].forEach(work);
  return {
    port: (server.address() as AddressInfo).port,
    commands,
    /** The frames of clients, as they came. */
    raw,
    /** The fields of all commands of a name. */
    of: (name: string) => commands.filter((command) => command.name === name).map(({ fields }) => fields),
    say: (...lines: readonly (Json | string)[]) =>
      each((socket) =>
        socket.send(lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')),
      ),
    close: (code: number, reason: string) => each((socket) => socket.close(code, reason)),
    drop: () => each((socket) => socket.terminate()),
  };
}

/** A client of it, and what it reports. */
export function connectCentrifugo(port: number, options: CentrifugoClientOptions = {}) {
  const told: RealtimeEvent[] = [];
  const realtime = createCentrifugoClient({
    host: '127.0.0.1',
    port,
    reconnect: { baseMs: 1 },
    onEvent: (event) => told.push(event),
    ...options,
  });
  onTestFinished(() => realtime.close());
  onTestFailed(() => console.error('The client reported:', told));
  return {
    realtime,
    told,
    gaps: () =>
      told.flatMap((event) => (event.type === 'gap' ? [[event.channel, event.recovered, event.reason]] : [])),
    errors: () => told.flatMap((event) => (event.type === 'error' ? [event.error] : [])),
    states: () => told.flatMap((event) => (event.type === 'state' ? [event.state] : [])),
  };
}
