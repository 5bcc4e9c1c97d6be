import type { RequestBody } from '../http/request.ts';
import { meantOption } from '../options/meant-option.ts';
import { wholeNumberOption } from '../options/numbers.ts';
import { ownCopy } from '../options/own.ts';
import { type OptionNames, refuseUnknown } from '../options/refuse-unknown.ts';
import { type BodyContent, readableOf } from './body-source.ts';
import { outgoingStream } from './outgoing-stream.ts';

const streamBodyNames: OptionNames<StreamBodyOptions> = { contentType: 0, lengthBytes: 0 };

/** Options of `streamBody()`. @public */
export interface StreamBodyOptions {
  /** Sent as `content-type`. @defaultValue the Blob's own, else that of the request */
  readonly contentType?: string | undefined;
  /** The exact length in bytes, if known: sent as `content-length`, and checked. Not needed for a Blob. */
  readonly lengthBytes?: number | undefined;
}

/**
 * A streaming body, in bounded memory.
 *
 * With a factory (`() => file.stream()`) or a Blob (of a file: `openAsBlob` of `node:fs`), it can be sent
 * again, so retries work. With a stream, it can be sent once: a failed attempt is not retried, and the
 * error's `retryRefusal` is `body-consumed`.
 *
 * A source that fails, or has another length than announced, is a `RequestBodyError`. A source that is not
 * read to its end is cancelled. @public
 *
 * @example
 * ```ts
 * const body = streamBody(() => createReadStream(path), { contentType: 'text/csv', lengthBytes: size });
 * await client.request({ method: 'PUT', path: '/files/7', body });
 * ```
 * @throws ConfigurationError for another content, and for a `lengthBytes` that is not a whole number
 */
export function streamBody(content: BodyContent, options: StreamBodyOptions = {}): RequestBody {
  refuseUnknown(options, streamBodyNames, 'streamBody()', meantOption);
  const readable = readableOf(content);
  const { contentType = readable.contentType, lengthBytes: given } = ownCopy(options);
  const lengthBytes =
    given === undefined ? readable.lengthBytes : wholeNumberOption('lengthBytes', given, 0, 0);
  return {
    get replayable() {
      return readable.replayable;
    },
    async open() {
      const body = outgoingStream(await readable.open(), lengthBytes);
      return contentType === undefined ? body : { ...body, headers: { 'content-type': contentType } };
    },
  };
}
