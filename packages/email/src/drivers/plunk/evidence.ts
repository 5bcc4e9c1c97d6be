import type { HttpAnswer } from '@org/core';

/** Does a 2xx response to a write prove that it was done? It has the resource with its id. */
export const provesWrite = (answer: HttpAnswer): boolean => hasField(answer, 'id');

/** Deletions answer with 204 and no body. */
export const provesDelete = (answer: HttpAnswer): boolean =>
  answer.bytes.byteLength === 0 || hasField(answer, 'success', true) || hasField(answer, 'id');

export function hasField(answer: HttpAnswer, name: string, value?: boolean): boolean {
  const json = answer.json();
  if (typeof json !== 'object' || json === null || !Object.hasOwn(json, name)) return false;
  const found: unknown = Reflect.get(json, name);
  return value === undefined ? typeof found === 'string' : found === value;
}
