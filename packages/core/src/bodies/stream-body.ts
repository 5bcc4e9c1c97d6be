import type { RequestBody } from '../http/request-body.ts';
import { wholeNumber } from '../options/numbers.ts';
import { ownCopy } from '../options/own.ts';
import { type BodyContent, readableOf } from './body-source.ts';
import { outgoingStream } from './outgoing-stream.ts';

/** What is known of a stream’s content before it is read. @public */
export interface StreamBodyOptions {
  /** Sent as `content-type`. @defaultValue the Blob's own, else what the request says */
  readonly contentType?: string | undefined;
  /** The exact length, where it is known: sent as `content-length`, and checked. Known by itself for a Blob. */
  readonly lengthBytes?: number | undefined;
}

/**
 * A body that is sent while it is read, in bounded memory.
 *
 * Given a factory (`() => file.stream()`) or a Blob (of a file: `openAsBlob` of `node:fs`), it can be sent again, so that retries work. Given a stream
 * itself, it can be sent once: an attempt that fails is not repeated, and the error's `retryRefusal` is `body-consumed`.
 *
 * A source that breaks, or has another length than announced, is a `RequestBodyError`. What is not read to its end is cancelled.
 *
 * @example
 * ```ts
 * const body = streamBody(() => createReadStream(path), { contentType: 'text/csv', lengthBytes: size });
 * await client.request({ method: 'PUT', path: '/files/7', body });
 * ```
 * @throws ConfigurationError for a `lengthBytes` that is not a whole number
 * @public
 */
export function streamBody(content: BodyContent, options: StreamBodyOptions = {}): RequestBody {
  const readable = readableOf(content);
  const { contentType = readable.contentType, lengthBytes: given } = ownCopy(options);
  const lengthBytes = given === undefined ? readable.lengthBytes : wholeNumber('lengthBytes', given, 0, 0);
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
