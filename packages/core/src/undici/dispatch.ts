import { ByteCollector } from '../http/read-bounded.ts';
import { headerRecord, withoutBlanksAround } from '../http/request.ts';
import { buildServiceResponse, HeaderLines, type ServiceResponse, TooLarge } from '../http/response.ts';
import type { TransportRequest } from '../http/transport.ts';
import { describeProxy, environmentProxy } from '../node/environment-proxy.ts';
import {
  acceptedEncodings,
  codingOverheadBytes,
  contentCodings,
  decodedResponse,
  invalidStatus,
  openBody,
  streamedResponse,
} from '../node/response-content.ts';
import { ownCopy, propertyOf } from '../options/own.ts';

/** The method used of an undici dispatcher: `Agent`, `Pool`, `ProxyAgent`, `MockAgent` … @public */
export interface UndiciDispatcher {
  dispatch(options: never, handler: never): boolean;
}

/** undici's controller of one request. */
interface Controller {
  abort(reason: Error): void;
  pause(): void;
  resume(): void;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Sends one request and reads its response. Ends at once on abort. Rejects with the signal's reason,
 * {@link TooLarge} or the connection's error.
 */
export function dispatch(dispatcher: UndiciDispatcher, request: TransportRequest): Promise<ServiceResponse> {
  const { signal, maxResponseBytes } = request;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const proxy = proxyOf(dispatcher, request.url);
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
    signal.addEventListener('abort', abort);
    let status = 0;
    let headers = new HeaderLines([]);
    let streamed: ReturnType<typeof openBody> | undefined;
    let codings: readonly string[] = [];
    const collected = new ByteCollector();
    request.onConnection?.(false, proxy);
    try {
      const handler = {
        onRequestStart(started: Controller) {
          controller = started;
          request.onConnection?.(true);
          // The attempt ended before it had a connection: nothing may be sent.
          if (failed) started.abort(new Error('The attempt is over.'));
        },
        onResponseStart(started: Controller, statusCode: number, raw: Headers) {
          if (statusCode < 100) return fail(invalidStatus());
          // An interim response: undici reports them here too, except for a switch of protocols.
          if (statusCode < 200) return;
          status = statusCode;
          headers = new HeaderLines(linesOf(raw));
          if (request.isStreamed?.(status, headers)) {
            signal.removeEventListener('abort', abort);
            streamed = openBody(started);
            request.onHeaders?.(statusCode);
            return resolve(streamedResponse(status, headers, streamed));
          }
          const coding = headers.get('content-encoding');
          codings = coding === null ? [] : contentCodings(coding);
          request.onHeaders?.(statusCode);
        },
        onResponseData(started: Controller, chunk: Uint8Array) {
          if (streamed) return streamed.push(chunk) || started.pause();
          const largestBytes = maxResponseBytes + (codings.length === 0 ? 0 : codingOverheadBytes);
          if (collected.length + chunk.byteLength > largestBytes) fail(new TooLarge(status));
          else collected.add(chunk);
        },
        onResponseEnd() {
          if (streamed) return streamed.push(null);
          signal.removeEventListener('abort', abort);
          const bytes = collected.join();
          const isPlain = codings.length === 0 || bytes.byteLength === 0;
          if (isPlain) resolve(buildServiceResponse(status, headers, bytes));
          else resolve(decodedResponse(status, headers, bytes, codings, maxResponseBytes));
        },
        onResponseError(_: Controller, error: Error) {
          streamed?.destroy(error);
          if (controller === undefined) Object.assign(error, { socket: unsentOver(request.url, proxy) });
          fail(status === 0 && proxy !== undefined ? Object.assign(error, { proxy }) : error);
        },
      };
      dispatcher.dispatch(dispatchOptions(request) as never, handler as never);
    } catch (error) {
      fail(error);
    }
  });
}

/**
 * The part of a socket that the classification of errors reads, of a request that never had a connection. A
 * connection to the service itself that was made and lost before was lost in its TLS handshake.
 */
function unsentOver({ protocol }: URL, proxy: string | undefined) {
  return { bytesWritten: 0, secureConnecting: protocol === 'https:' && proxy === undefined };
}

/** The proxy of undici's `EnvHttpProxyAgent` or `ProxyAgent`, which keeps its address under a symbol. */
function proxyOf(dispatcher: UndiciDispatcher, url: URL): string | undefined {
  if (dispatcher.constructor?.name === 'EnvHttpProxyAgent') {
    const setting = environmentProxy(url, process.env);
    return setting && describeProxy(setting, url);
  }
  const key = Object.getOwnPropertySymbols(dispatcher).find((each) => each.description === proxyOptions);
  const uri = key && propertyOf(propertyOf(dispatcher, key), 'uri');
  return typeof uri === 'string' ? describeProxy({ source: 'dispatcher', value: uri }, url) : undefined;
}

const proxyOptions = 'proxy agent options';

function dispatchOptions({ url, method, headers, body }: TransportRequest): object {
  const sent = headerRecord(headers);
  sent['accept-encoding'] ??= acceptedEncodings;
  return ownCopy({
    origin: url.origin,
    path: url.pathname + url.search,
    method,
    headers: sent,
    body: body ?? null,
    // The pipeline limits both times.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/** undici keeps the blanks behind values; Node's parser does not. */
function linesOf(headers: Headers): readonly string[] {
  const lines: string[] = [];
  for (const name of Object.keys(headers)) {
    const value = headers[name] ?? [];
    if (typeof value === 'string') lines.push(name, withoutBlanksAround(value));
    else for (const one of value) lines.push(name, withoutBlanksAround(one));
  }
  return lines;
}
