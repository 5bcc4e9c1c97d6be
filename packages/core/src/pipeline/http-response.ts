import type { RateObservation, RateReport } from '../constraints/usage.ts';
import { copyError } from '../errors/copy-error.ts';
import { isOrgError, type Outcome } from '../errors/org-error.ts';
import { ResponseFormatError } from '../errors/transport-errors.ts';
import { readRateHeaders } from '../feedback/rate-limit-headers.ts';
import type { ServiceResponse } from '../http/response.ts';
import type { Classify, Operation, ServiceDefinition } from '../operation.ts';
import type { OperationContext } from '../operation-context.ts';
import { classifyStatus } from '../retry/classify.ts';
import type { Failure } from '../retry/failure.ts';
import { readRetryAfter } from '../retry/retry-after.ts';
import { withUsedUp } from '../retry/used-up.ts';
import { type Issue, toIssue, validate } from '../schema.ts';
import type { AttemptResult, Decoded } from './executor.ts';

/** What a complete answer means: a value to decode or a failure, and what it says about rates. Pure. */
export function judgeResponse<Input, Output>(
  service: ServiceDefinition,
  operation: Operation<Input, Output>,
  input: Input,
  answer: ServiceResponse,
  context: OperationContext,
): AttemptResult<Output> {
  const { status } = answer;
  const refusal =
    classify(service, operation.classify, answer, context) ?? unproven(operation, answer, context);
  const rates = observe(service, answer, refusal, context);
  const identified = (failure: Failure): Failure => {
    const providerRequestId = failure.providerRequestId ?? readRequestId(service, answer);
    return { status, ...failure, providerRequestId };
  };
  if (refusal === undefined) {
    const outcome = operation.isAccepted || operation.safety === 'read' ? 'sent' : 'unknown';
    const read = async (): Promise<Decoded<Output>> => {
      const decoded = await decode(operation.decode, answer, input, context, outcome);
      return 'value' in decoded ? decoded : { failure: identified(decoded.failure) };
    };
    return { decode: read, outcome, rates, status };
  }
  const failure = identified(withUsedUp(refusal, answer, rates.limits ?? [], context.nowMs));
  return { failure, rates, status, credentialRefused: failure.credentialRefused ?? status === 401 };
}

function classify(
  service: ServiceDefinition,
  own: Classify | undefined,
  answer: ServiceResponse,
  context: OperationContext,
): Failure | undefined {
  const chosen = own ?? service.classify;
  if (chosen === undefined) return classifyStatus(answer, context);
  try {
    // A classifier with nothing to say about a plain failure leaves it to the general one; about a success its word counts.
    return (
      chosen(answer, context) ??
      (answer.status >= 400 && own === undefined ? classifyStatus(answer, context) : undefined)
    );
  } catch (error) {
    if (isOrgError(error)) throw error;
    // It stumbled over a body that it did not expect. The status still says what happened.
    return { ...(classifyStatus(answer, context) ?? misread(answer, 'unknown', error)), cause: error };
  }
}

function observe(
  service: ServiceDefinition,
  answer: ServiceResponse,
  failure: Failure | undefined,
  context: OperationContext,
): RateObservation {
  const limits = readRates(service, answer, context);
  if (failure === undefined || !failure.throttled) return { limits };
  return {
    limits,
    throttled: true,
    retryAfterMs: failure.retryAfterMs ?? readRetryAfter(answer.headers, context.nowMs),
  };
}

function readRates(
  { readRates: own }: ServiceDefinition,
  answer: ServiceResponse,
  context: OperationContext,
): readonly RateReport[] {
  if (own === undefined) return readRateHeaders(answer.headers, { nowMs: context.nowMs });
  try {
    return own(answer, context);
  } catch {
    // What it cannot read says nothing about limits, and nothing about what the call did.
    return [];
  }
}

/** Why a 2xx response is no acceptance, where the operation can tell. */
function unproven(
  { isAccepted }: Operation<never, unknown>,
  answer: ServiceResponse,
  context: OperationContext,
): Failure | undefined {
  try {
    if (isAccepted?.(answer, context) !== false) return undefined;
    return isNotJson(answer) ? notJson(answer) : notAccepted(answer);
  } catch (error) {
    return misread(answer, 'unknown', error);
  }
}

async function decode<Input, Output>(
  how: Operation<Input, Output>['decode'],
  answer: ServiceResponse,
  input: Input,
  context: OperationContext,
  outcome: Outcome,
): Promise<Decoded<Output>> {
  try {
    if (typeof how === 'function') return { value: await how(answer, input, context) };
    if (isNotJson(answer)) return { failure: notJson(answer) };
    const result = await validate(how, answer.json());
    return 'value' in result ? result : { failure: otherShape(answer, outcome, result.issues) };
  } catch (error) {
    // A decoder that states an outcome knows better.
    if (isOrgError(error)) throw error.outcome === undefined ? copyError(error, { outcome }) : error;
    // Also a schema that calls itself, and runs out of stack on an answer that is nested deeply enough.
    return { failure: isNotJson(answer) ? notJson(answer) : misread(answer, outcome, error) };
  }
}

function isNotJson(answer: ServiceResponse): boolean {
  return answer.bytes.byteLength > 0 && answer.json() === undefined;
}

/** The classifier or the decoder threw. */
function misread(answer: ServiceResponse, outcome: Outcome, error: unknown): Failure {
  return { ...otherShape(answer, outcome, issuesOf(error)), cause: error };
}

/** What a schema library's error says about the value; an error without such a list says nothing. */
function issuesOf(error: unknown): readonly Issue[] {
  const issues: unknown =
    typeof error === 'object' && error !== null ? Reflect.get(error, 'issues') : undefined;
  if (Array.isArray(issues)) return issues.map(toIssue);
  return [{ path: '', message: error instanceof Error ? error.message : 'could not be read' }];
}

/** A captive portal or a proxy may have answered instead of the service. */
function notJson(answer: ServiceResponse): Failure {
  const words = isHtml(answer) ? undefined : answer.text();
  const kind = words === undefined ? 'HTML, not' : 'not';
  return { ...unreadable(answer, `The response is ${kind} JSON. Check the base URL.`, 'unknown'), words };
}

function isHtml(answer: ServiceResponse): boolean {
  const type = answer.headers.get('content-type') ?? '';
  return /^text\/html/i.test(type) || /^\s*<(?:!doctype )?html/i.test(answer.text());
}

function notAccepted(answer: ServiceResponse): Failure {
  const message = 'The response does not prove that the service accepted the request.';
  return { ...unreadable(answer, message, 'unknown'), details: answer.json() };
}

function otherShape(answer: ServiceResponse, outcome: Outcome, issues: Failure['issues']): Failure {
  const first = issues?.[0];
  const where =
    first === undefined ? '' : ` (${first.path === '' ? 'at the top' : first.path}: ${first.message})`;
  return {
    ...unreadable(answer, `The answer does not have the shape that the service documents${where}.`, outcome),
    issues,
    details: answer.json(),
  };
}

function unreadable(answer: ServiceResponse, message: string, outcome: Failure['outcome']): Failure {
  return {
    type: ResponseFormatError,
    message,
    outcome,
    replay: 'never',
    details: answer.text(),
  };
}

function readRequestId(service: ServiceDefinition, answer: ServiceResponse): string | undefined {
  for (const name of service.requestIdHeaders ?? ['x-request-id', 'request-id']) {
    const value = answer.headers.get(name);
    if (value !== null && /^[\x21-\x7e]{1,200}$/.test(value)) return value;
  }
  return undefined;
}
