import { type Contact, type Fields, fieldsOf } from '../../kit.ts';
import { failure } from './failure.ts';

const placeholderPattern = /\{\{\s*([\w.]+)\s*(?:\?\?([^{}]*))?\}\}/g;

/**
 * Replaces `{{name}}` and `{{name ?? default}}`. An absent or empty value becomes the default or nothing;
 * `a.b` is a path. Values are not escaped, as with Plunk. A short template may expand to gigabytes.
 *
 * @throws {Problem} 413 above `maxLength` characters
 */
export function render(template: string, values: Fields, maxLength: number): string {
  const parts: string[] = [];
  let length = template.length;
  let at = 0;
  for (const { index, 0: whole, 1: path = '', 2: fallback = '' } of template.matchAll(placeholderPattern)) {
    const text = String(lookUp(values, path.split('.')) ?? '') || fallback.trim();
    parts.push(template.slice(at, index), text);
    length += text.length - whole.length;
    at = index + whole.length;
    if (length - (template.length - at) > maxLength) throw tooLarge(maxLength);
  }
  if (length > maxLength) throw tooLarge(maxLength);
  return [...parts, template.slice(at)].join('');
}

export function tooLarge(maxBytes: number) {
  return failure(413, `The message is larger than ${maxBytes} bytes`, { code: 'BAD_REQUEST' });
}

function lookUp(values: Fields, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Fields)[key]
        : undefined,
    values,
  );
}

/**
 * The variables of a template: the stored values of the contact, those of the request, and those of the
 * service.
 */
export function variablesOf({ id, email, fields }: Contact, own: Fields): Fields {
  const stored: Record<string, unknown> = Object.assign(Object.create(null), fields);
  for (const [key, value] of Object.entries(own))
    if (!reservedKeys.has(key)) stored[key] = isTransient(value) ? fieldsOf(value)['value'] : value;
  const page = (name: string): string => `http://app.localhost/${name}/${id}`;
  return Object.assign(Object.create(null), stored, {
    id,
    email,
    plunk_id: id,
    plunk_email: email,
    data: stored,
    unsubscribeUrl: page('unsubscribe'),
    subscribeUrl: page('subscribe'),
    manageUrl: page('manage'),
  });
}

const reservedNames = 'id plunk_id plunk_email email unsubscribeUrl subscribeUrl manageUrl';
// Dropped silently, as by Plunk.
const reservedKeys = new Set(reservedNames.split(' '));

/** `{ value, persistent: false }`: for this mail, not stored. */
function isTransient(value: unknown): boolean {
  return 'value' in fieldsOf(value) && fieldsOf(value)['persistent'] === false;
}

/** The stored values of a contact after a change. @throws {Problem} 400 */
export function mergeData(old: Fields, change: unknown): Fields {
  if (change === null) return {};
  if (typeof change !== 'object' || Array.isArray(change)) throw failure(400, 'data must be an object');
  const merged: Record<string, unknown> = Object.assign(Object.create(null), old);
  for (const [key, value] of Object.entries(fieldsOf(change))) {
    if (reservedKeys.has(key) || value === '' || isTransient(value)) continue;
    if (value === null) delete merged[key];
    else if (key === 'locale' && typeof value !== 'string') throw failure(400, 'Locale must be a string');
    else merged[key] = value;
  }
  return merged;
}
