import { type FieldPath, valueAt } from './paths.ts';

/** Where most services have the words of an error. */
const usualPlaces = ['message', 'error.message', 'error', 'errors.0.message', 'errors', 'detail'];

/** The service's words about a failure, in a body of any form. */
export function findWords(json: unknown, place: FieldPath | undefined): string | undefined {
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
