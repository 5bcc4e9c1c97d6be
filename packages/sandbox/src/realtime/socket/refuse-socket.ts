import type { WebSocket } from 'ws';
import { encodeError, encodeEvent } from '../frames.ts';
import type { ErrorStyle } from '../options.ts';
import { type ConnectionDecision, cutReason } from './connection-decision.ts';

// Since protocol 6 the close code is enough. Older clients read an error frame.
const firstCloseCodeProtocol = 6;

// Reverb answers these with an error only, and the socket stays open.
const reverbKeepsOpen: readonly number[] = [4004, 4009];

/** Refuses an open socket before its handshake, as the chosen server does. */
export function refuseSocket(
  style: ErrorStyle,
  socket: WebSocket,
  { code, reason, protocol }: Extract<ConnectionDecision, { isAllowed: false }>,
): void {
  const error = encodeError(code, reason);
  switch (style) {
    case 'hosted':
      if (protocol !== undefined && protocol < firstCloseCodeProtocol) socket.send(error.text);
      return void socket.close(code, cutReason(reason));
    case 'soketi':
      socket.send(error.text);
      return void socket.close(code);
    case 'reverb':
      socket.send(encodeEvent('pusher:error', JSON.stringify({ code, message: reason })).text);
      if (!reverbKeepsOpen.includes(code)) socket.close();
  }
}
