import { emptyPrototype } from '../options/own.ts';
import type { Runtime } from '../time/runtime.ts';
import { fetchBody } from './fetch-body.ts';
import { readResponse } from './read-response.ts';
import { headerRecord } from './request.ts';
import type { Transport, TransportRequest } from './transport.ts';

/**
 * Sends one attempt with the `fetch` of the runtime: no redirects, no retries, no time limits. The pipeline
 * has its own.
 */
export function createFetchTransport(): Transport {
  const defaults = fetchDefaults();
  return async (request) => {
    const response = await fetchOnce(request, request.runtime.fetch, defaults);
    request.onHeaders?.(response.status);
    return readResponse(response, request.maxResponseBytes, request.isStreamed);
  };
}

/** One request of the platform's `fetch`. */
export function fetchOnce(
  { url, method, headers, body, signal }: TransportRequest,
  fetch: Runtime['fetch'],
  defaults: RequestInit | undefined,
): Promise<Response> {
  const init = {
    method,
    headers: headerRecord(headers),
    // Required for a body that is a stream.
    duplex: 'half',
    body: fetchBody(method, body),
    signal,
    redirect: 'manual' as const,
  };
  return fetch(url.href, guardedInit({ ...init, ...defaults }));
}

/**
 * Nothing of a polluted `Object.prototype` is an option of fetch: not `priority`, nor `dispatcher`, which
 * would receive the request with its credential. Node's fetch copies its options to a plain object, so an
 * object without a prototype is not enough: an inherited name needs a value.
 */
function guardedInit(init: RequestInit): RequestInit {
  const guarded: RequestInit & { dispatcher?: unknown } = Object.assign(Object.create(emptyPrototype), init);
  if ('window' in Object.prototype) guarded.window = null;
  if ('dispatcher' in Object.prototype) guarded.dispatcher = defaultDispatcher();
  return guarded;
}

/** Where undici 8, and undici 6 and 7 in Node, keep the dispatcher of calls without their own. */
function defaultDispatcher(): unknown {
  const [now, before] = [2, 1].map((version) =>
    Reflect.get(globalThis, Symbol.for(`undici.globalDispatcher.${version}`)),
  );
  return now ?? before;
}

/**
 * fetch's own defaults: absent options would be read from a polluted `Object.prototype`. Nothing on platforms
 * that reject them: Cloudflare's workers reject `cache` and `credentials`.
 */
export function fetchDefaults(): RequestInit | undefined {
  const defaults: RequestInit = {
    mode: 'cors',
    credentials: 'same-origin',
    cache: 'default',
    referrer: 'about:client',
    referrerPolicy: '',
    integrity: '',
    // On Bun it is another option: without it, each request opens a connection.
    keepalive: 'Bun' in globalThis,
  };
  try {
    new Request('https://platform.example/', guardedInit(defaults));
    return defaults;
  } catch {
    return undefined;
  }
}
