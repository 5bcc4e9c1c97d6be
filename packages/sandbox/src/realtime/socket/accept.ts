import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws';
import type { RealtimeContext } from '../context.ts';
import { type ConnectionDecision, decideConnection, readAppKey } from './connection-decision.ts';
import { openConnection } from './open-connection.ts';
import { refuseSocket } from './refuse-socket.ts';

/** Handles WebSocket upgrades. */
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

const closeTimeoutMs = 2_000;

/** `find` returns the app of a key, and the first app for an unknown key. */
export function createUpgradeHandler(
  first: RealtimeContext,
  find: (key: string | undefined) => RealtimeContext,
): UpgradeHandler {
  // `closeTimeout` is newer than the types of ws.
  const settings: ServerOptions & { readonly closeTimeout: number } = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    autoPong: false,
    closeTimeout: closeTimeoutMs,
    maxPayload: first.options.limits.frameBytes,
  };
  const sockets = new WebSocketServer(settings);
  return (request, socket, head) => {
    const target = request.url ?? '/';
    const mark = target.indexOf('?');
    const path = mark < 0 ? target : target.slice(0, mark);
    const context = find(readAppKey(path));
    const decision = decide(context, {
      path,
      query: new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1)),
      openConnections: context.connections.size,
    });
    if (decision === 'reset') return void socket.destroy();
    if ('status' in decision) {
      socket.end(`HTTP/1.1 ${decision.status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    // A refused socket is opened too, because a script in a browser sees only the close code.
    sockets.handleUpgrade(request, socket, head, (webSocket) => serve(context, webSocket, decision));
  };
}

type AnyDecision = ConnectionDecision | { readonly status: number } | 'reset';

function decide(context: RealtimeContext, wish: Parameters<typeof decideConnection>[1]): AnyDecision {
  const decision = decideConnection(context.options, wish);
  const fault = decision.isAllowed ? context.faults.takeRefusal() : undefined;
  if (!decision.isAllowed || fault === undefined) return decision;
  return typeof fault === 'object' && 'code' in fault
    ? { isAllowed: false, protocol: decision.protocol, ...fault }
    : fault;
}

function serve(context: RealtimeContext, socket: WebSocket, decision: ConnectionDecision): void {
  if (decision.isAllowed) return void openConnection(context, socket, decision.protocol);
  const { counters, journal, options } = context;
  counters.connectionsRefused += 1;
  journal.record('refused', { detail: `${decision.code} ${decision.reason}` });
  socket.on('error', () => {});
  refuseSocket(options.errorStyle, socket, decision);
}
