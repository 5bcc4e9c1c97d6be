import { createServiceResponse, type Issue, type ServiceResponse } from '@org/core';
import { isRecord, textAt } from '@org/core/driver';
import { ownValue } from '../../driver.ts';

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

const numberIn = (from: unknown, name: string): number | undefined => {
  const value = ownValue(from, name);
  return typeof value === 'number' ? value : undefined;
};

/**
 * Three shapes are in use: the current one, a flat one of some routes, and the one of the first version. Read
 * field by field: what has another type is as absent, and a send needs no schema for it.
 */
export function readFailure(json: unknown): PlunkFailure {
  const error = ownValue(json, 'error');
  if (isRecord(error)) return readCurrent(error);
  return typeof error === 'string' ? readFlat(json, error) : {};
}

function readCurrent(error: Readonly<Record<string, unknown>>): PlunkFailure {
  const details = ownValue(error, 'details');
  return {
    code: textAt(error, 'code'),
    message: textAt(error, 'message'),
    statusCode: numberIn(error, 'statusCode'),
    requestId: textAt(error, 'requestId'),
    issues: readIssues(ownValue(error, 'errors')),
    retryAfterSeconds: numberIn(details, 'retryAfter'),
    originalStatusCode: ownValue(details, 'originalStatusCode'),
    idempotencyKey: textAt(details, 'key'),
    suggestion: textAt(error, 'suggestion'),
  };
}

function readIssues(errors: unknown): readonly Issue[] | undefined {
  if (!Array.isArray(errors)) return undefined;
  return errors.flatMap((given: unknown) => {
    const [field, message] = [textAt(given, 'field'), textAt(given, 'message')];
    if (field === undefined || message === undefined) return [];
    return { path: field.replace(/\.(\d+)(?=\.|$)/g, '[$1]'), message };
  });
}

function readFlat(json: unknown, error: string): PlunkFailure {
  const message = textAt(json, 'message') ?? error;
  const statusCode = numberIn(json, 'code');
  if (statusCode !== undefined) return { message, statusCode };
  const code = textAt(json, 'code');
  return code === undefined ? { message } : { message, code };
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

/** The object without the fields that are `undefined`. */
export function withoutUndefined<Shape extends object>(shape: Shape): Shape {
  for (const [key, value] of Object.entries(shape))
    if (value === undefined) Reflect.deleteProperty(shape, key);
  return shape;
}
