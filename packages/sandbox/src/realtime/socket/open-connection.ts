import type { WebSocket } from 'ws';
import { dispatch } from '../commands/dispatch.ts';
import { leave } from '../commands/unsubscribe.ts';
import type { Connection } from '../connection.ts';
import type { RealtimeContext } from '../context.ts';
import { encodeJsonEvent, encodeObjectEvent } from '../frames.ts';
import { createTokenBucket } from '../token-bucket.ts';
import { cutReason } from './connection-decision.ts';
import type { Liveness } from './liveness.ts';
import { createLiveness } from './liveness.ts';
import { createOutbox } from './outbox.ts';

// Since protocol 5 clients must respond to the server's pings.
const firstAnsweringProtocol = 5;

/** Serves an accepted socket: handshake, frames, liveness, close. */
export function openConnection(context: RealtimeContext, socket: WebSocket, protocol: number): void {
  const socketId = findSocketId(context);
  if (socketId === undefined) return void socket.close(4100, 'Over capacity');
  const { options, journal, counters, faults, connections } = context;
  const outbox = createOutbox(options.clock, faults, (text) => write(context, socket, text));
  const connection = createConnection(context, socket, socketId, outbox.send);
  const liveness = protocol >= firstAnsweringProtocol ? watch(context, connection) : undefined;
  const cancelAuthorization = requireAuthorization(context, connection);

  connections.set(socketId, connection);
  counters.connectionsAccepted += 1;
  journal.record('connected', { socketId, detail: `protocol ${protocol}` });
  listen(context, socket, connection, liveness);
  socket.once('close', (code) => {
    liveness?.stop();
    cancelAuthorization();
    outbox.close();
    connections.delete(socketId);
    for (const channel of [...connection.channels]) leave(context, connection, channel);
    context.users.remove(connection);
    journal.record('disconnected', { socketId, detail: `close code ${code}` });
  });
  if (faults.isSilent) connection.freeze(true);
  const handshake = { socket_id: socketId, activity_timeout: options.activityTimeoutSeconds };
  connection.send(encodeJsonEvent('pusher:connection_established', handshake));
}

function createConnection(
  { options, faults }: RealtimeContext,
  socket: WebSocket,
  socketId: string,
  send: Connection['send'],
): Connection {
  const clientEvents = createTokenBucket(options.limits.clientEventsPerSecond);
  return {
    socketId,
    channels: new Set(),
    user: undefined,
    isAuthorized: false,
    takeClientEvent: () => clientEvents.take(options.clock.now()),
    send,
    close(code, reason = '') {
      if (!faults.isSilent) socket.close(code, cutReason(reason));
    },
    terminate: () => socket.terminate(),
    freeze: (isFrozen) => (isFrozen ? socket.pause() : socket.resume()),
  };
}

function listen(
  context: RealtimeContext,
  socket: WebSocket,
  connection: Connection,
  liveness: Liveness | undefined,
): void {
  const { options, counters, faults, journal } = context;
  const frames = createTokenBucket(options.limits.framesPerSecond);
  const isWelcome = (): boolean => {
    liveness?.seen();
    if (frames.take(options.clock.now())) return socket.readyState === socket.OPEN;
    connection.close(1008, 'Too many frames');
    return false;
  };
  socket.on('message', (bytes, isBinary) => {
    if (!isWelcome()) return;
    counters.framesReceived += 1;
    if (isBinary) return connection.close(1003, 'Only text frames are supported');
    dispatch(context, connection, bytes.toString());
  });
  socket.on('ping', (payload) => {
    if (isWelcome() && !faults.isSilent) socket.pong(payload);
  });
  socket.on('pong', () => void isWelcome());
  // ws closes the socket, with the code of RFC 6455 for the violation.
  socket.on('error', (error) =>
    journal.record('protocol-error', { socketId: connection.socketId, detail: error.message }),
  );
}

function watch({ options, faults }: RealtimeContext, connection: Connection): Liveness {
  const liveness = createLiveness({
    clock: options.clock,
    pingAfterMs: options.pingAfterMs,
    pongTimeoutMs: options.pongTimeoutMs,
    ping: () => connection.send(encodeObjectEvent('pusher:ping', {})),
    expire() {
      if (faults.isSilent) return liveness.seen(); // without reading, silence is not the client's fault
      connection.close(4201, 'Pong reply not received');
    },
  });
  return liveness;
}

/** The "authorized connections" switch of an app. */
function requireAuthorization({ options }: RealtimeContext, connection: Connection): () => void {
  const timeoutMs = options.authorizedConnectionsTimeoutMs;
  if (timeoutMs === undefined) return () => {};
  return options.clock.after(timeoutMs, () => {
    if (!connection.isAuthorized) connection.close(4009, 'Connection not authorized within timeout');
  });
}

function write({ options, counters, journal }: RealtimeContext, socket: WebSocket, text: string): void {
  if (socket.readyState !== socket.OPEN) return;
  socket.send(text);
  counters.framesSent += 1;
  if (socket.bufferedAmount <= options.limits.bufferedBytes) return;
  journal.record('protocol-error', { detail: 'dropped a client that does not read' });
  socket.terminate();
}

const maxIdAttempts = 10;

function findSocketId({ options, connections }: RealtimeContext): string | undefined {
  for (let attempt = 0; attempt < maxIdAttempts; attempt += 1) {
    const socketId = options.nextSocketId();
    if (!connections.has(socketId)) return socketId;
  }
  return undefined;
}
