import type { CredentialResolver } from '../credentials/resolver.ts';
import type { Credential } from '../credentials/source.ts';
import { RedirectError, ResponseTooLargeError } from '../errors/transport-errors.ts';
import type { Hooks } from '../hooks.ts';
import type { Failure, HttpAnswer, Operation, ServiceDefinition } from '../operation.ts';
import { classifyTransportError } from '../retry/transport-errors.ts';
import type { AttemptContext, AttemptResult, Attempts } from './attempts.ts';
import { knownBody, SendTarget } from './auth-target.ts';
import { runAttempt } from './call.ts';
import { tellAttemptStart } from './call-events.ts';
import { judgeAnswer } from './http-answer.ts';
import { addHeaders, type PreparedRequest, type ReadyRequest } from './http-request.ts';
import { BodyFailure, bodyFailed, isRequestBody, openBody } from './open-body.ts';
import { TooLarge } from './read-answer.ts';
import { decideRedirect } from './redirect.ts';
import { namingSource, unusableCredential, wasRefused } from './refused-credential.ts';
import { createHeaders, type RequestHeaders } from './request-headers.ts';
import { HookFailure, hookContext, hookFailed, runAfterAnswer, runBeforeRequest } from './run-hooks.ts';
import type { Transport } from './transport.ts';

/** What all HTTP calls of one client share. */
export interface HttpSession {
  readonly service: ServiceDefinition;
  readonly credentials: CredentialResolver | undefined;
  readonly transport: Transport;
  readonly maxResponseBytes: number;
}

/** The attempts of one HTTP call: its request was made once and is only signed and sent here. */
export function createHttpAttempts<Input, Output>(
  session: HttpSession,
  operation: Operation<Input, Output>,
  input: Input,
  request: PreparedRequest,
  hooks?: readonly Hooks[],
): Attempts<Output> {
  const { credentials } = session;
  const used = new Set<string>();
  // Of two hedged attempts one may carry the older credential.
  let refused: Credential | undefined;

  return {
    async run(attempt) {
      attempt.enter('credential');
      const found = await (session.service.auth.required
        ? credentials?.get(attempt.signal)
        : credentials?.find(attempt.signal));
      const secret = found?.secret.reveal();
      if (secret) used.add(secret);
      const opened = isRequestBody(request.body) ? await openBody(request, request.body, attempt) : undefined;
      let answer: Sent;
      try {
        const ready = opened?.request ?? (request as ReadyRequest);
        const complete = hooks ? await addedTo(ready, hooks, session.service, attempt) : ready;
        answer = await send(session, complete, secret, attempt);
      } catch (error) {
        const broken = opened?.body.error?.();
        throw broken === undefined ? error : new BodyFailure(true, broken);
      } finally {
        opened?.body.close?.();
      }
      if ('failure' in answer) return answer;
      const thrown = hooks && runAfterAnswer(hooks, answer, hookContext(attempt));
      const judged = await judgeAnswer(session.service, operation, input, answer, attempt.call.context());
      if (wasRefused(judged)) refused = found;
      const result = namingSource(judged, found);
      return thrown ? endedByHook(thrown, result) : result;
    },
    classifyThrown(error, phase) {
      if (error instanceof TooLarge) return tooLarge(error, session.maxResponseBytes);
      if (error instanceof BodyFailure) return bodyFailed(error);
      if (error instanceof HookFailure) return hookFailed(error, 'not-sent');
      return phase === 'credential' ? unusableCredential(error) : classifyTransportError(error);
    },
    replayable: () => !isRequestBody(request.body) || request.body.replayable,
    async refreshCredential(signal) {
      if (credentials === undefined || refused === undefined) return false;
      const fresh = await credentials.refreshAfterRefusal(refused.secret, signal);
      return fresh !== undefined;
    },
    secrets: () => [...used],
  };
}

/** The request with what its hooks add to it. */
async function addedTo(
  request: ReadyRequest,
  hooks: readonly Hooks[],
  service: ServiceDefinition,
  attempt: AttemptContext,
): Promise<ReadyRequest> {
  attempt.enter('hook');
  const headers = createHeaders(request.headers);
  const view = {
    method: request.method,
    url: request.url.href,
    headers: { get: (name: string) => headers.get(name) },
    body: knownBody(request),
  };
  await runBeforeRequest(hooks, view, hookContext(attempt), (added) => addHeaders(service, headers, added));
  attempt.signal.throwIfAborted();
  return { ...request, headers };
}

/** The service's answer stands for the limiter; the caller gets what the hook threw, with the outcome that the answer tells. */
function endedByHook<Output>(thrown: HookFailure, result: AttemptResult<Output>): AttemptResult<Output> {
  const outcome = 'value' in result ? 'sent' : result.failure.outcome;
  const { rates, status } = result;
  return { failure: { ...hookFailed(thrown, outcome), status }, rates, status };
}

type Sent = HttpAnswer | { readonly failure: Failure; readonly status: number };

async function send(
  session: HttpSession,
  request: ReadyRequest,
  secret: string | undefined,
  attempt: AttemptContext,
): Promise<Sent> {
  const { call, signal } = attempt;
  const { runtime } = call.engine;
  let { url } = request;
  for (let followed = 0; ; followed += 1) {
    const target = new SendTarget(request, url, runtime.now());
    await session.service.auth.place(target, secret);
    signal.throwIfAborted();
    if (followed === 0) tellAttemptStart(call, attempt.attempt, request);
    addObserverHeaders(attempt, target.headers);
    attempt.enter('headers');
    const answer = await runAttempt(call, attempt.attempt, () =>
      session.transport({
        url: target.href,
        method: request.method,
        headers: target.headers,
        body: request.body,
        signal,
        maxResponseBytes: session.maxResponseBytes,
        runtime,
        onHeaders: () => attempt.enter('body'),
      }),
    );
    const redirect = decideRedirect(
      answer.status,
      answer.headers.get('location'),
      url,
      request.method,
      followed,
    );
    if (redirect === undefined) return answer;
    if (!redirect.follow)
      return { failure: redirectFailure(redirect.reason, answer.status), status: answer.status };
    url = redirect.url;
  }
}

/** What the service, the operation, the caller and the credential set stays. */
function addObserverHeaders({ call, attempt }: AttemptContext, headers: RequestHeaders): void {
  const added = call.observer?.requestHeaders?.(attempt);
  if (added === undefined) return;
  for (const [name, value] of Object.entries(added)) if (!headers.has(name)) headers.set(name, value);
}

function tooLarge({ status }: TooLarge, limit: number): Failure {
  const message = `The answer is larger than ${limit} bytes (maxResponseBytes).`;
  return { type: ResponseTooLargeError, message, outcome: 'unknown', replay: 'never', status };
}

function redirectFailure(message: string, status: number): Failure {
  return { type: RedirectError, message, outcome: 'not-sent', replay: 'never', status };
}
