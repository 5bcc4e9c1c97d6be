import type { WebSocket } from 'ws';
import { event } from './realtime-client.ts';
import type { Protocol } from './server.ts';

/** Pusher's protocol, version 7. The server stores no events. */
export function pusherProtocol(): Protocol {
  let connections = 0;
  const frame = (name: string, data: unknown, channel?: string) =>
    JSON.stringify({ event: name, channel, data: JSON.stringify(data) });
  const channels = new Set<string>();
  return {
    greet(socket) {
      connections += 1;
      const greeting = { socket_id: `1.${connections}`, activity_timeout: 120 };
      socket.send(frame('pusher:connection_established', greeting));
    },
    receive(socket, text) {
      const { event: name, data } = JSON.parse(text);
      if (name === 'pusher:ping') socket.send(frame('pusher:pong', {}));
      if (name !== 'pusher:subscribe') return false;
      channels.add(data.channel);
      socket.send(frame('pusher_internal:subscription_succeeded', {}, data.channel));
      return true;
    },
    frameOf: (data) => frame(event, data, [...channels].at(-1)),
  };
}

type Command = Readonly<Record<string, { readonly recover?: boolean; readonly offset?: number }>>;

/** Centrifugo's JSON protocol. With a history, the server sends again what a client missed. */
export function centrifugoProtocol(hasHistory: boolean): Protocol {
  const history: { readonly data: unknown; readonly offset: number }[] = [];
  let epochs = 0;
  const epoch = () => (hasHistory ? 'e' : `e${epochs}`);
  const channel = 'orders';
  const reply = (socket: WebSocket, id: number, fields: object) =>
    socket.send(JSON.stringify({ id, ...fields }));
  const subscription = ({ recover = false, offset = 0 }) => {
    if (!hasHistory) epochs += 1;
    const missed = hasHistory && recover ? history.filter((each) => each.offset > offset) : [];
    const position = { recoverable: true, positioned: true, epoch: epoch(), offset: history.length };
    return { ...position, recovered: recover && hasHistory, was_recovering: recover, publications: missed };
  };
  return {
    greet() {},
    receive(socket, text) {
      const commands = text.split('\n').map((line) => JSON.parse(line) as Command & { id?: number });
      for (const { id, connect, subscribe } of commands) {
        if (id === undefined) continue;
        const version = {
          client: '00000000-0000-4000-8000-000000000001',
          version: '6',
          ping: 25,
          pong: true,
        };
        if (connect) reply(socket, id, { connect: version });
        if (subscribe) reply(socket, id, { subscribe: subscription(subscribe) });
      }
      return commands.some(({ subscribe }) => subscribe !== undefined);
    },
    frameOf(data) {
      const publication = { data: { event, data }, offset: history.length + 1 };
      history.push(publication);
      return JSON.stringify({ push: { channel, pub: publication } });
    },
  };
}
