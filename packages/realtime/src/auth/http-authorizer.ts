import { ConfigurationError, parseRetryAfter } from '@org/core';
import { ChannelAuthorizationError } from '../errors/channel-errors.ts';
import { isLoopback } from '../protocol/connection-url.ts';
import { isRecord } from '../protocol/json.ts';
import type { AuthorizeRequest, Authorizer, ChannelToken } from './authorizer.ts';
import { readBoundedText } from './bounded-text.ts';

/** The endpoint, and what is sent to it. @public */
export interface HttpAuthorizerOptions {
  /** The application's own endpoint, like `/realtime/auth`; in browsers it may be relative. */
  readonly endpoint: string;
  /** Read anew for each request when it is a function: for tokens that change. */
  readonly headers?: HeaderFields | (() => HeaderFields | Promise<HeaderFields>) | undefined;
  /** Further form fields of each request. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
  /** Whether cookies go along, as in `fetch`. @defaultValue `same-origin` */
  readonly credentials?: 'omit' | 'same-origin' | 'include' | undefined;
  /**
   * Lets the endpoint be plain `http` to another machine, where anyone on the way reads session headers and
   * tokens. For a server inside a network of your own.
   *
   * @defaultValue false
   */
  readonly dangerouslyAllowHttp?: boolean | undefined;
}

/** Header fields by name. @public */
export type HeaderFields = Readonly<Record<string, string>>;

const maxAnswerBytes = 64 * 1024;

/**
 * Asks an endpoint of the application: a form POST with `socket_id` and `channel_name`, answered by any 2xx
 * with JSON `{ auth, channel_data? }`. Redirects are not followed. A failure that may pass (network, 408,
 * 429, 5xx) is tried again, twice, after the endpoint's `Retry-After`. Source: Pusher documentation,
 * "Authorizing users".
 *
 * @throws ConfigurationError for an endpoint that cannot work; plain `http` goes to this machine only
 * @public
 */
export function httpAuthorizer(options: HttpAuthorizerOptions): Authorizer {
  const { endpoint, headers, fields, credentials = 'same-origin', dangerouslyAllowHttp } = options ?? {};
  const wrong = faultOf(endpoint, dangerouslyAllowHttp);
  if (wrong !== undefined) throw new ConfigurationError({ message: wrong });
  return async (request) => {
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
  };
}

/** What is wrong with an endpoint, in words; a relative one is the page's affair. */
function faultOf(endpoint: unknown, allowHttp: boolean | undefined): string | undefined {
  if (typeof endpoint !== 'string' || endpoint === '')
    return 'httpAuthorizer needs the endpoint of your server, like "/realtime/auth".';
  if (!URL.canParse(endpoint)) return undefined;
  const { protocol, hostname, username, password } = new URL(endpoint);
  if (protocol !== 'https:' && protocol !== 'http:')
    return 'The endpoint of httpAuthorizer must begin with "https://".';
  if (protocol === 'http:' && allowHttp !== true && !isLoopback(hostname))
    return [
      `The endpoint of httpAuthorizer on ${hostname} must begin with "https://".`,
      'Inside a network of your own set dangerouslyAllowHttp: true.',
    ].join(' ');
  if (username !== '' || password !== '')
    return 'The endpoint of httpAuthorizer must not have a user name or password in it: use headers.';
  return undefined;
}

async function post(request: AuthorizeRequest, endpoint: string, init: RequestInit): Promise<Response> {
  if (!URL.canParse(endpoint, globalThis.location?.href)) {
    throw new ConfigurationError({
      message:
        'Outside a browser the endpoint of httpAuthorizer needs its whole address, like "https://acme.dev/realtime/auth".',
    });
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
  return { auth: answer['auth'], channel_data: answer['channel_data'] as string }; // whatever it is: the check of the token says so
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
  const hint = headers.get('retry-after');
  const retryAfterMs = hint === null ? undefined : parseRetryAfter(hint, request.runtime.now());
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
