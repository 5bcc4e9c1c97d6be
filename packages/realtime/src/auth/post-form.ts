import type { OrgError, OrgErrorFields } from '@org/core';
import { readRetryAfter } from '@org/core/headers';
import { readBounded } from '@org/core/webhooks';
import { isFields, isRecord } from '../internal/json.ts';
import { misconfigured } from '../internal/wrong-input.ts';
import { hostAndPort } from '../protocol/host-and-port.ts';
import { isUrl } from '../protocol/is-url.ts';
import type { HeaderFields } from './authorizer-options.ts';
import type { FormPost } from './form-post.ts';
import type { EndpointSettings } from './read-endpoint.ts';

/** Returns the JSON object of a 2xx response. */
export async function postForm(
  post: FormPost,
  options: EndpointSettings,
): Promise<Readonly<Record<string, unknown>>> {
  const sendNow = () => sendForm(post, options);
  if (options.refresh === undefined) return readResponse(post, await sendNow());
  const sendAgainAfterRefresh = await post.loadRefresh(post.failure);
  return readResponse(post, await sendAgainAfterRefresh(post, options, options.refresh, sendNow));
}

async function sendForm(
  post: FormPost,
  { endpoint, headers, fields, credentials = 'same-origin' }: EndpointSettings,
): Promise<Response> {
  const sent = toHeaders(post, await readFields(post, 'headers', headers));
  const added = await readFields(post, 'fields', fields);
  return send(post, endpoint, {
    method: 'POST',
    headers: sent,
    body: new URLSearchParams({ ...added, ...post.fields }).toString(),
    credentials,
    redirect: 'manual',
    signal: post.signal,
  });
}

async function readFields(
  { factory }: FormPost,
  name: 'headers' | 'fields',
  given: EndpointSettings['headers'] = {},
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
  const base = globalThis.location?.href;
  if (!isUrl(endpoint, base)) {
    throw misconfigured(
      'endpoint must be absolute outside a browser, like "https://acme.dev/realtime/auth".',
    );
  }
  try {
    return await post.runtime.fetch(endpoint, init);
  } catch (cause) {
    if (post.signal.aborted) throw post.signal.reason;
    const where = hostAndPort(isUrl(endpoint) ? endpoint : (base ?? ''));
    throw failed(post, `at ${where} could not be reached`, { cause, retryable: true });
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
  const advice = status === 419 ? adviceIfStale : status === 413 ? post.adviceIfTooLarge : undefined;
  const more = { status, retryable: isTemporaryStatus(status), retryAfterMs };
  return failed(post, `refused with status ${status}`, more, advice);
}

const adviceIfStale = 'The CSRF token is old: let headers be a function that reads it, and refresh renew it.';

/** Whether another request may succeed. */
export function isTemporaryStatus(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

async function readBody(post: FormPost, response: Response): Promise<string> {
  const { status } = response;
  const text = await readBoundedText(response, post.maxResponseBytes).catch((cause: unknown) => {
    if (post.signal.aborted) throw post.signal.reason;
    throw failed(post, 'aborted its response', { status, retryable: true, cause });
  });
  if (text !== undefined) return text;
  throw failed(post, `responded with more than ${post.maxResponseBytes} bytes`, { status });
}

/** React Native has no streams, and no `TextDecoder`. */
async function readBoundedText(response: Response, maxBytes: number): Promise<string | undefined> {
  if (response.body !== undefined) {
    const bytes = await readBounded(response.body, maxBytes);
    return bytes && new TextDecoder().decode(bytes);
  }
  const text = await (response as Response).text();
  return text.length <= maxBytes ? text : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
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
