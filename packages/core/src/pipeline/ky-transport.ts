import type { KyInstance } from 'ky';
import { readAnswer } from './read-answer.ts';
import type { Transport } from './transport.ts';

/**
 * The default transport: one ky call for one attempt. ky's own retries, redirects, errors and time limits are off; the pipeline has them.
 * ky is loaded with the first call, because it starts the platform's fetch when it loads.
 */
export function createKyTransport(): Transport {
  let loading: Promise<KyInstance> | undefined;
  return async (request) => {
    loading ??= import('ky').then((module) => module.default);
    const ky = await loading;
    const response = await ky(request.url, {
      method: request.method,
      headers: request.headers,
      ...(request.body === undefined ? {} : { body: request.body as BodyInit }),
      signal: request.signal,
      // ky hands over a Request; the runtime's fetch is promised a string and an init.
      fetch: (made) => {
        const { url, method, headers, signal } = made as Request;
        const body = request.body === undefined ? {} : { body: request.body as BodyInit };
        return request.runtime.fetch(url, { method, headers, signal, redirect: 'manual', ...body });
      },
      retry: 0,
      timeout: false,
      throwHttpErrors: false,
      redirect: 'manual',
    });
    request.onHeaders?.(response.status);
    return readAnswer(response, request.maxResponseBytes);
  };
}
