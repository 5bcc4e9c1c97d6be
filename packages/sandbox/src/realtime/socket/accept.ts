import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ServerOptions } from 'ws';
import { WebSocketServer } from 'ws';
import type { RealtimeContext } from '../context.ts';
import { encodeError } from '../frames.ts';
import type { ConnectionDecision } from './connection-decision.ts';
import { cutReason, decideConnection } from './connection-decision.ts';
import { openConnection } from './open-connection.ts';

/** Handles WebSocket upgrades. */
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

// Since protocol 6 the close code is enough. Older clients read an error frame.
const firstCloseCodeProtocol = 6;

const closeTimeoutMs = 2_000;

export function createUpgradeHandler(context: RealtimeContext): UpgradeHandler {
  // `closeTimeout` is newer than the types of ws.
  const settings: ServerOptions & { readonly closeTimeout: number } = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    autoPong: false,
    closeTimeout: closeTimeoutMs,
    maxPayload: context.options.limits.frameBytes,
  };
  const sockets = new WebSocketServer(settings);
  return (request, socket, head) => {
    const target = request.url ?? '/';
    const mark = target.indexOf('?');
    const decision = decide(context, {
      path: mark < 0 ? target : target.slice(0, mark),
      query: new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1)),
      openConnections: context.connections.size,
    });
    // A refused socket is opened too, because a script in a browser sees only the close code.
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      if (decision.isAllowed) return openConnection(context, webSocket, decision.protocol);
      const { code, reason, protocol } = decision;
      context.counters.connectionsRefused += 1;
      context.journal.record('refused', { detail: `${code} ${reason}` });
      webSocket.on('error', () => {});
      if (protocol !== undefined && protocol < firstCloseCodeProtocol) {
        webSocket.send(encodeError(code, reason).text);
      }
      webSocket.close(code, cutReason(reason));
    });
  };
}

function decide(context: RealtimeContext, wish: Parameters<typeof decideConnection>[1]): ConnectionDecision {
  const decision = decideConnection(context.options, wish);
  const fault = decision.isAllowed ? context.faults.connectionRefusals.take('') : undefined;
  if (!decision.isAllowed || fault === undefined) return decision;
  return { isAllowed: false, protocol: decision.protocol, ...fault };
}
