import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import { dispatch } from '../commands/dispatch.ts';
import type { Connection } from '../connection.ts';
import type { RealtimeContext } from '../context.ts';
import type { TimedFault } from '../faults/fault-state.ts';
import { decodeClientFrame, encodeVersion2, type Frame, readCommandData } from '../frames.ts';
import { createTokenBucket } from '../token-bucket.ts';
import { cutReason } from './connection-decision.ts';
import { createFrameLine } from './frame-line.ts';

/** A connection on its socket, as its listeners see it. */
export interface SocketConnection extends Connection {
  /** Whether the service reads: neither half-open nor a slow reader. */
  readonly isReading: boolean;
  readonly isFrozen: boolean;
  /** Serves a text frame of the client. */
  receive(text: string): void;
  /** Ends it as a fault demands. */
  end(action: TimedFault['action']): void;
  /** Drops the frames that wait. */
  discard(): void;
}

export function createSocketConnection(
  context: RealtimeContext,
  socket: WebSocket,
  socketId: string,
  protocol: number,
): SocketConnection {
  const { options, faults } = context;
  const clientEvents = createTokenBucket(options.limits.clientEventsPerSecond);
  let isFrozen = false;
  let isListening = true;

  const updateReading = (): void => (isFrozen || !isListening ? socket.pause() : socket.resume());
  const line = (deliver: (text: string) => void) =>
    createFrameLine(options.clock, faults, { deliver, isFrozen: () => isFrozen, end: connectionEnd });
  const connectionEnd = (action: TimedFault['action']): void => connection.end(action);
  const outbox = line((text) => write(context, socket, socketId, text));
  const inbox = line((text) => dispatch(context, connection, text));

  const connection: SocketConnection = {
    socketId,
    protocol,
    channels: new Set(),
    user: undefined,
    isAuthorized: false,
    get isFrozen() {
      return isFrozen;
    },
    get isReading() {
      return !isFrozen && isListening;
    },
    takeClientEvent: () => clientEvents.take(options.clock.now()),
    send: (frame) => outbox.send(textFor(protocol, frame), { from: 'service', ...subject(frame) }),
    receive(text) {
      context.frames.record(socketId, 'client', text);
      if (!inbox.isBusy && !faults.hasClientFrames) return dispatch(context, connection, text);
      inbox.send(text, { from: 'client', ...describe(text) });
    },
    close(code, reason = '') {
      if (!isFrozen) socket.close(code, cutReason(reason));
    },
    terminate: () => socket.terminate(),
    freeze(isFrozenNow) {
      isFrozen = isFrozenNow;
      updateReading();
    },
    listen(isListeningNow) {
      isListening = isListeningNow;
      updateReading();
    },
    end(action) {
      if (action === 'cut') return connection.terminate();
      if (action === 'stop-answering') return connection.freeze(true);
      connection.close(action.close, action.reason);
    },
    discard() {
      outbox.close();
      inbox.close();
    },
  };
  return connection;
}

function subject({ event, channel }: Frame): Pick<Frame, 'event' | 'channel'> {
  return { event, channel };
}

/** Source: Sockudo documentation, "Protocol V2": these have no message id. */
const withoutId = /^pusher:pong$|^pusher_internal:member_/;

function textFor(protocol: number, frame: Frame): string {
  if (protocol !== 2) return frame.text;
  const id = withoutId.test(frame.event) ? {} : { message_id: randomUUID() };
  return frame.version2 ?? encodeVersion2(frame, id);
}

/** The event and the channel of a client's frame; a command names its channel in `data`. */
function describe(text: string): { readonly event: string; readonly channel: string | undefined } {
  const frame = decodeClientFrame(text);
  const inData = readCommandData(frame?.data)['channel'];
  const channel = frame?.channel ?? (typeof inData === 'string' ? inData : undefined);
  return { event: frame?.event ?? '', channel };
}

function write(
  { options, counters, journal, frames }: RealtimeContext,
  socket: WebSocket,
  socketId: string,
  text: string,
): void {
  if (socket.readyState !== socket.OPEN) return;
  socket.send(text);
  counters.framesSent += 1;
  frames.record(socketId, 'service', text);
  if (socket.bufferedAmount <= options.limits.bufferedBytes) return;
  journal.record('protocol-error', { detail: 'dropped a client that does not read' });
  socket.terminate();
}
