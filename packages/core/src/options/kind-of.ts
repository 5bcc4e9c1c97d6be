/** Names a wrong value for an error message, without its content unless it is a number. */
export function kindOf(value: unknown): string {
  if (typeof value === 'number' || value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return 'a list';
  if (typeof value !== 'object') return `a ${typeof value}`;
  const tag = tagOf(value);
  return tag === 'Object' ? 'an object' : `${/^[AEIO]/.test(tag) ? 'an' : 'a'} ${tag}`;
}

/** The same for what may be a secret: its number is not named either. */
export const secretKindOf = (value: unknown): string =>
  typeof value === 'number' ? 'a number' : kindOf(value);

/** The platform's name of an object's kind: `Object`, `Map`, `Promise`, `URL`. */
const tagOf = (value: object) => Object.prototype.toString.call(value).slice(8, -1).slice(0, 40);

/**
 * Whether a value is an object with fields. A list, a Map, a URL, a Promise and a function have none; those
 * of a module may be given too. @public
 */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && /^(Object|Module)$/.test(tagOf(value));
}

/** The kind of a value of the wrong shape, and what to do with it: `a Promise: await it first`. @public */
export function wrongKind(value: unknown): string {
  const kind = kindOf(value);
  return `${kind}${hints[kind] ?? ''}`;
}

const hints: Readonly<Record<string, string>> = {
  'a function': ': call it first; callbacks are not taken',
  'a Promise': ': await it first',
};
