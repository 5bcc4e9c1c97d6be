import type { ServiceResponse } from '@org/core';
import { findWords } from './find-words.ts';
import { type FieldPath, idOf, valueAt } from './paths.ts';
import type { Evidence, GenericService } from './table.ts';

/** A status alone is evidence without a body or with JSON: a login page is neither. */
export function proves(response: ServiceResponse, { statuses, field, equals = true }: Evidence): boolean {
  if (statuses !== undefined && !statuses.includes(response.status)) return false;
  const json = response.json();
  if (field !== undefined) return valueAt(json, field) === equals;
  return statuses !== undefined && (response.bytes.byteLength === 0 || json !== undefined);
}

/** A write without a result of its own: 204, the evidence of a send, or the item with its id. */
export function provesWrite(response: ServiceResponse, { send }: GenericService, id: FieldPath): boolean {
  if (response.status === 204 || idOf(valueAt(response.json(), id)) !== undefined) return true;
  return proves(response, send.accepted ?? {});
}

/** The service's own 404, and not that of a proxy or a wrong base URL: it has a code, or else words. */
export function isMissing(response: ServiceResponse, { errors = {} }: GenericService): boolean {
  if (response.status !== 404) return false;
  const json = response.json();
  if (errors.code !== undefined) return idOf(valueAt(json, errors.code)) !== undefined;
  return findWords(json, errors.message) !== undefined;
}
