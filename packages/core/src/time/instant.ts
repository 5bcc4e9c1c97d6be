const isoInstant = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/i;

/**
 * An ISO 8601 instant in milliseconds since 1970; `undefined` for any other text, and for a day that does not
 * exist: the platform takes 31 February for 3 March. @public
 */
export function parseIsoInstant(text: string): number | undefined {
  const [, day = ''] = isoInstant.exec(text) ?? [];
  if (day === '' || !new Date(day).toJSON()?.startsWith(day)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}
