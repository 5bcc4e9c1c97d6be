/** Values by name; without a prototype, so that `{{constructor}}` is as unknown as it looks. */
export type TemplateValues = Readonly<Record<string, unknown>>;

const placeholderPattern = /\{\{\s*([\w.]+)\s*(?:\?\?([^{}]*))?\}\}/g;

/**
 * Fills in `{{name}}` and `{{name ?? default}}`. A value that is absent or empty leaves the default, or nothing; `a.b` looks inside.
 * Values are put in as they are: HTML in a value stays HTML, as with Plunk.
 */
export function renderTemplate(template: string, values: TemplateValues): string {
  return template.replace(placeholderPattern, (_whole, path: string, fallback?: string) => {
    const value = lookUp(values, path.split('.'));
    const text = value === null || value === undefined ? '' : String(value);
    return text === '' ? (fallback ?? '').trim() : text;
  });
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
