import type { KyInstance, Options, replaceOption as ReplaceFunction } from 'ky';
import { headerRecord } from '../http/request.ts';
import { readResponse } from '../http/response.ts';
import type { Transport, TransportRequest } from '../http/transport.ts';
import type { Runtime } from '../time/runtime.ts';
import { LazyModule } from './lazy-module.ts';

/**
 * The default transport: one ky call for one attempt. ky's own retries, redirects, errors and time limits are off; the pipeline has them.
 * ky is loaded with the first call, because it starts the platform's fetch when it loads.
 *
 * ky makes a Request of whatever it is told, and the platform's fetch makes a second one of that; a body then goes through two streams, a signal
 * through four. So ky is told nothing but where to: body, headers and signal go to the runtime's fetch, once.
 */
export function createKyTransport(provider: string, runtime: Runtime): Transport {
  const module = new LazyModule(runtime, provider, () => import('ky').then(withOptions));
  return async (request) => {
    const { ky, options, defaults } = module.loaded ?? (await module.load());
    const fetch = () => request.runtime.fetch(request.url, { ...initOf(request), ...defaults });
    const response = await ky(request.url, { ...options, method: request.method, fetch });
    request.onHeaders?.(response.status);
    return readResponse(response, request.maxResponseBytes);
  };
}

interface Ky {
  readonly ky: KyInstance;
  readonly options: Options;
  readonly defaults: RequestInit | undefined;
}

interface KyModule {
  readonly default: KyInstance;
  readonly replaceOption: typeof ReplaceFunction;
}

// What is not said would be read from `Object.prototype`, by ky and by the platform, if somebody hung it there: so all of it is said.
function withOptions({ default: ky, replaceOption }: KyModule): Ky {
  const options: { readonly [Name in keyof Options]: Options[Name] | undefined } = {
    retry: 0,
    timeout: false,
    totalTimeout: false,
    throwHttpErrors: false,
    hooks: replaceOption({
      init: [],
      beforeRequest: [],
      beforeRetry: [],
      beforeError: [],
      afterResponse: [],
    }),
    prefix: '',
    json: undefined,
    body: null,
    onUploadProgress: undefined,
    onDownloadProgress: undefined,
  };
  return { ky, options: options as Options, defaults: sayableDefaults() };
}

/** What fetch would do anyway; nothing where the platform refuses to be told: Cloudflare's workers do, of `cache` and `credentials`. */
function sayableDefaults(): RequestInit | undefined {
  const defaults: RequestInit = {
    mode: 'cors',
    credentials: 'same-origin',
    cache: 'default',
    referrer: 'about:client',
    referrerPolicy: '',
    integrity: '',
    keepalive: false,
  };
  try {
    new Request('https://platform.example/', defaults);
    return defaults;
  } catch {
    return undefined;
  }
}

function initOf({ method, headers, body, signal }: TransportRequest): RequestInit {
  const init = {
    method,
    headers: headerRecord(headers),
    // What the platform wants to hear when the body is a stream.
    duplex: 'half',
    body: (body as BodyInit | undefined) ?? null,
    signal,
    redirect: 'manual' as const,
  };
  return init;
}
