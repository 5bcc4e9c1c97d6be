import type { RawData, WebSocket } from 'ws';
import { leave } from '../commands/unsubscribe.ts';
import type { RealtimeContext } from '../context.ts';
import { encodeJsonEvent, encodeObjectEvent } from '../frames.ts';
import { createTokenBucket } from '../token-bucket.ts';
import { createLiveness, type Liveness } from './liveness.ts';
import { createSocketConnection, type SocketConnection } from './socket-connection.ts';

// Since protocol 5 clients must respond to the server's pings.
const firstAnsweringProtocol = 5;
// "Closed after long inactivity", code 4202, is for clients that do not respond.
const legacyInactivityMs = 24 * 3_600_000;

/** Serves an accepted socket: handshake, frames, liveness, close. */
export function openConnection(context: RealtimeContext, socket: WebSocket, protocol: number): void {
  const socketId = findSocketId(context);
  if (socketId === undefined) return void socket.close(4100, 'Over capacity');
  const { options, journal, counters, faults, connections } = context;
  const connection = createSocketConnection(context, socket, socketId, protocol);
  const liveness = watch(context, connection, protocol);
  const cancelAuthorization = requireAuthorization(context, connection);
  const timed = faults.takeTimed();
  const cancelTimed = timed && options.clock.after(timed.afterMs, () => connection.end(timed.action));

  connections.set(socketId, connection);
  counters.connectionsAccepted += 1;
  journal.record('connected', { socketId, detail: `protocol ${protocol}` });
  listen(context, socket, connection, liveness);
  const end = (code: number): void => {
    liveness.stop();
    cancelAuthorization();
    cancelTimed?.();
    connection.discard();
    connections.delete(socketId);
    for (const channel of [...connection.channels]) leave(context, connection, channel);
    context.users.remove(connection);
    journal.record('disconnected', { socketId, detail: `close code ${code}` });
  };
  socket.once('close', (code) => context.inBackground('The end of a socket', () => end(code)));
  if (faults.isSilent) connection.freeze(true);
  if (faults.isDeaf) connection.listen(false);
  const handshake = { socket_id: socketId, activity_timeout: options.activityTimeoutSeconds };
  connection.send(encodeJsonEvent('pusher:connection_established', handshake));
}

function listen(
  { options, counters, journal, inBackground }: RealtimeContext,
  socket: WebSocket,
  connection: SocketConnection,
  liveness: Liveness,
): void {
  const frames = createTokenBucket(options.limits.framesPerSecond);
  const isWelcome = (): boolean => {
    liveness.seen();
    if (frames.take(options.clock.now())) return socket.readyState === socket.OPEN;
    connection.close(1008, 'Too many frames');
    return false;
  };
  const receive = (bytes: RawData, isBinary: boolean): void => {
    if (!isWelcome()) return;
    counters.framesReceived += 1;
    if (isBinary) connection.close(1003, 'Only text frames are supported');
    else connection.receive(bytes.toString());
  };
  const pong = (payload: Buffer): void => {
    if (isWelcome() && !connection.isFrozen) socket.pong(payload);
  };
  const safely = (run: () => unknown): void => inBackground('A frame of a client', run);
  socket.on('message', (bytes, isBinary) => safely(() => receive(bytes, isBinary)));
  socket.on('ping', (payload) => safely(() => pong(payload)));
  socket.on('pong', () => safely(isWelcome));
  // ws closes the socket, with the code of RFC 6455 for the violation.
  socket.on('error', (error) =>
    journal.record('protocol-error', { socketId: connection.socketId, detail: error.message }),
  );
}

function watch({ options }: RealtimeContext, connection: SocketConnection, protocol: number): Liveness {
  const doesAnswer = protocol >= firstAnsweringProtocol || protocol === 2;
  const liveness = createLiveness({
    clock: options.clock,
    pingAfterMs: doesAnswer ? options.pingAfterMs : legacyInactivityMs,
    pongTimeoutMs: options.pongTimeoutMs,
    ping() {
      if (doesAnswer) connection.send(encodeObjectEvent('pusher:ping', {}));
      else connection.close(4202, 'Closed after inactivity');
    },
    expire() {
      if (!connection.isReading) return liveness.seen(); // without reading, silence is not the client's fault
      connection.close(4201, 'Pong reply not received');
    },
  });
  return liveness;
}

/** The "authorized connections" switch of an app. */
function requireAuthorization({ options }: RealtimeContext, connection: SocketConnection): () => void {
  const timeoutMs = options.authorizedConnectionsTimeoutMs;
  if (timeoutMs === undefined) return () => {};
  return options.clock.after(timeoutMs, () => {
    if (!connection.isAuthorized) connection.close(4009, 'Connection not authorized within timeout');
  });
}

const maxIdAttempts = 10;

function findSocketId({ options, connections }: RealtimeContext): string | undefined {
  for (let attempt = 0; attempt < maxIdAttempts; attempt += 1) {
    const socketId = options.nextSocketId();
    if (!connections.has(socketId)) return socketId;
  }
  return undefined;
}
