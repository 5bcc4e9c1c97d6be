/** A JSON object, whose fields are then read one by one. @internal */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A plain object of texts: what keeps its names elsewhere (`Headers`, a Map) would be taken for empty.
 *
 * @internal
 */
export function isFields(value: unknown): value is Readonly<Record<string, string>> {
  if (!isRecord(value) || Symbol.iterator in value) return false;
  return Object.values(value).every((each) => typeof each === 'string');
}
