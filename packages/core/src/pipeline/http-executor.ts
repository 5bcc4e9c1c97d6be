import type { AuthTarget } from '../auth/auth.ts';
import { ConfigurationError } from '../errors/caller-errors.ts';
import { RedirectError, ResponseTooLargeError } from '../errors/transport-errors.ts';
import type { Hooks } from '../hooks.ts';
import { decideRedirect } from '../http/redirect.ts';
import { reportAttempt } from '../http/report-attempt.ts';
import { createHeaders, isMade, type RequestHeaders } from '../http/request.ts';
import { type ServiceResponse, TooLarge } from '../http/response.ts';
import type { ResponseStream } from '../http/response-stream.ts';
import type { Transport, TransportRequest } from '../http/transport.ts';
import { callListener } from '../observe/call-listener.ts';
import type { Operation, ServiceDefinition } from '../operation.ts';
import type { Failure } from '../retry/failure.ts';
import { classifyTransportError } from '../retry/transport-errors.ts';
import type { Safety } from '../safety.ts';
import { createError } from './call-errors.ts';
import { emitAttemptStart, runObservedAttempt } from './call-events.ts';
import type { AttemptContext, AttemptResult, Executor, FailedAttempt } from './executor.ts';
import { addHookHeaders, failedInHook, runAfterResponse } from './hooks.ts';
import { knownBody, type PreparedRequest, type ReadyRequest } from './http-request.ts';
import { judgeResponse } from './http-response.ts';
import { bodyFailed, openBody } from './open-body.ts';

/** What all HTTP calls of one client share. */
export interface HttpSession {
  readonly service: ServiceDefinition;
  readonly transport: Transport;
  readonly maxResponseBytes: number;
  /** Of the operation. */
  readonly stream?: ResponseStream | undefined;
}

/** The attempts of one HTTP call. Its request was made once; each attempt signs and sends it. */
export class HttpExecutor<Input, Output> implements Executor<Output> {
  readonly #session: HttpSession;
  readonly #operation: Operation<Input, Output>;
  readonly #input: Input;
  readonly #request: PreparedRequest;
  readonly #hooks: readonly Hooks[] | undefined;

  get isCredentialRequired(): boolean {
    return this.#session.service.auth.required;
  }

  constructor(
    session: HttpSession,
    operation: Operation<Input, Output>,
    input: Input,
    request: PreparedRequest,
    hooks: readonly Hooks[] | undefined,
  ) {
    const { stream } = operation;
    this.#session = stream === undefined ? session : { ...session, stream };
    this.#operation = operation;
    this.#input = input;
    this.#request = request;
    this.#hooks = hooks;
  }

  async run(attempt: AttemptContext): Promise<AttemptResult<Output>> {
    const { service, stream } = this.#session;
    const secret = attempt.credential?.secret.reveal();
    const isComplete = this.#hooks === undefined && !isMade(this.#request.body);
    let response = isComplete
      ? await send(this.#session, this.#request as ReadyRequest, secret, attempt)
      : await this.#sendComplete(secret, attempt);
    if ('failure' in response) return response;
    if (stream && response.body) response = guarded(stream, response, attempt);
    const thrown = this.#hooks && runAfterResponse(this.#hooks, response, attempt);
    const context = attempt.call.context();
    const result = judgeResponse(service, this.#operation, this.#input, response, context);
    return thrown ? failedInHook(thrown, result) : result;
  }

  classifyThrown(error: unknown): Failure {
    if (error instanceof TooLarge) return tooLarge(error, this.#session.maxResponseBytes);
    return classifyTransportError(error);
  }

  isReplayable(): boolean {
    const { body } = this.#request;
    return !isMade(body) || body.replayable;
  }

  /** Sends the request with a body that is opened for this attempt, and with the headers of hooks. */
  async #sendComplete(secret: string | undefined, attempt: AttemptContext): Promise<SendResult> {
    const { body } = this.#request;
    const opened = isMade(body) ? await openBody(this.#request, body, attempt) : undefined;
    try {
      let ready = opened?.request ?? (this.#request as ReadyRequest);
      if (this.#hooks) ready = await addHookHeaders(ready, this.#hooks, this.#session.service, attempt);
      return await send(this.#session, ready, secret, attempt);
    } catch (error) {
      const broken = opened?.body.error?.();
      throw broken === undefined ? error : bodyFailed(true, broken);
    } finally {
      opened?.body.close?.();
    }
  }
}

/** A response, or why the service's redirect was not followed. */
type SendResult = ServiceResponse | (FailedAttempt & { readonly status: number | undefined });

/** Signs and sends a request, and follows redirects. Keeps nothing of the request while it is in flight. */
function send(
  session: HttpSession,
  request: ReadyRequest,
  secret: string | undefined,
  attempt: AttemptContext,
  url = request.url,
  followed = 0,
): Promise<SendResult> {
  return signAndSend(session, request, url, secret, attempt, followed).then((response) => {
    if (typeof response?.bytes?.byteLength !== 'number') throw noResponse();
    const redirect = decideRedirect(response, url, request.method, followed);
    if (redirect === undefined) return response;
    if (redirect.follow) return send(session, request, secret, attempt, redirect.url, followed + 1);
    // A redirect that a browser hides has status 0.
    const known = response.status || undefined;
    const failure = redirectFailure(redirect.reason, known, attempt.call.policy.safety, followed);
    return { failure, status: known };
  });
}

function signAndSend(
  session: HttpSession,
  request: ReadyRequest,
  url: URL,
  secret: string | undefined,
  attempt: AttemptContext,
  followed: number,
): Promise<ServiceResponse> {
  const { call, signal } = attempt;
  attempt.phase = 'credential';
  // A copy: the request itself stays unsigned.
  const target: AuthTarget = {
    method: request.method,
    url: new URL(url),
    headers: createHeaders(request.headers),
    body: knownBody(request),
    nowMs: call.engine.runtime.now(),
  };
  const placing = session.service.auth.place(target, secret);
  const sendSigned = () => {
    signal.throwIfAborted();
    if (call.hasListener && followed === 0) emitAttemptStart(call, attempt.attempt, request);
    return transmit(session, request, target, attempt);
  };
  return placing === undefined ? sendSigned() : Promise.resolve(placing).then(sendSigned);
}

function transmit(
  session: HttpSession,
  { method, body }: ReadyRequest,
  { url, headers }: AuthTarget,
  attempt: AttemptContext,
): Promise<ServiceResponse> {
  addObserverHeaders(attempt, headers);
  reportAttempt(attempt.call.attemptCount, attempt.waitedMs, url, headers);
  attempt.phase = 'headers';
  attempt.isStarted = true;
  const complete: TransportRequest = {
    url,
    method,
    headers,
    body,
    signal: attempt.signal,
    maxResponseBytes: session.maxResponseBytes,
    isStreamed: session.stream?.isStreamed,
    runtime: attempt.call.engine.runtime,
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
  // A transport of the program may return no promise.
  const sending = () => Promise.resolve(session.transport(complete));
  return attempt.call.root.observer === undefined ? sending() : runObservedAttempt(attempt, sending);
}

/** The response with a body that keeps the call until its end, and fails with the errors of the call. */
function guarded(
  stream: ResponseStream,
  response: ServiceResponse,
  { call, timeoutMs }: AttemptContext,
): ServiceResponse {
  const guard = stream.guard(response, {
    runtime: call.engine.runtime,
    signal: call.controller.signal,
    silenceMs: timeoutMs,
    toError: (failure) => createError(call, failure as Failure, 'not-retryable'),
  });
  call.streaming = guard.ended;
  return guard.response;
}

/** An observer's headers never replace one that is set. */
function addObserverHeaders({ call, attempt }: AttemptContext, headers: RequestHeaders): void {
  const { observer } = call.root;
  if (observer?.requestHeaders === undefined) return;
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
