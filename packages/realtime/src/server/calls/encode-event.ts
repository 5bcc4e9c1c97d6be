import type { Codec } from '../../codecs/codec.ts';
import { maxPlaintextBytes } from '../../crypto/plaintext-limit.ts';
import { wrongInput } from '../../internal/wrong-input.ts';
import { channelKind } from '../../protocol/channel-name.ts';
import { encodeEventData } from '../../protocol/event-data.ts';
import type { LoadEncryption } from '../encryption.ts';
import { md5Hex } from '../signing/md5.ts';
import { textNow } from '../text-now.ts';

/** How an event is checked, and its data becomes the text that the service delivers. */
export interface EventEncoding {
  readonly maxBytes: number;
  readonly loadEncryption: LoadEncryption;
  /** For channels without a definition, or with one that has no codec. */
  readonly codec: Codec | undefined;
  createId(): string;
  /** Checks a channel's name. */
  requireChannel(given: unknown): string;
}

interface EventOfChannels {
  readonly channels: readonly string[];
  readonly codec: Codec | undefined;
  readonly data: unknown;
  readonly idempotencyKey?: string | undefined;
}

/**
 * The texts of one event: several if its codec splits it. Without a promise for plain channels and no codec.
 *
 * @throws InvalidInputError, PayloadTooLargeError
 */
export function encodeTexts(
  encoding: EventEncoding,
  event: EventOfChannels,
): readonly string[] | Promise<readonly string[]> {
  const codec = event.codec ?? encoding.codec;
  if (codec !== undefined) return encodeByCodec(encoding, event, codec);
  const text = encodeEvent(encoding, event.channels, event.data);
  return typeof text === 'string' ? [text] : text.then((sealed) => [sealed]);
}

async function encodeByCodec(
  encoding: EventEncoding,
  { channels, data, idempotencyKey }: EventOfChannels,
  codec: Codec,
): Promise<readonly string[]> {
  const { maxBytes } = encoding;
  // A server drops the chunks that it has: with another id, a repeated call would never be complete.
  const createId = () => (idempotencyKey === undefined ? encoding.createId() : md5Hex(idempotencyKey));
  const most = channels.some(isEncrypted) ? maxPlaintextBytes(maxBytes) : maxBytes;
  const texts = await codec.toTexts(data, { maxBytes: most, isJsonString: false, createId });
  if (texts.length > 1 && channels.some(isCache))
    throw wrongInput('data', 'A cache channel keeps the last text only: send less data, or an id.');
  return Promise.all(texts.map((text) => encodeEvent(encoding, channels, text)));
}

const isEncrypted = (channel: string) => channelKind(channel).encrypted;
const isCache = (channel: string) => /^(?:private-|private-encrypted-|presence-)?cache-/.test(channel);

/** Without a promise for plain channels. */
function encodeEvent(
  { loadEncryption, maxBytes }: EventEncoding,
  channels: readonly string[],
  data: unknown,
): string | Promise<string> {
  const encrypted = channels.find(isEncrypted);
  if (encrypted === undefined) return encodeEventData(data, maxBytes);
  if (channels.length > 1)
    throw wrongInput('channels', 'Each encrypted channel has its own key: trigger one channel at a time.');
  return seal(loadEncryption, encrypted, textNow(data), maxBytes);
}

async function seal(load: LoadEncryption, channel: string, data: unknown, maxBytes: number): Promise<string> {
  return (await load()).seal(channel, data, maxBytes);
}
