import type { Frame } from '../../protocol/frame.ts';
import type { ChannelEvent } from '../channel.ts';

/** @internal */
export function toChannelEvent(
  { event, data, raw, userId }: Frame,
  channel: string,
  nowMs: number,
): ChannelEvent {
  return {
    name: event,
    channel,
    data,
    ...(raw !== undefined && { raw }),
    ...(userId !== undefined && { userId }),
    receivedAt: new Date(nowMs),
  };
}
