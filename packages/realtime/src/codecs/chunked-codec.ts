import { PayloadTooLargeError, positiveOption } from '@org/core/basics';
import { readOptions } from '../internal/read-options.ts';
import { notSent, wrongInput } from '../internal/wrong-input.ts';
import { ChunkJoiner } from './chunk-joiner.ts';
import { chunkStart, formatChunk, jsonBytes, maxChunks, splitText, utf8Bytes } from './chunk-text.ts';
import type { Codec, TextLimit } from './codec.ts';
import { after, requireText } from './define-codec.ts';
import { jsonCodec } from './plain-codecs.ts';
import { requireCodec } from './require-codec.ts';
import { SubscriberCodec } from './subscriber-codec.ts';

/** Limits of `chunkedCodec`. @public */
export interface ChunkedOptions {
  /** The most characters of an event, and of all incomplete ones together. @defaultValue 1_048_576 */
  readonly maxLength?: number | undefined;
  /** From the first chunk of an event to its last. @defaultValue 30_000 */
  readonly timeoutMs?: number | undefined;
}

/**
 * Sends an event above the service's size limit as several events, and joins them again. A lost chunk loses
 * the event, which is reported as a `CodecError`. @public
 *
 * @example
 * const realtime = createRealtimeClient({ codec: chunkedCodec(gzipCodec()) });
 */
export function chunkedCodec<Data = unknown>(
  inner: Codec<Data> = jsonCodec as Codec<Data>,
  options?: ChunkedOptions,
): Codec<Data> {
  const limits = readOptions('chunkedCodec()', options, { maxLength: 1024 * 1024, timeoutMs: 30_000 });
  requireCodec(inner);
  if (inner.splits) throw wrongInput('codec', 'chunkedCodec cannot be inside another one.');
  positiveOption('maxLength', limits.maxLength);
  positiveOption('timeoutMs', limits.timeoutMs);
  const name = `chunked(${inner.name})`;
  const codec: Codec<Data> = {
    name,
    splits: true,
    encode: (data) => inner.encode(data),
    decode: (text) => inner.decode(text),
    toTexts: (data, limit) =>
      after(inner.encode(data), (text) => toChunks(requireText(inner.name, text), limit, limits.maxLength)),
    open: (port) => new SubscriberCodec(codec, port, new ChunkJoiner(name, port, limits)),
  };
  return codec;
}

function toChunks(
  text: string,
  { createId, isJsonString, maxBytes }: TextLimit,
  maxLength: number,
): readonly string[] {
  if (text.length > maxLength)
    throw tooLarge(`${text.length} characters, more than maxLength (${maxLength})`);
  const cost = isJsonString ? jsonBytes : utf8Bytes;
  if (!text.startsWith(chunkStart) && splitText(text, maxBytes, cost).length === 1) return [text];
  const id = createId();
  const header = formatChunk({ id, index: maxChunks - 1, total: maxChunks, text: '' });
  if (maxBytes - header.length < 16)
    throw tooLarge(`a header of ${header.length} bytes leaves no space in maxEventBytes`);
  const pieces = splitText(text, maxBytes - header.length, cost);
  if (pieces.length > maxChunks) throw tooLarge(`${pieces.length} chunks, more than ${maxChunks}`);
  return pieces.map((piece, index) => formatChunk({ id, index, total: pieces.length, text: piece }));
}

function tooLarge(what: string): PayloadTooLargeError {
  return new PayloadTooLargeError({ ...notSent, message: `The data of the event has ${what}.` });
}
