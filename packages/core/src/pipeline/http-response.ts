import { copyError } from '../errors/copy-error.ts';
import { isOrgError, type Outcome } from '../errors/org-error.ts';
import { ResponseFormatError } from '../errors/transport-errors.ts';
import type { ServiceResponse } from '../http/response.ts';
import type { Classify, Operation, ServiceDefinition } from '../operation.ts';
import type { OperationContext } from '../operation-context.ts';
import { propertyOf } from '../options/own.ts';
import type { RateObservation } from '../rates.ts';
import { classifyStatus } from '../retry/classify.ts';
import type { Failure } from '../retry/failure.ts';
import { withUsedUp } from '../retry/problem.ts';
import { readRetryAfter } from '../retry/retry-after.ts';
import { type Issue, type SchemaResult, schemaIssue } from '../schema.ts';
import type { AttemptResult, Decoded } from './executor.ts';

/** The service, and the code of its calls. */
export interface Judge {
  readonly service: ServiceDefinition;
  readonly parts: { readonly loaded: { readonly readUsual?: ReadRates | undefined } | undefined };
}

/** Reads the rate headers of a service that has no reader of its own. */
type ReadRates = typeof import('../limits/headers/rate-limit-headers.ts').readRateHeaders;

/** What a complete response means: a value to decode or a failure, and what it says about rates. Pure. */
export function judgeResponse<Input, Output>(
  judge: Judge,
  operation: Operation<Input, Output>,
  input: Input,
  response: ServiceResponse,
  context: OperationContext,
): AttemptResult<Output> {
  const { service } = judge;
  const { status } = response;
  const refusal =
    classify(service, operation.classify, response, context) ?? unproven(operation, response, context);
  const rates = observe(judge, response, refusal, context);
  const identified = (failure: Failure): Failure => ({
    status,
    redact: service.redact,
    ...failure,
    providerRequestId: failure.providerRequestId ?? readRequestId(service, response),
  });
  if (refusal !== undefined) {
    const failure = identified(withUsedUp(refusal, response, rates.limits ?? [], context.nowMs));
    return { failure, rates, status, credentialRefused: failure.credentialRefused ?? status === 401 };
  }
  const outcome = outcomeOf(operation, status);
  const named = (decoded: Decoded<Output>): Decoded<Output> =>
    'value' in decoded ? decoded : { failure: identified(decoded.failure) };
  // Only a response that could be read says that nothing changed.
  const unread = outcome === 'not-sent' ? 'unknown' : outcome;
  const read = () => whenReady(decode(operation.decode, response, input, context, unread), named);
  return { decode: read, outcome, rates, status };
}

// Nothing differed, or nothing was there, which an operation's own classifier may accept for a removal.
// Another status of 400 and above may tell of a batch that was accepted in part.
const unchanged: ReadonlySet<number> = new Set([304, 404, 410]);

/** What a response that is no failure proves before it is decoded. */
function outcomeOf({ isAccepted, safety }: Operation<never, unknown>, status: number): Outcome {
  if (safety === 'read') return 'sent';
  if (unchanged.has(status)) return 'not-sent';
  return isAccepted ? 'sent' : 'unknown';
}

function classify(
  service: ServiceDefinition,
  own: Classify | undefined,
  response: ServiceResponse,
  context: OperationContext,
): Failure | undefined {
  const chosen = own ?? service.classify ?? classifyStatus;
  try {
    const failure = chosen(response, context);
    // A service's classifier with nothing to say about a failing status leaves it to the general one.
    return (
      failure ?? (response.status >= 400 && own === undefined ? classifyStatus(response, context) : undefined)
    );
  } catch (error) {
    if (isOrgError(error)) throw error;
    // Not prepared for this body. The status still says what happened.
    return { ...(classifyStatus(response, context) ?? misread(response, 'unknown', error)), cause: error };
  }
}

function observe(
  { parts, service }: Judge,
  response: ServiceResponse,
  failure: Failure | undefined,
  context: OperationContext,
): RateObservation {
  let limits: RateObservation['limits'] = [];
  try {
    limits =
      service.readRates?.(response, context) ?? parts.loaded?.readUsual?.(response.headers, context) ?? [];
  } catch {
    // An unreadable report says nothing about limits, and nothing about what the call did.
  }
  if (!failure?.throttled) return { limits };
  const retryAfterMs = failure.retryAfterMs ?? readRetryAfter(response.headers, context.nowMs);
  return { limits, throttled: true, retryAfterMs };
}

/** Why a 2xx response is not acceptance, where the operation can tell. */
function unproven(
  { isAccepted }: Operation<never, unknown>,
  response: ServiceResponse,
  context: OperationContext,
): Failure | undefined {
  try {
    if (isAccepted?.(response, context) !== false) return undefined;
    if (isNotJson(response)) return notJson(response);
    const message = 'The response does not prove that the service accepted the request.';
    return unreadable(message, 'unknown', response.json());
  } catch (error) {
    return misread(response, 'unknown', error);
  }
}

/** Without a promise where the decoder needs none. */
function decode<Input, Output>(
  how: Operation<Input, Output>['decode'],
  response: ServiceResponse,
  input: Input,
  context: OperationContext,
  outcome: Outcome,
): Decoded<Output> | Promise<Decoded<Output>> {
  const failed = (error: unknown): Decoded<Output> => {
    // A decoder that states an outcome or a status knows better.
    if (isOrgError(error)) throw copyError(error, { outcome, status: response.status, ...error });
    // Also a recursive schema that runs out of stack on a deeply nested response.
    return { failure: isNotJson(response) ? notJson(response) : misread(response, outcome, error) };
  };
  if (how === undefined) return { value: undefined as Output };
  try {
    if (typeof how === 'function')
      return whenReady(how(response, input, context), (value) => ({ value }), failed);
    if (isNotJson(response)) return { failure: notJson(response) };
    const checked = (result: SchemaResult<Output>): Decoded<Output> =>
      result.issues
        ? { failure: otherShape(response, outcome, result.issues.map(schemaIssue)) }
        : { value: result.value };
    return whenReady(how['~standard'].validate(response.json()), checked, failed);
  } catch (error) {
    return failed(error);
  }
}

/** Continues at once with a value, and later with the value of a promise. */
function whenReady<Value, Result>(
  value: Value | PromiseLike<Value>,
  next: (value: Value) => Result,
  failed?: (error: unknown) => Result,
): Result | Promise<Result> {
  // A value with a field of this name takes the longer way, and stays as it is.
  if (Object(value).then) return Promise.resolve(value).then(next).catch(failed);
  return next(value as Value);
}

function isNotJson(response: ServiceResponse): boolean {
  return response.bytes.byteLength > 0 && response.json() === undefined;
}

/** A captive portal or a proxy may have responded instead of the service. */
function notJson(response: ServiceResponse): Failure {
  const text = response.text();
  const type = response.headers.get('content-type') ?? '';
  const isHtml = [type, text].some((start) => /^(?:text\/html|\s*<(?:!doctype )?html)/i.test(start));
  const message = `The response is ${isHtml ? 'HTML, not' : 'not'} JSON. Check the base URL.`;
  return { ...unreadable(message, 'unknown', text), words: isHtml ? undefined : text };
}

/** The failure of a classifier or a decoder that threw. */
function misread(response: ServiceResponse, outcome: Outcome, error: unknown): Failure {
  return { ...otherShape(response, outcome, issuesOf(error)), cause: error };
}

/** The issues in the error of a schema library; any other error is one issue. */
function issuesOf(error: unknown): readonly Issue[] {
  const issues: unknown = propertyOf(error, 'issues');
  if (Array.isArray(issues)) return issues.map(schemaIssue);
  return [{ path: '', message: error instanceof Error ? error.message : 'could not be read' }];
}

function otherShape(response: ServiceResponse, outcome: Outcome, issues: readonly Issue[]): Failure {
  const [first] = issues;
  const where = first ? ` (${first.path || 'at the top'}: ${first.message})` : '';
  const message = `The response does not have the documented form${where}.`;
  return { ...unreadable(message, outcome, response.json()), issues };
}

function unreadable(message: string, outcome: Outcome, details: unknown): Failure {
  return { type: ResponseFormatError, message, outcome, replay: 'never', details };
}

function readRequestId(
  { requestIdHeaders = ['x-request-id', 'request-id'] }: ServiceDefinition,
  { headers }: ServiceResponse,
): string | undefined {
  for (const name of requestIdHeaders) {
    const value = headers.get(name);
    if (value !== null && /^[\x21-\x7e]{1,200}$/.test(value)) return value;
  }
  return undefined;
}
