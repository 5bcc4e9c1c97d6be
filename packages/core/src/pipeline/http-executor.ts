import type { AuthTarget } from '../auth/auth.ts';
import { ConfigurationError } from '../errors/caller-errors.ts';
import { RedirectError, ResponseTooLargeError } from '../errors/transport-errors.ts';
import type { Hooks } from '../hooks.ts';
import { decideRedirect } from '../http/redirect.ts';
import { reportAttempt } from '../http/report-attempt.ts';
import { createHeaders, type RequestHeaders } from '../http/request.ts';
import { type ServiceResponse, TooLarge } from '../http/response.ts';
import type { ResponseStream } from '../http/response-stream.ts';
import type { Transport, TransportRequest } from '../http/transport.ts';
import { callListener } from '../observe/call-listener.ts';
import type { OperationObserver } from '../observe/instrumentation.ts';
import type { Operation } from '../operation.ts';
import { CallContext } from '../operation-context.ts';
import type { Failure } from '../retry/failure.ts';
import type { Safety } from '../safety.ts';
import type { Runtime } from '../time/runtime.ts';
import { createError } from './call-errors.ts';
import { emitAttemptStart, runObservedAttempt } from './call-events.ts';
import type { AttemptContext, CallJob, Executor, FailedAttempt } from './executor.ts';
import { addHookHeaders, failedInHook, runAfterResponse } from './hooks.ts';
import type { PreparedRequest, ReadyRequest } from './http-request.ts';
import { type Judge, judgeResponse } from './http-response.ts';
import { bodyFailed, openBody } from './open-body.ts';
import type { HttpCode } from './own-transport.ts';

/** What all HTTP calls of one client share. */
export interface HttpSession extends Judge {
  readonly parts: { readonly loaded: HttpCode | undefined };
  /** The `fetch` of the program, if it gave one. */
  readonly fetch: Runtime['fetch'] | undefined;
  readonly maxResponseBytes: number;
  /** The program's; else that of the client, from its first call on. */
  transport: Transport | undefined;
  /** Ends the connections of the client's own transport. */
  closeTransport: (() => void) | undefined;
}

/** The request of one HTTP call, made once; each attempt signs and sends it. */
export interface HttpJob extends CallJob {
  readonly session: HttpSession;
  readonly operation: Operation<unknown, unknown>;
  readonly input: unknown;
  readonly request: PreparedRequest;
  /** Those of the client, then those of the call. */
  readonly hooks: readonly Hooks[];
}

export const httpExecutor: Executor<HttpJob> = {
  async run(job, attempt) {
    const { hooks, input, operation, request, session } = job;
    const isWhole = hooks.length === 0 && request.made === undefined;
    let response = await (isWhole ? send(job, request, attempt, request.url, 0) : sendComplete(job, attempt));
    if ('failure' in response) return response;
    if (operation.stream && response.body) response = guarded(operation.stream, response, job, attempt);
    const thrown = hooks.length > 0 && runAfterResponse(hooks, response, attempt);
    const context = new CallContext(attempt.call);
    const result = judgeResponse(session, operation, input, response, context);
    return thrown ? failedInHook(thrown, result) : result;
  },
  classifyThrown({ session }, error) {
    if (error instanceof TooLarge) return tooLarge(error, session.maxResponseBytes);
    return codeOf(session).classifyTransportError(error);
  },
  isReplayable: ({ request: { made } }) => made === undefined || made.replayable,
};

/** Sends the request with a body that is opened for this attempt, and with the headers of hooks. */
async function sendComplete(job: HttpJob, attempt: AttemptContext): Promise<SendResult> {
  const { hooks, request, session } = job;
  const opened = request.made && (await openBody(request, request.made, attempt));
  try {
    let ready: ReadyRequest = opened?.request ?? request;
    if (hooks.length > 0) ready = await addHookHeaders(ready, hooks, session.service, attempt);
    return await send(job, ready, attempt, ready.url, 0);
  } catch (error) {
    const broken = opened?.body.error?.();
    throw broken === undefined ? error : bodyFailed(true, broken);
  } finally {
    opened?.body.close?.();
  }
}

/** A response, or why the service's redirect was not followed. */
type SendResult = ServiceResponse | (FailedAttempt & { readonly status: number | undefined });

/** Signs and sends a request, and follows redirects. */
function send(
  job: HttpJob,
  request: ReadyRequest,
  attempt: AttemptContext,
  url: URL,
  followed: number,
): Promise<SendResult> {
  return signAndSend(job, request, attempt, url, followed).then((response) => {
    if (typeof response?.bytes?.byteLength !== 'number') throw noResponse();
    const isSuccess = response.status >= 200 && response.status < 300;
    const redirect = isSuccess ? undefined : decideRedirect(response, url, request.method, followed);
    if (redirect === undefined) return response;
    if (redirect.follow) return send(job, request, attempt, redirect.url, followed + 1);
    // A redirect that a browser hides has status 0.
    const known = response.status || undefined;
    const failure = redirectFailure(redirect.reason, known, attempt.call.policy.safety, followed);
    return { failure, status: known };
  });
}

function signAndSend(
  { operation, session }: HttpJob,
  request: ReadyRequest,
  attempt: AttemptContext,
  url: URL,
  followed: number,
): Promise<ServiceResponse> {
  const { call, signal } = attempt;
  attempt.phase = 'credential';
  const target = new SignedRequest(request, url, call.engine.runtime);
  const placing = session.service.auth.place(target, attempt.secret);
  const sendSigned = () => {
    signal.throwIfAborted();
    if (call.hasListener && followed === 0) emitAttemptStart(call, attempt.attempt, request);
    return transmit(session, operation.stream, target.body ?? request.body, target, attempt);
  };
  return placing === undefined ? sendSigned() : Promise.resolve(placing).then(sendSigned);
}

/** The request of one attempt, for its signature: a copy, so that the request itself stays unsigned. */
class SignedRequest implements AuthTarget {
  readonly method: string;
  readonly url: URL;
  readonly headers: RequestHeaders;
  body: string | Uint8Array | undefined;
  readonly #runtime: Runtime;

  constructor(request: ReadyRequest, url: URL, runtime: Runtime) {
    this.method = request.method;
    this.url = new URL(url);
    this.headers = createHeaders(request.headers);
    this.body = request.knownBody;
    this.#runtime = runtime;
  }

  get nowMs(): number {
    return this.#runtime.now();
  }
}

function transmit(
  session: HttpSession,
  stream: ResponseStream | undefined,
  body: ReadyRequest['body'],
  { method, url, headers }: AuthTarget,
  attempt: AttemptContext,
): Promise<ServiceResponse> {
  const { call, waitedMs } = attempt;
  const { observer } = call.root;
  if (observer?.requestHeaders) addObserverHeaders(observer, attempt.attempt, headers);
  if (call.attemptCount > 1 || waitedMs >= 1) reportAttempt(call.attemptCount, waitedMs, url, headers);
  attempt.phase = 'headers';
  attempt.isStarted = true;
  const complete: TransportRequest = {
    url,
    method,
    headers,
    body,
    signal: attempt.signal,
    maxResponseBytes: session.maxResponseBytes,
    isStreamed: stream?.isStreamed,
    runtime: call.engine.runtime,
    onConnection(isOpen, proxy) {
      attempt.phase = isOpen ? 'headers' : 'connect';
      attempt.step =
        isOpen || proxy === undefined
          ? undefined
          : { waitingFor: `a connection through the proxy ${proxy}`, outcome: 'not-sent' };
    },
    onHeaders() {
      attempt.phase = 'body';
    },
  };
  const transport = session.transport ?? openOwn(session);
  // A transport of the program may return no promise.
  const sending = () => Promise.resolve(transport(complete));
  return observer === undefined ? sending() : runObservedAttempt(attempt, sending);
}

/** An attempt runs after its code has loaded. */
const codeOf = ({ parts }: HttpSession) => parts.loaded as HttpCode;

/** The transport of a client that was given none. */
function openOwn(session: HttpSession): Transport {
  const { send, close } = codeOf(session).openTransport(session.service.name, session.fetch);
  session.transport = send;
  session.closeTransport = close;
  return send;
}

/** The response with a body that keeps the call until its end, and fails with the errors of the call. */
function guarded(
  stream: ResponseStream,
  response: ServiceResponse,
  { session }: HttpJob,
  { call, timeoutMs }: AttemptContext,
): ServiceResponse {
  const guard = stream.guard(response, {
    runtime: call.engine.runtime,
    signal: call.controller.signal,
    silenceMs: timeoutMs,
    classify: codeOf(session).classifyTransportError,
    toError: (failure) => createError(call, failure as Failure, 'not-retryable'),
  });
  call.streaming = guard.ended;
  return guard.response;
}

/** An observer's headers never replace one that is set. */
function addObserverHeaders(observer: OperationObserver, attempt: number, headers: RequestHeaders): void {
  callListener(() => {
    for (const [name, value] of Object.entries(observer.requestHeaders?.(attempt) ?? {}))
      if (!headers.has(name)) headers.set(name, value);
  });
}

/**
 * A service that responds with 301, 302 or 303 has usually acted and points to the result; 307 and 308 ask
 * for the same request again (RFC 9110 §15.4).
 */
function redirectFailure(
  message: string,
  status: number | undefined,
  safety: Safety,
  followed: number,
): Failure {
  const isUntouched = safety === 'read' || (followed === 0 && (status === 307 || status === 308));
  const outcome = isUntouched ? 'not-sent' : 'unknown';
  return { type: RedirectError, message, outcome, replay: 'never', status };
}

function tooLarge({ status }: TooLarge, limit: number): Failure {
  const message = `The response is larger than ${limit} bytes (maxResponseBytes).`;
  return { type: ResponseTooLargeError, message, outcome: 'unknown', replay: 'never', status };
}

function noResponse(): ConfigurationError {
  const message =
    'transport must resolve with what createServiceResponse() returns: ' +
    'is it createNodeTransport(), with parentheses?';
  return new ConfigurationError({ message, outcome: 'unknown' });
}
