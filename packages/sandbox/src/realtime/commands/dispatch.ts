import type { Connection } from '../connection.ts';
import type { RealtimeContext } from '../context.ts';
import {
  type ClientFrame,
  decodeClientFrame,
  encodeError,
  encodeObjectEvent,
  readCommandData,
} from '../frames.ts';
import { resume } from '../recovery/resume.ts';
import { sendClientEvent } from './client-event.ts';
import { signIn } from './sign-in.ts';
import { subscribe } from './subscribe.ts';
import { unsubscribe } from './unsubscribe.ts';

/** Handles one text frame of a client. An invalid frame gets an error. */
export function dispatch(context: RealtimeContext, connection: Connection, text: string): void {
  const frame = decodeClientFrame(text);
  if (frame === undefined) return void reject(context, connection, invalid);
  try {
    serve(context, connection, frame);
  } catch (error) {
    // JSON nested thousands of levels deep can be parsed, but writing it overflows the stack.
    if (!(error instanceof RangeError)) throw error;
    reject(context, connection, invalid);
  }
}

const invalid = 'Invalid message format';

function serve(context: RealtimeContext, connection: Connection, frame: ClientFrame): void {
  const { protocol } = connection;
  switch (protocol === 2 ? frame.event.replace(/^sockudo:/, 'pusher:') : frame.event) {
    case 'pusher:ping':
      return void connection.send(encodeObjectEvent('pusher:pong', {}));
    case 'pusher:pong':
      return; // a sign of life only
    case 'pusher:subscribe':
      return void subscribe(context, connection, readCommandData(frame.data));
    case 'pusher:unsubscribe':
      return void unsubscribe(context, connection, readCommandData(frame.data));
    case 'pusher:signin':
      return void signIn(context, connection, readCommandData(frame.data));
    case 'pusher:resume':
      if (protocol === 2) return void resume(context, connection, readCommandData(frame.data));
  }
  if (frame.event.startsWith('client-')) return void sendClientEvent(context, connection, frame);
  reject(
    context,
    connection,
    `Unknown event '${frame.event.slice(0, 200)}': clients send pusher: commands and client- events`,
  );
}

function reject(context: RealtimeContext, connection: Connection, message: string): void {
  context.journal.record('protocol-error', { socketId: connection.socketId, detail: message });
  connection.send(encodeError(null, message));
}
