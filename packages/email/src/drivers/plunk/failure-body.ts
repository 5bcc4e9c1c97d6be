import { createServiceResponse, type Issue, type ServiceResponse } from '@org/core';
import { type JsonObject, readJson } from '../../internal/json-object.ts';

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

/** Three shapes are in use: the current one, a flat one of some routes, and the one of the first version. */
export function readFailure(json: unknown): PlunkFailure {
  const current = readJson(json, readCurrent);
  if (current.issues === undefined) return current.value;
  const flat = readJson(json, readFlat);
  return flat.issues === undefined ? flat.value : {};
}

function readCurrent(json: JsonObject): PlunkFailure {
  const error = json.object('error');
  const details = error.optionalObject('details');
  return {
    code: error.optional('string', 'code'),
    message: error.optional('string', 'message'),
    statusCode: error.optional('number', 'statusCode'),
    requestId: error.optional('string', 'requestId'),
    issues: error.value('errors') === undefined ? undefined : error.list('errors', readIssue),
    retryAfterSeconds: details?.optional('number', 'retryAfter'),
    originalStatusCode: details?.value('originalStatusCode'),
    idempotencyKey: details?.optional('string', 'key'),
    suggestion: error.optional('string', 'suggestion'),
  };
}

function readIssue(json: JsonObject): Issue {
  const path = json.required('string', 'field').replace(/\.(\d+)(?=\.|$)/g, '[$1]');
  return { path, message: json.required('string', 'message') };
}

function readFlat(json: JsonObject): PlunkFailure {
  const error = json.required('string', 'error');
  const message = json.optional('string', 'message') ?? error;
  const code = json.value('code');
  if (typeof code === 'number') return { message, statusCode: code };
  return typeof code === 'string' ? { message, code } : { message };
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
  const json = answer.json();
  if (typeof json !== 'object' || json === null || !Object.hasOwn(json, name)) return false;
  const found: unknown = Reflect.get(json, name);
  return value === undefined ? typeof found === 'string' : found === value;
}
