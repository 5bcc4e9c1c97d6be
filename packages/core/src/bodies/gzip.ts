import { readBounded } from '../http/read-bounded.ts';
import type { Compress } from '../http/request.ts';
import { meantOption } from '../options/meant-option.ts';
import { wholeNumberOption } from '../options/numbers.ts';
import { own } from '../options/own.ts';
import { type OptionNames, refuseUnknown } from '../options/refuse-unknown.ts';

const gzipNames: OptionNames<GzipOptions> = { thresholdBytes: 0 };

/** Options of `gzip()`. @public */
export interface GzipOptions {
  /** Smaller bodies are not compressed. @defaultValue 1024 */
  readonly thresholdBytes?: number | undefined;
}

/**
 * Compresses request bodies above a size, with `content-encoding: gzip`. For a service definition (`compress:
 * gzip()`) or one operation. Check the service's documentation: many services do not accept it. A body is
 * compressed once for all attempts, and sent uncompressed if that is smaller. @public
 *
 * @example
 * const compress = gzip({ thresholdBytes: 4096 });
 * const client = createServiceClient({ name: 'acme', baseUrl, auth: noAuth(), compress });
 *
 * @throws ConfigurationError for a `thresholdBytes` that is not a whole number
 */
export function gzip(options: GzipOptions = {}): Compress {
  refuseUnknown(options, gzipNames, 'gzip()', meantOption);
  const thresholdBytes = wholeNumberOption('thresholdBytes', own(options, 'thresholdBytes'), 1_024, 0);
  return (body) => {
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
    if (bytes.byteLength < thresholdBytes) return undefined;
    let compressing: Promise<Uint8Array | undefined> | undefined;
    return {
      replayable: true,
      async open() {
        compressing ??= compress(bytes);
        const compressed = await compressing;
        if (compressed === undefined) return { content: body };
        return { content: compressed, headers: { 'content-encoding': 'gzip' } };
      },
    };
  };
}

/** Returns `undefined` when the compressed body would not be smaller. */
function compress(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new CompressionStream('gzip'));
  return readBounded(stream, bytes.byteLength - 1);
}
