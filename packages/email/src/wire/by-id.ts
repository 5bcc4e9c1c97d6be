import type { Classify, HttpRequest, ServiceResponse } from '@org/core';
import { defineRequest, type RequestDefinition } from '@org/core/driver';

/** A path whose only parameter is the id of an item: `/templates/{id}`. @public */
export type ItemPath = `/${string}{${string}}${string}`;

/** A request about one item of a collection. @public */
export function itemRequest(
  method: HttpRequest['method'],
  path: ItemPath,
  id: string,
  json?: object,
): HttpRequest {
  const [, name = ''] = /\{(\w+)\}/.exec(path) ?? [];
  return { method, path, params: { [name]: id }, json };
}

/**
 * Reads an item by its id. @public
 *
 * @example
 * const operations = { 'template.get': getItem('/templates/{id}', (response) => response.json()) };
 */
export function getItem<Output>(
  path: ItemPath,
  decode: RequestDefinition<string, Output>['decode'],
  classify?: Classify,
): RequestDefinition<string, Output> {
  const encode = (id: string) => itemRequest('GET', path, id);
  return defineRequest({ safety: 'read', encode, decode, classify });
}

/**
 * Deletes an item by its id. @public
 *
 * @param isAccepted - whether a 2xx response proves it
 */
export function deleteItem(
  path: ItemPath,
  isAccepted: (response: ServiceResponse) => boolean,
  classify?: Classify,
): RequestDefinition<string, undefined> {
  const encode = (id: string) => itemRequest('DELETE', path, id);
  return defineRequest({ safety: 'idempotent', encode, isAccepted, classify });
}
