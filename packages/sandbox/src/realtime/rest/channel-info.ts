import { readChannelTraits } from '../channels/channel-name.ts';
import type { RealtimeContext } from '../context.ts';

/** The attributes in `info`, a comma-separated list. */
export function parseInfo(info: unknown): ReadonlySet<string> {
  if (typeof info !== 'string') return new Set();
  return new Set(
    info
      .split(',')
      .map((attribute) => attribute.trim())
      .filter((attribute) => attribute !== ''),
  );
}

/** The requested attributes that this kind of channel has. */
export function readChannelInfo(
  { channels, options }: RealtimeContext,
  name: string,
  wanted: ReadonlySet<string>,
): Record<string, number> {
  const channel = channels.find(name);
  const isPresence = readChannelTraits(name).kind === 'presence';
  const attributes: Record<string, number> = {};
  if (wanted.has('user_count') && isPresence) attributes['user_count'] = channel?.roster.size ?? 0;
  if (wanted.has('subscription_count') && !isPresence && options.subscriptionCount) {
    attributes['subscription_count'] = channel?.subscribers.size ?? 0;
  }
  return attributes;
}
