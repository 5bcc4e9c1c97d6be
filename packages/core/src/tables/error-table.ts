import { refineFailure } from '../driver/refine-failure.ts';
import {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  NotFoundError,
  PermissionError,
  QuotaExceededError,
  RateLimitError,
} from '../errors/service-errors.ts';
import type { ServiceResponse } from '../http/response.ts';
import type { Classify } from '../operation.ts';
import { classifyStatus } from '../retry/classify.ts';
import type { Failure } from '../retry/failure.ts';
import { type FieldPath, idOf, valueAt } from './places.ts';

/** Where a failed response says why, and what its codes mean beyond the status. @public */
export interface ErrorTable<Kind extends string = FailureKind> {
  readonly code?: FieldPath | undefined;
  /**
   * The service's words: a text, or a list of texts.
   *
   * @defaultValue the first text of `message`, `error.message`, `error`, `errors.0.message`, `errors` and
   * `detail`
   */
  readonly message?: FieldPath | undefined;
  readonly kinds?: Readonly<Record<string, Kind>> | undefined;
  /** A field of a 2xx response that refuses, and its value. */
  readonly refusal?: Refusal | undefined;
}

/** A field of a 2xx response that refuses. @public */
export interface Refusal {
  readonly field: FieldPath;
  /** @defaultValue false */
  readonly equals?: string | number | boolean | undefined;
}

/** The kinds of errors that every service may have. @public */
export type FailureKind = keyof typeof failureKinds;

/** A request that the service refused and did not carry out. */
const refused = { outcome: 'not-sent', replay: 'never', throttled: false } as const;
/** Services answer these with a 401, too, although the key is right. */
const rightKey = { ...refused, credentialRefused: false } as const;

/** What each kind of error adds to the meaning of a status. @public */
export const failureKinds = {
  authentication: {
    ...refused,
    type: AuthenticationError,
    message: 'The service did not accept the key. Check `apiKey`.',
    credentialRefused: true,
  },
  permission: { ...rightKey, type: PermissionError, message: 'The key may not do this.' },
  'bad-request': {
    ...refused,
    type: BadRequestError,
    message: 'The service refused the request as invalid.',
  },
  'not-found': { ...refused, type: NotFoundError, message: 'The service knows no such thing. Check the id.' },
  conflict: { ...refused, type: ConflictError, message: 'The request clashes with what the service has.' },
  'rate-limit': {
    type: RateLimitError,
    message: 'Too many requests for the moment.',
    outcome: 'not-sent',
    replay: 'always',
    throttled: true,
  },
  'quota-exceeded': { ...rightKey, type: QuotaExceededError, message: 'The quota of the plan is used up.' },
} as const satisfies Readonly<Record<string, Partial<Failure>>>;

/**
 * The meaning of a failed response: its status first, then what a table says about its code. @public
 *
 * @param kinds - the meanings of the table's kinds: {@link failureKinds}, and those of the product
 * @param redact - removes private data of the product from the service's words
 * @param refusals - fields whose value `false` refuses a request in a 2xx response
 * @example
 * ```ts
 * const table = { code: 'error.code', kinds: { over_quota: 'quota-exceeded' } } as const;
 * const classify = classifyByTable(table, failureKinds, (words) => words);
 * ```
 */
export function classifyByTable<Kind extends string>(
  { code: codeAt, message, kinds: kindOf = {}, refusal }: ErrorTable<Kind>,
  kinds: Readonly<Record<Kind, Partial<Failure>>>,
  redact: (text: string) => string,
  refusals: readonly FieldPath[] = [],
): Classify {
  const stated = refusal === undefined ? refusals.map((field) => ({ field })) : [refusal];
  return (response, context) => {
    const failure = classifyStatus(response, context) ?? refusalOf(response, stated);
    if (failure === undefined) return undefined;
    const json = response.json();
    const code = codeAt === undefined ? undefined : idOf(valueAt(json, codeAt));
    const kind = code !== undefined && Object.hasOwn(kindOf, code) ? kindOf[code] : undefined;
    return {
      ...refineFailure(failure, kind && kinds[kind]),
      providerCode: code ?? failure.providerCode,
      words: findWords(json, message),
      // The body of an unknown service may repeat the request.
      details: undefined,
      redact,
    };
  };
}

/** Of a 2xx response that says that the service did not do it. */
function refusalOf(response: ServiceResponse, stated: readonly Refusal[]): Failure | undefined {
  const json = response.json();
  if (!stated.some(({ field, equals = false }) => valueAt(json, field) === equals)) return undefined;
  const message = 'The service says that it refused the request.';
  return { ...refused, type: BadRequestError, message, status: response.status };
}

/** Where most services have the words of an error. */
const usualPlaces = ['message', 'error.message', 'error', 'errors.0.message', 'errors', 'detail'];

/** The service's words about a failure, in a body of any form. @public */
export function findWords(json: unknown, place?: FieldPath): string | undefined {
  const places = place === undefined ? usualPlaces : [place];
  return places.map((path) => wordsIn(valueAt(json, path))).find(Boolean);
}

/** A text, those of a list, or those of fields: `{ to: ['is invalid'] }`. */
function wordsIn(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || depth > 2) return undefined;
  const isList = Array.isArray(value);
  const parts = Object.entries(value).flatMap(([name, inner]) => {
    const words = wordsIn(inner, depth + 1);
    return words === undefined ? [] : [isList ? words : `${name}: ${words}`];
  });
  return parts.length === 0 ? undefined : parts.join('; ');
}
