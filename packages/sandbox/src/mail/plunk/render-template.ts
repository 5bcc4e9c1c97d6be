/** Values by name; without a prototype, so that `{{constructor}}` is as unknown as it looks. */
export type TemplateValues = Readonly<Record<string, unknown>>;

const placeholderPattern = /\{\{\s*([\w.]+)\s*(?:\?\?([^{}]*))?\}\}/g;

/**
 * Fills in `{{name}}` and `{{name ?? default}}`. A value that is absent or empty leaves the default, or
 * nothing; `a.b` looks inside. Values are put in as they are: HTML in a value stays HTML, as with Plunk.
 *
 * Gives `undefined` as soon as the result is longer than `maxLength` characters: a short template may ask for
 * gigabytes.
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
