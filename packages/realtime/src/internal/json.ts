/** Whether the value is an object with fields, as JSON has them. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether the value is a plain object of texts. `Headers` or a Map would look like an empty object. */
export function isFields(value: unknown): value is Readonly<Record<string, string>> {
  if (!isRecord(value) || Symbol.iterator in value) return false;
  return Object.values(value).every((each) => typeof each === 'string');
}

/** The JSON value of a text, or the text itself if it is not JSON. */
export function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
