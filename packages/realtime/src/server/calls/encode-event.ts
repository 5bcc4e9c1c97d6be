import { wrongInput } from '../../internal/wrong-input.ts';
import { channelKind } from '../../protocol/channel-name.ts';
import type { LoadEncryption } from '../encryption.ts';
import { encodeEventData } from './event-data.ts';

/** How the data of an event becomes the text that the service delivers. */
export interface EventEncoding {
  readonly maxBytes: number;
  readonly loadEncryption: LoadEncryption;
}

/** Without a promise for plain channels. @throws InvalidInputError, PayloadTooLargeError */
export function encodeEvent(
  { loadEncryption, maxBytes }: EventEncoding,
  channels: readonly string[],
  data: unknown,
): string | Promise<string> {
  const encrypted = channels.find((channel) => channelKind(channel).encrypted);
  if (encrypted === undefined) return encodeEventData(data, maxBytes);
  if (channels.length > 1)
    throw wrongInput('channels', 'Each encrypted channel has its own key: trigger one channel at a time.');
  return seal(loadEncryption, encrypted, data, maxBytes);
}

async function seal(load: LoadEncryption, channel: string, data: unknown, maxBytes: number): Promise<string> {
  return (await load()).seal(channel, data, maxBytes);
}
