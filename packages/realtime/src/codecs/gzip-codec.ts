import { positiveOption } from '@org/core/basics';
import { decodeBase64, encodeBase64, readBounded, utf8 } from '@org/core/webhooks';
import { readOptions } from '../internal/read-options.ts';
import { wrongInput } from '../internal/wrong-input.ts';
import type { Codec } from './codec.ts';
import { after, defineCodec, requireText } from './define-codec.ts';
import { jsonCodec } from './plain-codecs.ts';
import { requireCodec } from './require-codec.ts';

/** Limits of `gzipCodec`. @public */
export interface GzipOptions {
  /** Shorter texts are sent as they are. @defaultValue 1_000 */
  readonly minLength?: number | undefined;
  /** The most bytes of a decompressed text. @defaultValue 1_048_576 */
  readonly maxBytes?: number | undefined;
}

// The first three bytes of gzip data (RFC 1952: ID1, ID2, and deflate as CM) as base64.
const gzipStart = 'H4sI';

/**
 * Compresses the text of another codec: gzip, as base64, by the platform's `CompressionStream`. Texts that
 * are not compressed are decoded too. @public
 *
 * @example
 * const server = createRealtimeServerClient({ codec: gzipCodec() });
 * const realtime = createRealtimeClient({ codec: gzipCodec() }); // both sides have the same codec
 */
export function gzipCodec<Data = unknown>(
  inner: Codec<Data> = jsonCodec as Codec<Data>,
  options?: GzipOptions,
): Codec<Data> {
  const read = readOptions('gzipCodec()', options, { minLength: 1_000, maxBytes: 1024 * 1024 });
  requireCodec(inner);
  if (inner.splits) throw wrongInput('codec', 'Compress before you split: chunkedCodec(gzipCodec(…)).');
  const least = positiveOption('minLength', read.minLength);
  const most = positiveOption('maxBytes', read.maxBytes);
  return defineCodec({
    name: `gzip(${inner.name})`,
    encode: (data) =>
      after(inner.encode(data), (given) => {
        const text = requireText(inner.name, given);
        return text.length < least && !text.startsWith(gzipStart) ? text : compress(text);
      }),
    decode: (text) =>
      text.startsWith(gzipStart)
        ? decompress(text, most).then((plain) => inner.decode(plain))
        : inner.decode(text),
  });
}

async function compress(text: string): Promise<string> {
  const stream = new Blob([utf8(text) as BlobPart]).stream().pipeThrough(new CompressionStream('gzip'));
  return encodeBase64(new Uint8Array(await new Response(stream).arrayBuffer()));
}

async function decompress(text: string, maxBytes: number): Promise<string> {
  const bytes = decodeBase64(text);
  if (bytes === undefined) throw new Error('The text is not base64.');
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(new DecompressionStream('gzip'));
  const plain = await readBounded(stream, maxBytes);
  if (plain === undefined) throw new Error(`The decompressed text has more than maxBytes (${maxBytes}).`);
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plain);
}
