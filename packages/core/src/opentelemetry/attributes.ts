/**
 * Attributes with a value. Names without `org.` are stable names of the OpenTelemetry semantic conventions
 * for HTTP (1.23.0 and later), except `url.template`, which is still in development there.
 */
export type Attributes = Record<string, string | number | boolean>;

/** Omits the attributes without a value. */
export function known(values: Readonly<Record<string, string | number | boolean | undefined>>): Attributes {
  const attributes: Attributes = {};
  for (const [name, value] of Object.entries(values)) if (value !== undefined) attributes[name] = value;
  return attributes;
}

/** The `error.type` attribute. An aborted call and a superseded attempt are not errors. */
export function errorType(errorCode: string | undefined, status?: number): string | undefined {
  if (status !== undefined && status >= 400) return String(status);
  return errorCode === 'aborted' || errorCode === 'superseded' ? undefined : errorCode;
}
