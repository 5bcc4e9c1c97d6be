import { readRetryAfter } from '@org/core';
import { ChannelAuthorizationError } from '../errors/channel-errors.ts';
import { misconfigured } from '../internal/wrong-input.ts';
import { isRecord } from '../protocol/json.ts';
import type { AuthorizeRequest, ChannelToken } from './authorizer.ts';
import type { HttpAuthorizerOptions } from './authorizer-options.ts';
import { readBoundedText } from './bounded-text.ts';

const maxAnswerBytes = 64 * 1024;

/** @internal */
export async function postAuthorization(
  request: AuthorizeRequest,
  { endpoint, headers, fields, credentials = 'same-origin' }: HttpAuthorizerOptions,
): Promise<ChannelToken> {
  const body = new URLSearchParams({
    ...fields,
    socket_id: request.socketId,
    channel_name: request.channelName,
  });
  const response = await post(request, endpoint, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      ...(typeof headers === 'function' ? await headers() : headers),
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: body.toString(),
    credentials,
    redirect: 'manual',
    signal: request.signal,
  });
  return readAnswer(request, response);
}

async function post(request: AuthorizeRequest, endpoint: string, init: RequestInit): Promise<Response> {
  if (!URL.canParse(endpoint, globalThis.location?.href)) {
    throw misconfigured(
      'Outside a browser httpAuthorizer needs the whole endpoint, like "https://acme.dev/realtime/auth".',
    );
  }
  try {
    return await request.runtime.fetch(endpoint, init);
  } catch (cause) {
    if (request.signal.aborted) throw request.signal.reason;
    throw failure(request, 'could not be reached', { cause, retryable: true });
  }
}

async function readAnswer(request: AuthorizeRequest, response: Response): Promise<ChannelToken> {
  const { status } = response;
  if (!response.ok) {
    await response.body?.cancel().catch(() => {});
    throw refused(request, response);
  }
  const answer = parse(await readBoundedText(response, maxAnswerBytes));
  if (!isRecord(answer)) throw failure(request, 'did not answer with a JSON object', { status });
  if (typeof answer['auth'] !== 'string')
    throw failure(request, 'answered without a text "auth"', { status });
  // Whatever `channel_data` is: the check of the token says so.
  return { auth: answer['auth'], channel_data: answer['channel_data'] as string };
}

function refused(request: AuthorizeRequest, { status, headers, type }: Response): ChannelAuthorizationError {
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    return failure(
      request,
      'answered with a redirect, which is not followed',
      status === 0 ? {} : { status },
    );
  }
  const retryable = status === 408 || status === 429 || status >= 500;
  const retryAfterMs = readRetryAfter(headers, request.runtime.now());
  return failure(request, `refused with status ${status}`, { status, retryable, retryAfterMs });
}

function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failure(
  { channelName }: AuthorizeRequest,
  what: string,
  more: {
    readonly status?: number;
    readonly retryable?: boolean;
    readonly retryAfterMs?: number | undefined;
    readonly cause?: unknown;
  },
): ChannelAuthorizationError {
  const message = `The authorisation endpoint ${what}, for ${channelName}.`;
  return new ChannelAuthorizationError({
    message,
    provider: 'realtime',
    operation: 'authorize',
    outcome: 'not-sent',
    ...more,
  });
}
