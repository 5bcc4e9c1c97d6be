import type { KyInstance, Options, replaceOption as ReplaceFunction } from 'ky';
import { fetchDefaults, fetchOnce } from '../http/fetch-transport.ts';
import { readResponse } from '../http/read-response.ts';
import type { Transport } from '../http/transport.ts';
import { LazyModule } from './lazy-module.ts';

/**
 * The default transport: one ky call for one attempt. ky's retries, redirects, errors and time limits are
 * off, because the pipeline has its own. ky loads with the first call, because it loads the platform's fetch.
 *
 * ky makes a Request of its arguments, and fetch another one of that: a body then passes two streams, a
 * signal four. So ky gets the URL and the method alone; body, headers and signal go to the runtime's fetch.
 */
export function createKyTransport(provider: string): Transport {
  const module = new LazyModule(provider, () => import('ky').then(withOptions));
  return async (request) => {
    const { ky, options, defaults } = module.loaded ?? (await module.load());
    const url = request.url.href;
    const fetch = () => fetchOnce(request, request.runtime.fetch, defaults);
    const response = await ky(url, { ...options, method: request.method, fetch });
    request.onHeaders?.(response.status);
    return readResponse(response, request.maxResponseBytes, request.isStreamed);
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

// Absent options would be read from a polluted `Object.prototype`, by ky and by the platform. So all are set.
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
  return { ky, options: options as Options, defaults: fetchDefaults() };
}
