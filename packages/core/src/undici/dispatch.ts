import { acceptedEncodings, contentCodings } from '../node/decode-content.ts';
import type { RawAnswer } from '../node/exchange.ts';
import { ownCopy } from '../own.ts';
import { ByteCollector } from '../pipeline/byte-collector.ts';
import { TooLarge } from '../pipeline/read-answer.ts';
import type { TransportRequest } from '../pipeline/transport.ts';
import type { UndiciDispatcher } from './undici-transport.ts';

/** undici's hold on one request. */
interface Controller {
  abort(reason: Error): void;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

// Compressing may lengthen what cannot be compressed: a head, a trailer and a little per block.
const codingRoom = 1_024;

/** Sends one request and reads its answer. Ends at once on abort; rejects with the signal's reason, {@link TooLarge} or the connection's error. */
export function dispatch(dispatcher: UndiciDispatcher, request: TransportRequest): Promise<RawAnswer> {
  const { signal } = request;
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    let controller: Controller | undefined;
    let failed = false;
    const fail = (error: unknown) => {
      if (failed) return;
      failed = true;
      signal.removeEventListener('abort', abort);
      reject(error);
      controller?.abort(new Error('The attempt is over.'));
    };
    const abort = () => fail(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    let status = 0;
    let headers: RawAnswer['headers'] = {};
    let room = request.maxResponseBytes;
    const collected = new ByteCollector();
    try {
      const handler = {
        onRequestStart(started: Controller) {
          controller = started;
          // It was given up before there was a connection for it: nothing must be sent.
          if (failed) started.abort(new Error('The attempt is over.'));
        },
        onResponseStart(_: Controller, statusCode: number, raw: Headers) {
          // An interim answer; undici reports those that are no switch of protocols here, too.
          if (statusCode < 200) return;
          status = statusCode;
          headers = distinct(raw);
          if (contentCodings(headers).length > 0) room += codingRoom;
          request.onHeaders?.(statusCode);
        },
        onResponseData(_: Controller, chunk: Uint8Array) {
          if (collected.length + chunk.byteLength > room) fail(new TooLarge(status));
          else collected.add(chunk);
        },
        onResponseEnd() {
          signal.removeEventListener('abort', abort);
          resolve({ status, headers, bytes: collected.join() });
        },
        onResponseError(_: Controller, error: unknown) {
          fail(error);
        },
      };
      dispatcher.dispatch(dispatchOptions(request) as never, handler as never);
    } catch (error) {
      fail(error);
    }
  });
}

function dispatchOptions({ url: text, method, headers, body }: TransportRequest): object {
  const url = new URL(text);
  const sent: Record<string, string> = Object.create(null);
  for (const [name, value] of headers) sent[name] = value;
  sent['accept-encoding'] ??= acceptedEncodings;
  return ownCopy({
    origin: url.origin,
    path: url.pathname + url.search,
    method,
    headers: sent,
    body: body ?? null,
    // The pipeline has time limits of its own for both.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

function distinct(raw: Headers): RawAnswer['headers'] {
  const headers: RawAnswer['headers'] = Object.create(null);
  for (const [name, value] of Object.entries(raw)) {
    if (value !== undefined) headers[name.toLowerCase()] = typeof value === 'string' ? [value] : value;
  }
  return headers;
}
