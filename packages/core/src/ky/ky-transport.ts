import { ConfigurationError } from '../errors/caller-errors.ts';
import { fetchBody } from '../http/fetch-body.ts';
import { readResponse } from '../http/read-response.ts';
import { headerRecord } from '../http/request.ts';
import type { Transport } from '../http/transport.ts';
import { wrongKind } from '../options/kind-of.ts';

/** An instance of ky 2, which the program imports: `ky`, `ky.create(…)` or `ky.extend(…)`. @public */
export type KyInstance = (url: URL, options: KyOptions) => Promise<Response>;

/** The options that `kyTransport` sets. @public */
export interface KyOptions {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: BodyInit | null;
  readonly signal: AbortSignal;
  readonly redirect: 'manual';
  readonly retry: 0;
  readonly timeout: false;
  readonly totalTimeout: false;
  readonly throwHttpErrors: false;
}

/**
 * Sends each attempt with the program's ky instance: its hooks, its headers and its `fetch` apply. Retries,
 * redirects, time limits and errors stay those of the client. @public
 *
 * @example
 * const email = createEmailClient({ driver: plunk(), transport: kyTransport(ky) });
 *
 * @throws ConfigurationError when `ky` is not a function
 */
export function kyTransport(ky: KyInstance): Transport {
  if (typeof ky !== 'function') {
    const message = `kyTransport() takes an instance of ky, like \`ky.create()\`, not ${wrongKind(ky)}.`;
    throw new ConfigurationError({ message });
  }
  return async (request) => {
    const { url, method } = request;
    // A URL, not a text: ky joins a text to the `prefix` of the instance.
    const response = await ky(url, {
      method,
      headers: headerRecord(request.headers),
      body: fetchBody(method, request.body),
      signal: request.signal,
      redirect: 'manual',
      retry: 0,
      timeout: false,
      totalTimeout: false,
      throwHttpErrors: false,
    });
    request.onHeaders?.(response.status);
    return readResponse(response, request.maxResponseBytes, request.isStreamed);
  };
}
