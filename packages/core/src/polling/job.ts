import type { CallOptions } from '../call-options.ts';
import type { CompositeDetails } from '../composite.ts';
import { copyError } from '../errors/copy-error.ts';
import { isOrgError, type OrgError } from '../errors/org-error.ts';
import { sentences } from '../errors/sentences.ts';
import type { RawRequest } from '../http/request.ts';
import type { ServiceResponse } from '../http/response.ts';
import { callListener } from '../observe/call-listener.ts';
import { meantOption } from '../options/meant-option.ts';
import { ownCopy } from '../options/own.ts';
import { type OptionNames, refuseUnknown } from '../options/refuse-unknown.ts';
import { requireMethod } from '../options/require-option.ts';
import { readRetryAfter } from '../retry/retry-after.ts';
import { createRuntime } from '../time/runtime.ts';
import { JobFailedError } from './job-failed-error.ts';
import { monitorRequest } from './monitor-request.ts';
import { poll } from './poll.ts';
import type { PollAnswer } from './poll-answer.ts';
import type { PollTiming } from './timing.ts';

/** The client of {@link followJob}: any client of this SDK with `request`. @public */
export interface JobClient {
  request(request: RawRequest, options?: CallOptions): Promise<ServiceResponse>;
  /**
   * The base URL of the client's paths, to resolve a `Location`. A client of `createServiceClient` has it.
   */
  readonly baseUrl?: string | undefined;
}

/** Options of `followJob()`. @public */
export interface FollowJobOptions extends PollTiming {
  readonly client: JobClient;
  /** The request that starts the job; or a GET of its monitor URL, to continue with a running job. */
  readonly request: RawRequest;
  /** Options of each call. */
  readonly callOptions?: Omit<CallOptions, 'signal'> | undefined;
  /**
   * Called with every new monitor request. Save it, and pass it as `request` to continue after an
   * interruption.
   */
  readonly onMonitor?: ((request: RawRequest) => void) | undefined;
}

/** Options of `followJob()` with a custom `read`. @public */
export interface ReadJobOptions<Value> extends FollowJobOptions {
  /**
   * Reads the job's state from a response; a `Retry-After` is added automatically. By default 202 is pending,
   * and any other success is done.
   */
  readonly read: (answer: ServiceResponse) => PollAnswer<Value>;
}

/**
 * Starts an asynchronous job and polls it to its end: a 202 with the monitor URL in `Location` (or
 * `Operation-Location`), and the wait in `Retry-After`. The job is started once; each check is a call of its
 * own, with its retries. Without a monitor URL, a GET request is repeated.
 *
 * An error after the start has the outcome `sent`, and `retryable: false`: a repeat would start a second job.
 * Its `details.done` names the job, and `onMonitor` got the request that continues with it. @public
 *
 * @example
 * ```ts
 * const request = { method: 'POST', path: '/exports', json: { format: 'csv' } } as const;
 * const answer = await followJob({ client, request });
 * ```
 *
 * @throws JobFailedError when `read` returns the state `failed`
 * @throws RedirectError for a monitor URL outside the client's base URL, which must not receive the
 * credential
 * @throws ResponseFormatError when the monitor URL is missing
 * @throws the errors of {@link poll} and of the calls
 */
export function followJob<Value>(options: ReadJobOptions<Value>): Promise<Value>;
/** @public */
export function followJob(options: FollowJobOptions): Promise<ServiceResponse>;
export async function followJob(
  given: FollowJobOptions & Partial<ReadJobOptions<unknown>>,
): Promise<unknown> {
  refuseUnknown(given, jobNames, 'followJob()', meantOption);
  const options = ownCopy(given);
  const { client, request, callOptions, read = readStatus, onMonitor, ...timing } = options;
  requireMethod('client', client ?? null, 'request', 'createServiceClient()');
  const runtime = createRuntime(options.runtime);
  // Outside of the polling: the start of a job is not retried like a check.
  const startOptions = { ...callOptions, signal: options.signal };
  let started: ServiceResponse | undefined = await client.request(request, startOptions);
  let monitor = request;
  const isStart = !readMethods.includes(request.method);
  const check = async ({ signal }: { readonly signal: AbortSignal }): Promise<PollAnswer<unknown>> => {
    const checkOptions = { ...callOptions, idempotencyKey: undefined, onAborted: undefined, signal };
    const response = started ?? (await client.request(monitor, checkOptions));
    started = undefined;
    const result = read(response);
    if (result?.state !== 'pending') return result;
    const { headers } = response;
    const location = headers.get('operation-location') ?? headers.get('location') ?? undefined;
    const next = monitorRequest(client.baseUrl, monitor, location);
    if (next !== monitor) onMonitor?.(next);
    monitor = next;
    return { ...result, retryAfterMs: result.retryAfterMs ?? readRetryAfter(headers, runtime.now()) };
  };
  try {
    return await poll({ ...timing, check });
  } catch (error) {
    const { onAborted } = callOptions ?? {};
    if (onAborted && timing.signal?.aborted && error === timing.signal.reason)
      callListener(() => onAborted(isStart ? 'sent' : 'unknown'));
    const isJobsOwn = JobFailedError.isInstance(error);
    throw isStart && isOrgError(error) && !isJobsOwn ? afterStart(error, request, monitor) : error;
  }
}

const readMethods: readonly string[] = ['GET', 'HEAD'];

/** The job exists: a repeat of the whole would start a second one. */
function afterStart(error: OrgError, start: RawRequest, monitor: RawRequest): OrgError {
  const isKnown = monitor !== start;
  const details: CompositeDetails = {
    ...(error.method === undefined ? {} : { failed: `${error.method} ${monitor.path}` }),
    done: [{ request: `${start.method} ${start.path}`, ...(isKnown ? { id: monitor.path } : {}) }],
    ...(error.details === undefined ? {} : { response: error.details }),
  };
  const what = isKnown ? 'The job was started: continue with the request that onMonitor got' : undefined;
  const message = sentences(error.message, what);
  return copyError(error, { message, outcome: 'sent', retryable: false, details });
}

const jobNames: OptionNames<ReadJobOptions<never>> = {
  client: 0,
  request: 0,
  callOptions: 0,
  onMonitor: 0,
  read: 0,
  intervalMs: 0,
  backoff: 0,
  maxIntervalMs: 0,
  deadlineMs: 0,
  maxFailures: 0,
  onProgress: 0,
  signal: 0,
  runtime: 0,
};

function readStatus(response: ServiceResponse): PollAnswer<ServiceResponse> {
  return response.status === 202 ? { state: 'pending' } : { state: 'done', value: response };
}
