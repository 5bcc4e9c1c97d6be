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
 * service's words and codes.
 *
 * @public
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
  const row = statusTable.get(status);
  // A 413 that names a time means "too much for now" (RFC 9110 §15.5.14).
  if (row) return status === 413 && hasHint ? { ...row, replay: 'always', throttled: true } : row;
  if (status < 400)
    return refused(RedirectError, `The service responded with an unexpected status ${status}.`);
  if (status < 500) return refused(BadRequestError, `The service refused the request with status ${status}.`);
  if (status === 503) return unavailable(hasHint);
  return transientStatus.test(`${status}`) ? ambiguous(status) : broken(status);
}

// From 520 on they are Cloudflare's.
const transientStatus = /^5(?:0[024]|2[0-79]|30)$/;

const statusRows = (): readonly (readonly [status: number, meaning: Meaning])[] => [
  [
    401,
    refused(
      AuthenticationError,
      'The service did not accept the credential. Check the key and that it belongs to this service.',
    ),
  ],
  [402, refused(QuotaExceededError, 'The service asks for payment: the plan or its credit is used up.')],
  [403, refused(PermissionError, 'The credential may not do this. Check what it is allowed to.')],
  [404, refused(NotFoundError, 'The service knows no such thing. Check the id and the base URL.')],
  [408, { ...ambiguous(408), message: 'The service gave up waiting for the request.' }],
  [409, refused(ConflictError, 'The request clashes with what the service already has.')],
  [410, refused(NotFoundError, 'The service no longer has this.')],
  [413, refused(PayloadTooLargeError, 'The request is too large for the service.')],
  [421, repeatable(ServerError, 'Misdirected request (status 421). Check the base URL.')],
  [425, repeatable(ServerError, 'The service was not ready for an early request (status 425).')],
  [429, { ...repeatable(RateLimitError, 'Too many requests for the moment.'), throttled: true }],
];
// A bundler drops the table from a program that makes no calls.
const statusTable = /* @__PURE__ */ new Map(/* @__PURE__ */ statusRows());

/** Refused for good: nothing was done, and the same again would be refused again. */
function refused(type: FailureType, message: string): Meaning {
  return { type, message, outcome: 'not-sent', replay: 'never' };
}

/** Refused before any work: may be repeated, whatever the operation. */
function repeatable(type: FailureType, message: string): Meaning {
  return { type, message, outcome: 'not-sent', replay: 'always' };
}

function ambiguous(status: number): Meaning {
  const message = `The service failed with status ${status}; whether it acted is not known.`;
  return { type: ServerError, message, outcome: 'unknown', replay: 'if-safe' };
}

/** Will not get better by itself: 501, 505 and codes we do not know. */
function broken(status: number): Meaning {
  const message = `The service failed with status ${status}.`;
  return { type: ServerError, message, outcome: 'unknown', replay: 'never' };
}

// With a hint, 503 is an explicit "not now": the request was turned away before work.
function unavailable(hasHint: boolean): Meaning {
  const message = 'The service is not available for the moment (status 503).';
  if (hasHint) return { ...repeatable(ServerError, message), throttled: true };
  return { type: ServerError, message, outcome: 'unknown', replay: 'if-safe' };
}

function bodyDetails(response: ServiceResponse): unknown {
  const json = response.json();
  if (json !== undefined) return json;
  const text = response.text();
  return text === '' ? undefined : text;
}
