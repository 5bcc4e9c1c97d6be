/** Names a wrong value for an error message, without its content unless it is a number. */
export function kindOf(value: unknown): string {
  if (typeof value === 'number' || value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
