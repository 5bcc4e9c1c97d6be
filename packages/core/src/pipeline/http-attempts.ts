import type { CredentialResolver } from '../credentials/resolver.ts';
import { ResponseTooLargeError, type TimeoutPhase } from '../errors/transport-errors.ts';
import type { Hooks } from '../hooks.ts';
import { TooLarge } from '../http/read-answer.ts';
import { isMade } from '../http/request-body.ts';
import { createHeaders } from '../http/request-headers.ts';
import type { Transport } from '../http/transport.ts';
import type { Operation, ServiceDefinition } from '../operation.ts';
import type { Failure } from '../retry/failure.ts';
import { classifyTransportError } from '../retry/transport-errors.ts';
import type { AttemptContext, AttemptResult, Attempts } from './attempts.ts';
import { knownBody } from './auth-target.ts';
import { CredentialedAttempts } from './credentialed-attempts.ts';
import { judgeAnswer } from './http-answer.ts';
import { addHeaders, type PreparedRequest, type ReadyRequest } from './http-request.ts';
import { bodyFailed, openBody } from './open-body.ts';
import { unusableCredential } from './refused-credential.ts';
import { hookContext, runAfterAnswer, runBeforeRequest } from './run-hooks.ts';
import { type Sent, send } from './send.ts';

/** What all HTTP calls of one client share. */
export interface HttpSession {
  readonly service: ServiceDefinition;
  readonly credentials: CredentialResolver | undefined;
  readonly transport: Transport;
  readonly maxResponseBytes: number;
}

/** The attempts of one HTTP call: its request was made once and is only signed and sent here. */
export class HttpAttempts<Input, Output> extends CredentialedAttempts implements Attempts<Output> {
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
    super(session.credentials);
    this.#session = session;
    this.#operation = operation;
    this.#input = input;
    this.#request = request;
    this.#hooks = hooks;
  }

  async run(attempt: AttemptContext): Promise<AttemptResult<Output>> {
    const { service } = this.#session;
    const { credentials } = this;
    attempt.enter('credential');
    const found = await (service.auth.required
      ? credentials?.get(attempt.signal)
      : credentials?.find(attempt.signal));
    const answer = await this.#send(this.reveal(found), attempt);
    if ('failure' in answer) return answer;
    const hooks = this.#hooks;
    const thrown = hooks && runAfterAnswer(hooks, answer, hookContext(attempt));
    const context = attempt.call.context();
    const result = this.judged(judgeAnswer(service, this.#operation, this.#input, answer, context), found);
    return thrown ? endedByHook(thrown, result) : result;
  }

  classifyThrown(error: unknown, phase: TimeoutPhase): Failure {
    if (error instanceof TooLarge) return tooLarge(error, this.#session.maxResponseBytes);
    return phase === 'credential' ? unusableCredential(error) : classifyTransportError(error);
  }

  replayable(): boolean {
    const { body } = this.#request;
    return !isMade(body) || body.replayable;
  }

  /** Nothing waits here for the service but what has something to do after it. */
  #send(secret: string | undefined, attempt: AttemptContext): Promise<Sent> {
    const { body } = this.#request;
    if (this.#hooks === undefined && !isMade(body))
      return send(this.#session, this.#request as ReadyRequest, secret, attempt);
    return this.#sendCompleted(secret, attempt);
  }

  /** The request with a body that is opened for this attempt, and with what hooks add. */
  async #sendCompleted(secret: string | undefined, attempt: AttemptContext): Promise<Sent> {
    const { body } = this.#request;
    const opened = isMade(body) ? await openBody(this.#request, body, attempt) : undefined;
    try {
      const ready = opened?.request ?? (this.#request as ReadyRequest);
      const complete = this.#hooks
        ? await addedTo(ready, this.#hooks, this.#session.service, attempt)
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
function endedByHook<Output>(thrown: Failure, result: AttemptResult<Output>): AttemptResult<Output> {
  const outcome = 'decode' in result ? 'sent' : result.failure.outcome;
  const { rates, status } = result;
  return { failure: { ...thrown, outcome, status }, rates, status };
}

function tooLarge({ status }: TooLarge, limit: number): Failure {
  const message = `The answer is larger than ${limit} bytes (maxResponseBytes).`;
  return { type: ResponseTooLargeError, message, outcome: 'unknown', replay: 'never', status };
}
