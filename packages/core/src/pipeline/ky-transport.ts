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
      fetch: (input, init) => request.runtime.fetch(input as string, init as RequestInit),
      retry: 0,
      timeout: false,
      throwHttpErrors: false,
      redirect: 'manual',
    });
    request.onHeaders?.(response.status);
    return readAnswer(response, request.maxResponseBytes);
  };
}
