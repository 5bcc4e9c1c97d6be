import type { Frame } from '../../protocol/frame.ts';
import type { ChannelEvent } from '../channel.ts';

type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

/** Without spreads: this runs for each event. */
export function toChannelEvent(frame: Frame, channel: string, nowMs: number): ChannelEvent {
  const { event: name, data, raw, userId } = frame;
  const event: Writable<ChannelEvent> = { name, channel, data, receivedAt: new Date(nowMs) };
  if (raw !== undefined) event.raw = raw;
  if (userId !== undefined) event.userId = userId;
  return event;
}
