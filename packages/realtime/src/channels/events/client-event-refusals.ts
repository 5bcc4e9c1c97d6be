import { NotSubscribedError } from '../../errors/channel-errors.ts';
import { notSent, unsupported } from '../../internal/wrong-input.ts';
import { channelKind } from '../../protocol/channel-name.ts';
import type { ChannelState } from '../channel.ts';

/** @throws UnsupportedError for a channel without client events */
export function requireClientEvents(channel: string): void {
  if (!channelKind(channel).clientEvents)
    throw unsupported(
      'trigger',
      `${channel} has no client events: only private and presence channels do, and no encrypted ones.`,
    );
}

export function notSubscribed(channel: string, state: ChannelState): NotSubscribedError {
  return new NotSubscribedError({
    message: `${channel} is not subscribed (${state}). The event was not sent: wait for subscribed().`,
    ...notSent,
    retryable: true,
  });
}
