import {
  AuthenticationError,
  isOrgError,
  NetworkError,
  type RawRequest,
  type ServiceResponse,
} from '@org/core';
import { responseStream } from '@org/core/bodies';
import { readBounded } from '@org/core/webhooks';
import type { InboundRequests } from '../driver/inbound-part.ts';
import { notMail } from './wire.ts';

const maxBytes = 50 * 1024 * 1024;
const timeoutMs = 60_000;

/** Is it an address of HTTPS, or of this machine? */
export function isSafeAddress(url: string): boolean {
  return /^(?:https:|http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])[:/])/i.test(url) && URL.canParse(url);
}

/**
 * What a signed link of the service leads to, or an address of its API with a key.
 *
 * @param authorization - of characters that a header carries: an error of `fetch` would show others
 * @throws InvalidInputError for another address than one of HTTPS, or of this machine
 * @throws AuthenticationError for a key that the service refuses
 * @throws NetworkError without an answer: the service is to send the mail again
 */
export async function download(
  url: string,
  { runtime }: Pick<InboundRequests, 'runtime'>,
  authorization?: string,
): Promise<Uint8Array> {
  if (!isSafeAddress(url)) throw notMail('has a link that is not HTTPS');
  const signal = AbortSignal.timeout(timeoutMs);
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  const failed = (problem: string, cause?: unknown) =>
    new NetworkError({ message: `A part of the mail ${problem}.`, cause });
  try {
    const response = await runtime.fetch(url, { redirect: 'error', signal, headers });
    const bytes = response.ok ? await readBounded(response.body, maxBytes) : undefined;
    if (bytes !== undefined) return bytes;
    if (authorization && response.status === 401)
      throw new AuthenticationError({ message: 'The key that loads mail was refused.' });
    throw failed(`did not load: status ${response.status}, or more than 50 MiB`);
  } catch (error) {
    throw isOrgError(error) ? error : failed('could not be loaded', error);
  }
}

/** A call to the service's API. The handler has refused a client without calls. */
export async function callApi({ request }: InboundRequests, call: RawRequest): Promise<ServiceResponse> {
  if (request === undefined) throw new TypeError('This client has no `request`.');
  return request(call);
}

/**
 * A file of the service's API: larger than the answers that the client's `maxResponseBytes` is for.
 *
 * @throws NetworkError above 50 MiB
 */
export async function loadFile(requests: InboundRequests, call: RawRequest): Promise<Uint8Array> {
  const response = await callApi(requests, { ...call, stream: responseStream() });
  const bytes = response.body ? await readBounded(response.body, maxBytes) : response.bytes;
  if (bytes === undefined) throw new NetworkError({ message: 'A part of the mail has more than 50 MiB.' });
  return bytes;
}
