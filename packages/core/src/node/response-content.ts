import type { Readable, Transform } from 'node:stream';
import { buildServiceResponse, type HeaderLines, type ServiceResponse, TooLarge } from '../http/response.ts';

/** The codings that every supported Node can decode. */
export const acceptedEncodings = 'gzip, deflate, br';

const maxLayers = 5;

/** Compression may lengthen data that cannot be compressed: a head, a trailer and a little per block. */
export const codingOverheadBytes = 1_024;

/**
 * The error for a status below 100: the parsers of Node and undici accept any three digits. A status of 0
 * means a redirect that a browser hides.
 */
export function invalidStatus(): Error {
  return Object.assign(new Error('The response has no status.'), { code: 'HPE_INVALID_STATUS' });
}

const known = /^(?:x-gzip|gzip|deflate|br|zstd)$/;

/**
 * The content codings of the body, outermost last; none if one of them is unknown, empty or `identity`. The
 * body then stays as it is: fetch does the same.
 */
export function contentCodings(value: string): readonly string[] {
  const codings = value.split(',').map((coding) => coding.trim().toLowerCase());
  return codings.every((coding) => known.test(coding)) ? codings : [];
}

/**
 * The response without its content codings: at most five, none of them larger than `maxBytes`.
 *
 * @throws TooLarge, or an error with zlib's code for a damaged or truncated body
 */
export async function decodedResponse(
  status: number,
  headers: HeaderLines,
  bytes: Uint8Array,
  codings: readonly string[],
  maxBytes: number,
): Promise<ServiceResponse> {
  if (codings.length > maxLayers)
    throw Object.assign(new Error(`The response is encoded ${codings.length} times.`), {
      code: 'Z_DATA_ERROR',
    });
  let decoded = bytes;
  for (const coding of codings.toReversed()) {
    const decode = decoderOf(coding, decoded);
    if (decode === undefined) break;
    decoded = await run(decode, decoded, { maxBytes, status });
  }
  return buildServiceResponse(status, headers, decoded);
}

/**
 * The response with its body as it comes, without its content codings. The body fails when it is damaged or
 * cut; to cancel it ends the connection.
 */
export function streamedResponse(status: number, headers: HeaderLines, incoming: Readable): ServiceResponse {
  const { pipeline } = process.getBuiltinModule('node:stream');
  const coding = headers.get('content-encoding');
  const decoders = coding === null ? [] : contentCodings(coding).toReversed().map(createDecoder);
  // The error of each part destroys the last one, which is read.
  const last = decoders.length === 0 ? incoming : pipeline([incoming, ...decoders], () => {});
  const chunks = (last as Readable)[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        incoming.destroy();
        await chunks.return?.();
      },
    },
    { highWaterMark: 0 },
  );
  return buildServiceResponse(status, headers, new Uint8Array(), body);
}

/** A body that is fed by events, and pauses their source while nobody reads. */
export function openBody(source: { resume(): void; abort(reason: Error): void }): Readable {
  const { Readable } = process.getBuiltinModule('node:stream');
  return new Readable({
    read: () => source.resume(),
    destroy(error, done) {
      source.abort(error ?? new Error('The body was cancelled.'));
      done(error);
    },
  });
}

function createDecoder(coding: string): Transform {
  const zlib = process.getBuiltinModule('node:zlib');
  const { PassThrough } = process.getBuiltinModule('node:stream');
  if (coding === 'br') return zlib.createBrotliDecompress();
  // Not in every supported Node.
  if (coding === 'zstd') return zlib.createZstdDecompress?.() ?? new PassThrough();
  return coding === 'deflate' ? zlib.createInflate() : zlib.createGunzip();
}

type Decode = (
  bytes: Uint8Array,
  options: object,
  done: (error: Error | null, bytes: Uint8Array) => void,
) => void;

function decoderOf(coding: string, bytes: Uint8Array): Decode | undefined {
  // Not imported: browsers load this file's chunk too, and their bundlers find no `node:zlib`.
  const zlib = process.getBuiltinModule('node:zlib');
  if (coding === 'br') return zlib.brotliDecompress;
  // Not in every supported Node.
  if (coding === 'zstd') return zlib.zstdDecompress;
  if (coding !== 'deflate') return zlib.gunzip;
  // Some services send it without the wrapper that the standard asks for.
  return ((bytes[0] ?? 0) & 0x0f) === 8 ? zlib.inflate : zlib.inflateRaw;
}

function run(
  decode: Decode,
  bytes: Uint8Array,
  limit: { maxBytes: number; status: number },
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    decode(bytes, { maxOutputLength: limit.maxBytes }, (error, decoded) => {
      if (error === null) resolve(decoded);
      else if ('code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') reject(new TooLarge(limit.status));
      else reject(error);
    });
  });
}
