import type { OrgError, OrgErrorFields, Runtime } from '@org/core';
import { readRetryAfter } from '@org/core/headers';
import { readBounded } from '@org/core/webhooks';
import { isFields, isRecord } from '../internal/json.ts';
import { misconfigured } from '../internal/wrong-input.ts';
import type { EndpointOptions, HeaderFields } from './authorizer-options.ts';

/** A POST to an endpoint of the application. */
export interface FormPost {
  /** The function that made the endpoint's options, for errors. */
  readonly factory: 'httpAuthorizer' | 'httpUserAuthenticator';
  /** The channels or user that the request is for. */
  readonly subject: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly maxResponseBytes: number;
  /** What to do after a 413, for its error. */
  readonly adviceIfTooLarge?: string | undefined;
  readonly signal: AbortSignal;
  readonly runtime: Runtime;
  failure(message: string, more?: Omit<OrgErrorFields, 'message'>): OrgError;
}

/** Returns the JSON object of a 2xx response. */
export async function postForm(
  post: FormPost,
  { endpoint, headers, fields, credentials = 'same-origin' }: EndpointOptions,
): Promise<Readonly<Record<string, unknown>>> {
  const sent = toHeaders(post, await readFields(post, 'headers', headers));
  const added = await readFields(post, 'fields', fields);
  const response = await send(post, endpoint, {
    method: 'POST',
    headers: sent,
    body: new URLSearchParams({ ...added, ...post.fields }).toString(),
    credentials,
    redirect: 'manual',
    signal: post.signal,
  });
  return readResponse(post, response);
}

async function readFields(
  { factory }: FormPost,
  name: 'headers' | 'fields',
  given: EndpointOptions['headers'] = {},
): Promise<HeaderFields> {
  const fields = typeof given === 'function' ? await given() : given;
  if (isFields(fields)) return fields;
  throw misconfigured(`${name} of ${factory} must return a plain object of text values.`);
}

// The platform's error contains the value, which may be a session: it must not become a cause.
function toHeaders({ factory }: FormPost, given: HeaderFields): Headers {
  try {
    const headers = new Headers({ accept: 'application/json' });
    for (const [name, value] of Object.entries(given)) headers.set(name, value);
    headers.set('content-type', 'application/x-www-form-urlencoded');
    return headers;
  } catch {
    throw misconfigured(`headers of ${factory} have a name or a value that HTTP does not allow.`);
  }
}

async function send(post: FormPost, endpoint: string, init: RequestInit): Promise<Response> {
  if (!URL.canParse(endpoint, globalThis.location?.href)) {
    throw misconfigured(
      'endpoint must be absolute outside a browser, like "https://acme.dev/realtime/auth".',
    );
  }
  try {
    return await post.runtime.fetch(endpoint, init);
  } catch (cause) {
    if (post.signal.aborted) throw post.signal.reason;
    throw failed(post, 'could not be reached', { cause, retryable: true });
  }
}

async function readResponse(post: FormPost, response: Response): Promise<Readonly<Record<string, unknown>>> {
  if (!response.ok) {
    // Not awaited: the body of a cloned response is cancelled when both are.
    response.body?.cancel().catch(() => {});
    throw refused(post, response);
  }
  const value = parse(await readBody(post, response));
  if (isRecord(value)) return value;
  throw failed(post, 'did not respond with a JSON object', { status: response.status });
}

function refused(post: FormPost, { status, headers, type }: Response): OrgError {
  if (type === 'opaqueredirect' || (status >= 300 && status < 400))
    return failed(post, 'responded with a redirect, which is not followed', status === 0 ? {} : { status });
  const retryAfterMs = readRetryAfter(headers, post.runtime.now());
  const advice = status === 413 ? post.adviceIfTooLarge : undefined;
  const more = { status, retryable: isTemporaryStatus(status), retryAfterMs };
  return failed(post, `refused with status ${status}`, more, advice);
}

/** Whether another request may succeed. */
export function isTemporaryStatus(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

async function readBody(post: FormPost, { body, status }: Response): Promise<Uint8Array> {
  const bytes = await readBounded(body, post.maxResponseBytes).catch((cause: unknown) => {
    if (post.signal.aborted) throw post.signal.reason;
    throw failed(post, 'aborted its response', { status, retryable: true, cause });
  });
  if (bytes !== undefined) return bytes;
  throw failed(post, `responded with more than ${post.maxResponseBytes} bytes`, { status });
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

function failed(
  { factory, subject, failure }: FormPost,
  problem: string,
  more: Omit<OrgErrorFields, 'message'>,
  advice = '',
): OrgError {
  return failure(`The endpoint of ${factory} ${problem}, for ${subject}.${advice && ` ${advice}`}`, more);
}
