import { PayloadTooLargeError } from '@org/core/basics';
import { notSent, wrongInput } from '../../internal/wrong-input.ts';
import { requireEventName } from '../../protocol/event-name.ts';
import type { ChannelState } from '../channel.ts';
import { notSubscribed, requireClientEvents } from './client-event-refusals.ts';

/** An event to the other subscribers. */
export interface ClientEvent {
  readonly channel: string;
  readonly event: string;
  readonly data: unknown;
}

/**
 * Refuses events that the service would drop silently. Source: Pusher documentation, "Client events".
 *
 * @throws InvalidInputError, UnsupportedError, PayloadTooLargeError, NotSubscribedError
 */
export function checkClientEvent(
  { channel, event, data }: ClientEvent,
  state: ChannelState,
  maxBytes: number,
): void {
  requireEventName(event);
  if (!event.startsWith('client-'))
    throw wrongInput('event', 'The name of a client event must begin with "client-".');
  requireClientEvents(channel);
  const bytes = new TextEncoder().encode(stringify(data)).length;
  if (bytes > maxBytes) {
    throw new PayloadTooLargeError({
      message: `data has ${bytes} bytes, more than maxEventBytes (${maxBytes}).`,
      ...notSent,
    });
  }
  if (state !== 'subscribed') throw notSubscribed(channel, state);
}

function stringify(data: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(data);
  } catch {
    // A cycle, or a BigInt.
  }
  if (text === undefined) throw wrongInput('data', 'data must be a JSON value, without cycles and BigInt.');
  return text;
}
