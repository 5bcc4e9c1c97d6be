/** Values by name, without a prototype, so that `{{constructor}}` is unknown. */
export type TemplateValues = Readonly<Record<string, unknown>>;

const placeholderPattern = /\{\{\s*([\w.]+)\s*(?:\?\?([^{}]*))?\}\}/g;

/**
 * Replaces `{{name}}` and `{{name ?? default}}`. An absent or empty value becomes the default or nothing;
 * `a.b` is a path. Values are not escaped, as with Plunk. Returns `undefined` above `maxLength` characters: a
 * short template may expand to gigabytes.
 */
export function renderTemplate(
  template: string,
  values: TemplateValues,
  maxLength: number,
): string | undefined {
  const parts: string[] = [];
  let length = 0;
  let at = 0;
  for (const { index, 0: whole, 1: path = '', 2: fallback = '' } of template.matchAll(placeholderPattern)) {
    const text = printValue(lookUp(values, path.split('.'))) || fallback.trim();
    parts.push(template.slice(at, index), text);
    length += index - at + text.length;
    if (length > maxLength) return undefined;
    at = index + whole.length;
  }
  parts.push(template.slice(at));
  return length + template.length - at > maxLength ? undefined : parts.join('');
}

function printValue(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}

function lookUp(values: TemplateValues, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<string, unknown>)[key]
        : undefined,
    values,
  );
}
