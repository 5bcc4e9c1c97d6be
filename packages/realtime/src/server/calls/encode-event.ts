import { wrongInput } from '../../internal/wrong-input.ts';
import { channelKind } from '../../protocol/channel-name.ts';
import type { LoadEncryption } from '../encryption.ts';
import { encodeEventData } from './event-data.ts';

/** How the data of an event becomes the text that the service delivers. */
export interface EventEncoding {
  readonly maxBytes: number;
  readonly loadEncryption: LoadEncryption;
}

/** @throws InvalidInputError, PayloadTooLargeError */
export async function encodeEvent(
  { loadEncryption, maxBytes }: EventEncoding,
  channels: readonly string[],
  data: unknown,
): Promise<string> {
  const encrypted = channels.find((channel) => channelKind(channel).encrypted);
  if (encrypted === undefined) return encodeEventData(data, maxBytes);
  if (channels.length > 1)
    throw wrongInput('channels', 'Each encrypted channel has its own key: trigger one channel at a time.');
  return (await loadEncryption()).seal(encrypted, data, maxBytes);
}
