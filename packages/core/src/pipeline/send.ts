import type { AuthTarget } from '../auth/auth.ts';
import type { CredentialResolver } from '../credentials/resolver.ts';
import { ConfigurationError } from '../errors/caller-errors.ts';
import { RedirectError } from '../errors/transport-errors.ts';
import { decideRedirect } from '../http/redirect.ts';
import { createHeaders, isMade, type RequestHeaders } from '../http/request.ts';
import type { ServiceResponse } from '../http/response.ts';
import type { Transport, TransportRequest } from '../http/transport.ts';
import { apart } from '../observe/apart.ts';
import { runObserved } from '../observe/run-observed.ts';
import type { ServiceDefinition } from '../operation.ts';
import type { Failure } from '../retry/failure.ts';
import type { Safety } from '../safety.ts';
import { emitAttemptStart } from './call-events.ts';
import type { AttemptContext } from './executor.ts';
import type { ReadyRequest } from './http-request.ts';

/** What all HTTP calls of one client share. */
export interface HttpSession {
  readonly service: ServiceDefinition;
  readonly credentials: CredentialResolver | undefined;
  readonly transport: Transport;
  readonly maxResponseBytes: number;
}

/** A response, or why the service's redirect was not followed. */
export type SendResult = ServiceResponse | { readonly failure: Failure; readonly status: number };

/** Signs and sends a request, and follows redirects. Keeps nothing of the request while it is in flight. */
export function send(
  session: HttpSession,
  request: ReadyRequest,
  secret: string | undefined,
  attempt: AttemptContext,
  url = request.url,
  followed = 0,
): Promise<SendResult> {
  return sign(session, request, url, secret, attempt, followed).then((answer) => {
    if (typeof answer?.bytes?.byteLength !== 'number') throw noAnswer();
    const location = answer.headers.get('location');
    const redirect = decideRedirect(answer.status, location, url, request.method, followed);
    if (redirect === undefined) return answer;
    return redirect.follow
      ? send(session, request, secret, attempt, redirect.url, followed + 1)
      : {
          failure: redirectFailure(redirect.reason, answer.status, attempt.call.policy.safety, followed),
          status: answer.status,
        };
  });
}

function sign(
  session: HttpSession,
  request: ReadyRequest,
  url: URL,
  secret: string | undefined,
  attempt: AttemptContext,
  followed: number,
): Promise<ServiceResponse> {
  attempt.enter('credential');
  const target = new SendTarget(request, url, attempt.call.engine.runtime.now());
  const placing = session.service.auth.place(target, secret);
  const leave = () => sendTo(session, request, target, attempt, followed);
  return placing === undefined ? leave() : Promise.resolve(placing).then(leave);
}

function sendTo(
  session: HttpSession,
  request: ReadyRequest,
  target: SendTarget,
  attempt: AttemptContext,
  followed: number,
): Promise<ServiceResponse> {
  const { call, signal } = attempt;
  signal.throwIfAborted();
  if (followed === 0) emitAttemptStart(call, attempt.attempt, request);
  addObserverHeaders(attempt, target.headers);
  attempt.enter('headers');
  const leaving: TransportRequest = {
    url: target.href,
    method: request.method,
    headers: target.headers,
    body: request.body,
    signal,
    maxResponseBytes: session.maxResponseBytes,
    runtime: call.engine.runtime,
    onConnection: (isOpen) => attempt.enter(isOpen ? 'headers' : 'connect'),
    onHeaders: () => attempt.enter('body'),
  };
  const { observer } = call;
  return runObserved(observer?.runAttempt?.bind(observer, attempt.attempt), async () =>
    session.transport(leaving),
  );
}

/** An observer's headers never replace one that is set. */
function addObserverHeaders({ call, attempt }: AttemptContext, headers: RequestHeaders): void {
  const { observer } = call;
  if (observer?.requestHeaders === undefined) return;
  apart(() => {
    for (const [name, value] of Object.entries(observer.requestHeaders?.(attempt) ?? {}))
      if (!headers.has(name)) headers.set(name, value);
  });
}

/** A service that answers 301, 302 or 303 has usually acted and points to the result; 307 and 308 ask for the same request again (RFC 9110 §15.4). */
function redirectFailure(message: string, status: number, safety: Safety, followed: number): Failure {
  const isUntouched = safety === 'read' || (followed === 0 && (status === 307 || status === 308));
  return {
    type: RedirectError,
    message,
    outcome: isUntouched ? 'not-sent' : 'unknown',
    replay: 'never',
    status,
  };
}

function noAnswer(): ConfigurationError {
  const message =
    'transport must resolve with what createServiceResponse() returns: is it createNodeTransport(), with parentheses?';
  return new ConfigurationError({ message, outcome: 'unknown' });
}

/** A copy of the request for the credential to be placed in: the request itself stays unsigned. */
class SendTarget implements AuthTarget {
  readonly method: string;
  readonly headers: RequestHeaders;
  readonly body: string | Uint8Array | undefined;
  readonly nowMs: number;
  readonly #given: URL;
  #url: URL | undefined;

  constructor(request: ReadyRequest, url: URL, nowMs: number) {
    this.method = request.method;
    this.headers = createHeaders(request.headers);
    this.body = knownBody(request);
    this.nowMs = nowMs;
    this.#given = url;
  }

  /** Copied on first use: most credentials go into a header. */
  get url(): URL {
    this.#url ??= new URL(this.#given);
    return this.#url;
  }

  get href(): string {
    return (this.#url ?? this.#given).href;
  }
}

/** The body, if hooks and signatures can read it. */
export function knownBody({ body }: ReadyRequest): string | Uint8Array | undefined {
  return isMade(body) ? undefined : body;
}
