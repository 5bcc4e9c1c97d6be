import { createServiceResponse, type Issue, type ServiceResponse } from '@org/core';
import { ownValue, readJson } from '../../driver.ts';
import * as z from '../../wire/schema.ts';

/** A failure in the service's own words. */
export interface PlunkFailure {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly statusCode?: number | undefined;
  readonly requestId?: string | undefined;
  readonly issues?: readonly Issue[] | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** The status of the first request with this key; `null` while it is in progress. */
  readonly originalStatusCode?: unknown;
  readonly idempotencyKey?: string | undefined;
  readonly suggestion?: string | undefined;
}

// Three shapes are in use: the current one, a flat one of some routes, and the one of the first version.
const text = z.nullish(z.string());
const amount = z.nullish(z.number());
const issue = z.object({ field: z.string(), message: z.string() });
const details = z.object({ retryAfter: amount, originalStatusCode: z.optional(z.unknown()), key: text });
const currentBody = z.object({
  error: z.object({
    code: text,
    message: text,
    statusCode: amount,
    requestId: text,
    errors: z.optional(z.array(issue)),
    details: z.nullish(details),
    suggestion: text,
  }),
});
const flatBody = z.object({
  error: z.string(),
  message: z.nullish(z.string()),
  code: z.optional(z.unknown()),
});

export function readFailure(json: unknown): PlunkFailure {
  const current = readJson(currentBody, json);
  if (current !== undefined) return mapCurrent(current.error);
  const flat = readJson(flatBody, json);
  return flat === undefined ? {} : mapFlat(flat);
}

function mapCurrent({ errors, details, ...error }: z.infer<typeof currentBody>['error']): PlunkFailure {
  return {
    code: error.code ?? undefined,
    message: error.message ?? undefined,
    statusCode: error.statusCode ?? undefined,
    requestId: error.requestId ?? undefined,
    issues: errors?.map(({ field, message }) => ({
      path: field.replace(/\.(\d+)(?=\.|$)/g, '[$1]'),
      message,
    })),
    retryAfterSeconds: details?.retryAfter ?? undefined,
    originalStatusCode: details?.originalStatusCode,
    idempotencyKey: details?.key ?? undefined,
    suggestion: error.suggestion ?? undefined,
  };
}

function mapFlat({ error, message, code }: z.infer<typeof flatBody>): PlunkFailure {
  const text = message ?? error;
  if (typeof code === 'number') return { message: text, statusCode: code };
  return typeof code === 'string' ? { message: text, code } : { message: text };
}

/**
 * The failure that a 2xx response states with `success: false`, as a response with the status that the body
 * names; `unspecified` when it names none. `undefined` when the response states no failure.
 */
export function readStatedFailure(answer: ServiceResponse): ServiceResponse | 'unspecified' | undefined {
  if (answer.status >= 300 || !hasField(answer, 'success', false)) return undefined;
  const { statusCode = 0 } = readFailure(answer.json());
  return statusCode >= 400 && statusCode < 600
    ? createServiceResponse(statusCode, answer.headers, answer.bytes)
    : 'unspecified';
}

/** Has the body this field: with this value, or else with a text? */
export function hasField(answer: ServiceResponse, name: string, value?: boolean): boolean {
  const found = ownValue(answer.json(), name);
  return value === undefined ? typeof found === 'string' : found === value;
}
