import { type Classify, classifyStatus, type Failure, ServerError, type ServiceResponse } from '@org/core';
import { LimitExceededError, readIfFits, redactDetails, withoutCoordinates } from '../../driver.ts';
import { type RoutingErrorKind, routingFailureKinds } from '../../tables/index.ts';
import * as z from '../../wire/schema.ts';

const status = z.object({
  code: z.optional(z.number()),
  message: z.optional(z.string()),
  status: z.optional(z.string()),
  details: z.optional(z.array(z.object({ reason: z.optional(z.string()) }))),
});

// The stream of a matrix has it in a list.
const errorBody = z.object({ error: status });
const errorBodies = z.union([errorBody, z.array(errorBody).check(z.atLeast(1))]);

/** What the words of google.rpc.Code mean beyond the status. Source: google/rpc/code.proto. */
const kinds: ReadonlyMap<string, RoutingErrorKind> = new Map([
  ['INVALID_ARGUMENT', 'bad-request'],
  ['FAILED_PRECONDITION', 'bad-request'],
  ['UNAUTHENTICATED', 'authentication'],
  ['PERMISSION_DENIED', 'permission'],
  ['RESOURCE_EXHAUSTED', 'rate-limit'],
  ['NOT_FOUND', 'point-not-found'],
]);

// A wrong key is a 400, and a missing one a 403. Source: google/api/error_reason.proto;
// developers.google.com/maps/documentation/routes/handle-errors (2025-09).
const isKey = /^API key (?:not valid|expired)|missing a valid API key/;

const permission =
  'The key may not use this API. In the Google Cloud console, enable the Routes API (for isochrones the ' +
  'Isochrones API) and billing, and check the restrictions of the key.';

/** A failure by the status word of its body. Other bodies are of a proxy: by status. */
export const classify: Classify = (response, context) => {
  const failure = classifyStatus(response, context);
  if (failure === undefined) return failedElements(response);
  const read = readIfFits(errorBodies, response.json());
  const error = (Array.isArray(read) ? read[0] : read)?.error;
  if (error === undefined) return redactDetails(failure);
  const reason = error.details?.find((detail) => detail.reason !== undefined)?.reason;
  return {
    ...failure,
    ...meaningOf(error, reason),
    words: error.message,
    providerCode: reason ?? error.status,
    details: { status: error.status, message: error.message },
    redact: withoutCoordinates,
  };
};

function meaningOf(
  { status: word = '', message = '' }: z.infer<typeof status>,
  reason = '',
): Partial<Failure> {
  if (reason === 'API_KEY_INVALID' || isKey.test(message)) return routingFailureKinds.authentication;
  if (word === 'RESOURCE_EXHAUSTED' && /per day/i.test(message)) return routingFailureKinds['quota-exceeded'];
  // Source: developers.google.com/maps/documentation/isochrones/troubleshooting (2026-11).
  if (word === 'INVALID_ARGUMENT' && /not exceed|exceeds? the (?:max|limit)/i.test(message))
    return { ...routingFailureKinds['limit-exceeded'], type: LimitExceededError, message: tooLarge };
  const kind = kinds.get(word);
  const meaning = kind === undefined ? {} : routingFailureKinds[kind];
  return kind === 'permission' ? { ...meaning, message: permission } : meaning;
}

const tooLarge = 'The request is larger than Google accepts. Send a smaller one.';

const element = z.object({
  status: z.optional(z.object({ code: z.optional(z.number()), message: z.optional(z.string()) })),
});

// google.rpc.Code of DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, INTERNAL and UNAVAILABLE.
const transient: ReadonlySet<number> = new Set([4, 8, 13, 14]);

/**
 * A matrix with elements that failed. It is requested again, or is a part without an answer: `null` would say
 * that there is no route.
 */
function failedElements(response: ServiceResponse): Failure | undefined {
  const elements = readIfFits(z.array(element), response.json());
  const failed = elements?.flatMap(({ status: stated }) => (stated?.code ? [stated] : []));
  const [first] = failed ?? [];
  if (failed === undefined || first === undefined) return undefined;
  return {
    type: ServerError,
    message: `Google could not compute ${failed.length} of ${elements?.length} elements of the matrix.`,
    words: first.message,
    redact: withoutCoordinates,
    outcome: 'sent',
    replay: failed.every(({ code = 0 }) => transient.has(code)) ? 'always' : 'never',
    status: response.status,
    providerCode: String(first.code),
  };
}
