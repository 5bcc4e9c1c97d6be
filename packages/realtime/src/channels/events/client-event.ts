import { PayloadTooLargeError } from '@org/core';
import { NotSubscribedError } from '../../errors/channel-errors.ts';
import { notSent, unsupported, wrongInput } from '../../internal/wrong-input.ts';
import { channelKind } from '../../protocol/channel-name.ts';
import { requireEventName } from '../../protocol/event-name.ts';
import type { ChannelState } from '../channel.ts';

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
  if (!channelKind(channel).clientEvents)
    throw unsupported('trigger', `Only private and presence channels have client events, not ${channel}.`);
  const bytes = new TextEncoder().encode(stringify(data)).length;
  if (bytes > maxBytes) {
    throw new PayloadTooLargeError({
      message: `data has ${bytes} bytes, more than maxEventBytes (${maxBytes}).`,
      ...notSent,
    });
  }
  if (state !== 'subscribed') {
    throw new NotSubscribedError({
      message: `${channel} is not subscribed (${state}). The event was not sent: wait for subscribed().`,
      ...notSent,
      retryable: true,
    });
  }
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
