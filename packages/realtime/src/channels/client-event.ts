import { PayloadTooLargeError, UnsupportedError } from '@org/core';
import { NotSubscribedError } from '../errors/channel-errors.ts';
import { wrongInput } from '../internal/wrong-input.ts';
import { channelKind } from '../protocol/channel-name.ts';
import { requireEventName } from '../protocol/event-name.ts';
import type { ChannelState } from './channel.ts';

/** An event to the other subscribers. @internal */
export interface ClientEvent {
  readonly channel: string;
  readonly event: string;
  readonly data: unknown;
}

/**
 * Refuses events that the service would drop silently. Source: Pusher documentation, "Client events".
 *
 * @throws InvalidInputError, UnsupportedError, PayloadTooLargeError, NotSubscribedError
 * @internal
 */
export function checkClientEvent(
  { channel, event, data }: ClientEvent,
  state: ChannelState,
  maxBytes: number,
): void {
  requireEventName(event);
  if (!event.startsWith('client-'))
    throw wrongInput('event', 'The name of a client event must begin with "client-".');
  if (!channelKind(channel).clientEvents) {
    throw new UnsupportedError({
      message: `Only private and presence channels have client events, not ${channel}.`,
      outcome: 'not-sent',
    });
  }
  const bytes = new TextEncoder().encode(stringify(data)).length;
  if (bytes > maxBytes) {
    throw new PayloadTooLargeError({
      message: `The data of the event has ${bytes} bytes, more than maxEventBytes (${maxBytes}).`,
      outcome: 'not-sent',
    });
  }
  if (state !== 'subscribed') {
    throw new NotSubscribedError({
      message: `${channel} is not subscribed (${state}). The event was not sent: wait for subscribed().`,
      outcome: 'not-sent',
      retryable: true,
    });
  }
}

function stringify(data: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(data);
  } catch {
    throw wrongInput('data', 'data cannot be JSON: it has a cycle or a BigInt.');
  }
  if (text === undefined) throw wrongInput('data', 'data must be a JSON value.');
  return text;
}
