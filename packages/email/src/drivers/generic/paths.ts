import { ownValue } from '../../driver.ts';
import type { FieldPath } from './table.ts';

/** The value at a path of a parsed body; `undefined` when there is none. */
export function valueAt(body: unknown, path: FieldPath): unknown {
  return path === '' ? body : path.split('.').reduce(ownValue, body);
}

/** Puts values at their paths: objects are made as needed, and a value `undefined` is left out. */
export function bodyOf(
  entries: readonly (readonly [path: FieldPath | undefined, value: unknown])[],
  constants: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const body = structuredClone(constants) as Record<string, unknown>;
  for (const [path, value] of entries) if (path !== undefined && value !== undefined) put(body, path, value);
  return body;
}

function put(body: Record<string, unknown>, path: FieldPath, value: unknown): void {
  const names = path.split('.');
  const last = names.pop() ?? '';
  let place = body;
  for (const name of names) {
    const inner = Object.hasOwn(place, name) ? place[name] : undefined;
    const next = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {};
    place[name] = next;
    place = next;
  }
  place[last] = value;
}

/** An id as text. A number beyond 2^53 has lost its last digits: it is not an id. */
export function idOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return Number.isSafeInteger(value) ? String(value) : undefined;
}
