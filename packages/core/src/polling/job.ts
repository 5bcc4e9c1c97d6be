import type { CallOptions } from '../call-options.ts';
import type { RawRequest } from '../http/request.ts';
import type { HttpAnswer } from '../http/response.ts';
import { own, ownCopy } from '../options/own.ts';
import { readRetryAfter } from '../retry/retry-after.ts';
import { createRuntime } from '../time/runtime.ts';
import { monitorRequest } from './monitor-request.ts';
import { poll } from './poll.ts';
import type { PollAnswer } from './poll-answer.ts';
import type { PollTiming } from './timing.ts';

/** What {@link followJob} asks: a client of this SDK that has `request`. @public */
export interface JobClient {
  request(request: RawRequest, options?: CallOptions): Promise<HttpAnswer>;
  /** Where the client's paths begin; needed to understand a `Location`. A client of `createServiceClient` has it. */
  readonly baseUrl?: string | undefined;
}

/** Which job to follow, and how long. @public */
export interface FollowJobOptions extends PollTiming {
  readonly client: JobClient;
  /** Begins the job; or a GET of the job's own address, to go on following one. */
  readonly request: RawRequest;
  /** Options of each call. */
  readonly callOptions?: Omit<CallOptions, 'signal'> | undefined;
  /** Headers that say where to look, in order. @defaultValue `operation-location`, `location` */
  readonly locationHeaders?: readonly string[] | undefined;
  /** Told the address to look at whenever it is a new one: keep it, to go on after an interruption (give it as `request`). */
  readonly onMonitor?: ((request: RawRequest) => void) | undefined;
}

/** The same, with what to make of the answer of a job that is done. @public */
export interface ReadJobOptions<Value> extends FollowJobOptions {
  /** What an answer says about the job; a `Retry-After` is added by itself. Without it 202 is pending, and any other success is done. */
  readonly read: (answer: HttpAnswer) => PollAnswer<Value>;
}

/**
 * Begins a job that a service does asynchronously, and follows it to its end: a 202 whose `Location` (or `Operation-Location`) says where to look, and
 * whose `Retry-After` says when. The job is begun once; each look is a call of its own, with its retries. Without such a header the first address is looked at again
 * if it was a GET.
 *
 * @example
 * ```ts
 * const answer = await followJob({ client, request: { method: 'POST', path: '/exports', json: { format: 'csv' } } });
 * ```
 *
 * @throws JobFailedError when `read` says so
 * @throws RedirectError when the service says to look outside the client's base URL, which must not see the credential
 * @throws ResponseFormatError when it does not say where to look
 * @throws whatever {@link poll} and the calls throw
 * @public
 */
export function followJob<Value>(options: ReadJobOptions<Value>): Promise<Value>;
/** @public */
export function followJob(options: FollowJobOptions): Promise<HttpAnswer>;
export function followJob(given: FollowJobOptions & Partial<ReadJobOptions<unknown>>): Promise<unknown> {
  return follow({ ...given, read: own(given, 'read') ?? readStatus });
}

async function follow<Value>(given: ReadJobOptions<Value>): Promise<Value> {
  const options = ownCopy(given);
  const {
    client,
    request,
    callOptions,
    read,
    signal: caller,
    onMonitor,
    locationHeaders = defaultHeaders,
  } = options;
  const runtime = createRuntime(options.runtime);
  // Outside of the polling: what begins a job is not tried again because a look may be.
  let begun: HttpAnswer | undefined = await client.request(request, { ...callOptions, signal: caller });
  let monitor = request;
  const check = async ({ signal }: { readonly signal: AbortSignal }): Promise<PollAnswer<Value>> => {
    const answer =
      begun ?? (await client.request(monitor, { ...callOptions, idempotencyKey: undefined, signal }));
    begun = undefined;
    const result = read(answer);
    if (result?.state !== 'pending') return result;
    const location = locationHeaders.map((name) => answer.headers.get(name)).find((value) => value !== null);
    const next = monitorRequest(client.baseUrl, monitor, location ?? undefined);
    if (next !== monitor) onMonitor?.(next);
    monitor = next;
    return { ...result, retryAfterMs: result.retryAfterMs ?? readRetryAfter(answer.headers, runtime.now()) };
  };
  return poll<Value>({ ...options, check });
}

const defaultHeaders = ['operation-location', 'location'];

function readStatus(answer: HttpAnswer): PollAnswer<HttpAnswer> {
  return answer.status === 202 ? { state: 'pending' } : { state: 'done', value: answer };
}
