import { readRetryAfter } from '@org/core/headers';
import { readBounded } from '@org/core/webhooks';
import type { ChannelAuthorizationError } from '../errors/channel-errors.ts';
import { misconfigured } from '../internal/wrong-input.ts';
import { isFields, isRecord } from '../protocol/json.ts';
import type { AuthorizationFailure } from './authorization-error.ts';
import type { AuthorizeRequest, ChannelToken } from './authorizer.ts';
import type { HttpAuthorizerOptions } from './authorizer-options.ts';

type Request = AuthorizeRequest & { readonly failure: AuthorizationFailure };

const maxResponseBytes = 64 * 1024;

/** @internal */
export async function postAuthorization(
  request: Request,
  { endpoint, headers, fields, credentials = 'same-origin' }: HttpAuthorizerOptions,
): Promise<ChannelToken> {
  const given = typeof headers === 'function' ? await headers() : (headers ?? {});
  if (!isFields(given))
    throw misconfigured('headers of httpAuthorizer must return a plain object of text values.');
  const body = new URLSearchParams({
    ...fields,
    socket_id: request.socketId,
    channel_name: request.channelName,
  });
  const response = await post(request, endpoint, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      ...given,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: body.toString(),
    credentials,
    redirect: 'manual',
    signal: request.signal,
  });
  return readResponse(request, response);
}

async function post(request: Request, endpoint: string, init: RequestInit): Promise<Response> {
  if (!URL.canParse(endpoint, globalThis.location?.href)) {
    throw misconfigured(
      'endpoint must be absolute outside a browser, like "https://acme.dev/realtime/auth".',
    );
  }
  try {
    return await request.runtime.fetch(endpoint, init);
  } catch (cause) {
    if (request.signal.aborted) throw request.signal.reason;
    throw failed(request, 'could not be reached', { cause, retryable: true });
  }
}

async function readResponse(request: Request, response: Response): Promise<ChannelToken> {
  const { status } = response;
  if (!response.ok) {
    await response.body?.cancel().catch(() => {});
    throw refused(request, response);
  }
  const token = parse(await readBody(request, response));
  if (!isRecord(token)) throw failed(request, 'did not respond with a JSON object', { status });
  if (typeof token['auth'] !== 'string') throw failed(request, 'responded without a text "auth"', { status });
  return token as { readonly auth: string }; // `readToken` checks the rest
}

function refused(request: Request, { status, headers, type }: Response): ChannelAuthorizationError {
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    return failed(
      request,
      'responded with a redirect, which is not followed',
      status === 0 ? {} : { status },
    );
  }
  const retryable = status === 408 || status === 429 || status >= 500;
  const retryAfterMs = readRetryAfter(headers, request.runtime.now());
  return failed(request, `refused with status ${status}`, { status, retryable, retryAfterMs });
}

async function readBody(request: Request, { body, status }: Response): Promise<Uint8Array> {
  const bytes = await readBounded(body, maxResponseBytes).catch((cause: unknown) => {
    if (request.signal.aborted) throw request.signal.reason;
    throw failed(request, 'aborted its response', { status, retryable: true, cause });
  });
  if (bytes !== undefined) return bytes;
  throw failed(request, `responded with more than ${maxResponseBytes} bytes`, { status });
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

function failed(
  { channelName, failure }: Request,
  problem: string,
  more: Parameters<AuthorizationFailure>[1],
): ChannelAuthorizationError {
  return failure(`The authorization endpoint ${problem}, for ${channelName}.`, more);
}
