import {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  NotFoundError,
  PayloadTooLargeError,
  PermissionError,
  QuotaExceededError,
  RateLimitError,
  ServerError,
} from '../errors/service-errors.ts';
import { RedirectError } from '../errors/transport-errors.ts';
import type { ServiceResponse } from '../http/response.ts';
import type { Failure, FailureType } from './failure.ts';
import { problemOf } from './problem.ts';
import { readRetryAfter } from './retry-after.ts';

/**
 * The meaning of an HTTP status (RFC 9110 §15, RFC 6585). A driver's own classifier starts here and adds the
 * service's words and codes. @public
 *
 * @example
 * const classify: Classify = (response, context) =>
 *   response.status === 404 ? undefined : classifyStatus(response, context);
 */
export function classifyStatus(
  response: ServiceResponse,
  context: { readonly nowMs: number },
): Failure | undefined {
  const { status } = response;
  // 304 answers a conditional request, which only a caller's own header makes.
  if ((status >= 200 && status < 300) || status === 304) return undefined;
  const retryAfterMs = readRetryAfter(response.headers, context.nowMs);
  const problem = problemOf(response);
  // Capacity that is short for the moment is a "not now" as well, with or without a time.
  const isAskedToWait = retryAfterMs !== undefined || problem?.code === 'temporary-reduced-capacity';
  const failure = { ...meaningOf(status, isAskedToWait), status, details: bodyDetails(response) };
  return {
    ...failure,
    ...(problem === undefined ? {} : { providerCode: problem.code }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

type Meaning = Pick<Failure, 'type' | 'message' | 'outcome' | 'replay' | 'throttled'>;

function meaningOf(status: number, hasHint: boolean): Meaning {
  const row = Object.hasOwn(statusTable, status) ? statusTable[status] : undefined;
  if (row !== undefined) {
    const [type, message, outcome = 'not-sent', replay = 'never'] = row;
    // A 413 or 503 with a hint is an explicit "not now" (RFC 9110 §15.5.14, §15.6.4): nothing was done.
    if (status === 429 || (hasHint && (status === 413 || status === 503)))
      return { type, message, outcome: 'not-sent', replay: 'always', throttled: true };
    return { type, message, outcome, replay };
  }
  if (status < 400) return refused(RedirectError, `The service sent an unexpected status ${status}.`);
  if (status < 500) return refused(BadRequestError, `The service refused the request with status ${status}.`);
  const isTransient = transientStatus.test(`${status}`);
  const doubt = isTransient ? '; whether it acted is not known' : '';
  const message = `The service failed with status ${status}${doubt}.`;
  return { type: ServerError, message, outcome: 'unknown', replay: isTransient ? 'if-safe' : 'never' };
}

function refused(type: FailureType, message: string): Meaning {
  return { type, message, outcome: 'not-sent', replay: 'never' };
}

// From 520 on they are Cloudflare's.
const transientStatus = /^5(?:0[024]|2[0-79]|30)$/;

type Row = readonly [
  type: FailureType,
  message: string,
  outcome?: Failure['outcome'],
  replay?: Failure['replay'],
];

const statusTable: Readonly<Record<number, Row>> = {
  401: [
    AuthenticationError,
    'The service did not accept the credential. Check the key and that it belongs to this service.',
  ],
  402: [QuotaExceededError, 'The service asks for payment: the plan or its credit is used up.'],
  403: [PermissionError, 'The credential may not do this. Check what it is allowed to.'],
  404: [NotFoundError, 'The service knows no such thing. Check the id and the base URL.'],
  408: [ServerError, 'The service gave up waiting for the request.', 'unknown', 'if-safe'],
  409: [ConflictError, 'The request clashes with what the service already has.'],
  410: [NotFoundError, 'The service no longer has this.'],
  413: [PayloadTooLargeError, 'The request is too large for the service.'],
  421: [ServerError, 'Misdirected request (status 421). Check the base URL.', 'not-sent', 'always'],
  425: [ServerError, 'The service was not ready for an early request (status 425).', 'not-sent', 'always'],
  429: [RateLimitError, 'Too many requests for the moment.'],
  503: [ServerError, 'The service is not available for the moment (status 503).', 'unknown', 'if-safe'],
};

function bodyDetails(response: ServiceResponse): unknown {
  return response.json() ?? (response.text() || undefined);
}
