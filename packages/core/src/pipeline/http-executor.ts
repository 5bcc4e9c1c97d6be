import { ResponseTooLargeError, type TimeoutPhase } from '../errors/transport-errors.ts';
import type { Hooks } from '../hooks.ts';
import { createHeaders, isMade } from '../http/request.ts';
import { TooLarge } from '../http/response.ts';
import type { Operation, ServiceDefinition } from '../operation.ts';
import type { Failure } from '../retry/failure.ts';
import { classifyTransportError } from '../retry/transport-errors.ts';
import { CallCredentials, unusableCredential } from './call-credentials.ts';
import type { AttemptContext, AttemptResult, Executor } from './executor.ts';
import { hookContext, runAfterResponse, runBeforeRequest } from './hooks.ts';
import { addHeaders, type PreparedRequest, type ReadyRequest } from './http-request.ts';
import { judgeResponse } from './http-response.ts';
import { bodyFailed, openBody } from './open-body.ts';
import { type HttpSession, knownBody, type SendResult, send } from './send.ts';

/** The attempts of one HTTP call. Its request was made once; each attempt signs and sends it. */
export class HttpExecutor<Input, Output> implements Executor<Output> {
  readonly credentials: CallCredentials;
  readonly #session: HttpSession;
  readonly #operation: Operation<Input, Output>;
  readonly #input: Input;
  readonly #request: PreparedRequest;
  readonly #hooks: readonly Hooks[] | undefined;

  constructor(
    session: HttpSession,
    operation: Operation<Input, Output>,
    input: Input,
    request: PreparedRequest,
    hooks: readonly Hooks[] | undefined,
  ) {
    this.credentials = new CallCredentials(session.credentials);
    this.#session = session;
    this.#operation = operation;
    this.#input = input;
    this.#request = request;
    this.#hooks = hooks;
  }

  async run(attempt: AttemptContext): Promise<AttemptResult<Output>> {
    const { service } = this.#session;
    attempt.enter('credential');
    const credential = await this.credentials.get(attempt.signal, service.auth.required);
    const response = await this.#send(credential?.secret.reveal(), attempt);
    if ('failure' in response) return response;
    const hooks = this.#hooks;
    const thrown = hooks && runAfterResponse(hooks, response, hookContext(attempt));
    const context = attempt.call.context();
    const judged = judgeResponse(service, this.#operation, this.#input, response, context);
    const result = this.credentials.judge(judged, credential);
    return thrown ? failedInHook(thrown, result) : result;
  }

  classifyThrown(error: unknown, phase: TimeoutPhase): Failure {
    if (error instanceof TooLarge) return tooLarge(error, this.#session.maxResponseBytes);
    return phase === 'credential' ? unusableCredential(error) : classifyTransportError(error);
  }

  isReplayable(): boolean {
    const { body } = this.#request;
    return !isMade(body) || body.replayable;
  }

  // Without hooks and a body to open, only `run` waits for the service.
  #send(secret: string | undefined, attempt: AttemptContext): Promise<SendResult> {
    const { body } = this.#request;
    if (this.#hooks === undefined && !isMade(body))
      return send(this.#session, this.#request as ReadyRequest, secret, attempt);
    return this.#sendCompleted(secret, attempt);
  }

  /** Sends the request with a body that is opened for this attempt, and with the headers of hooks. */
  async #sendCompleted(secret: string | undefined, attempt: AttemptContext): Promise<SendResult> {
    const { body } = this.#request;
    const opened = isMade(body) ? await openBody(this.#request, body, attempt) : undefined;
    try {
      const ready = opened?.request ?? (this.#request as ReadyRequest);
      const complete = this.#hooks
        ? await withHookHeaders(ready, this.#hooks, this.#session.service, attempt)
        : ready;
      return await send(this.#session, complete, secret, attempt);
    } catch (error) {
      const broken = opened?.body.error?.();
      throw broken === undefined ? error : bodyFailed(true, broken);
    } finally {
      opened?.body.close?.();
    }
  }
}

/** The request with the headers that its hooks add. */
async function withHookHeaders(
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

/** The limiter learns from the response; the call ends with the hook's error and the outcome of the response. */
function failedInHook<Output>(thrown: Failure, result: AttemptResult<Output>): AttemptResult<Output> {
  const outcome = 'decode' in result ? 'sent' : result.failure.outcome;
  const { rates, status } = result;
  return { failure: { ...thrown, outcome, status }, rates, status };
}

function tooLarge({ status }: TooLarge, limit: number): Failure {
  const message = `The answer is larger than ${limit} bytes (maxResponseBytes).`;
  return { type: ResponseTooLargeError, message, outcome: 'unknown', replay: 'never', status };
}
