import {
  ResponseFormatError,
  type Schema,
  type SchemaIssue,
  type SchemaResult,
  type ServiceResponse,
} from '@org/core';

/** What a schema of zod, and of others like it, does. @public */
export interface Parser<Wire> {
  safeParse(json: unknown): {
    readonly data?: Wire | undefined;
    readonly error?: { readonly issues: readonly SchemaIssue[] } | undefined;
  };
}

/** The value of a parsed body if the schema accepts it, else the issues. */
function check<Wire>(schema: Parser<Wire>, json: unknown): SchemaResult<Wire> {
  const { data, error } = schema.safeParse(json);
  return error === undefined ? { value: data as Wire } : { issues: error.issues };
}

/** The value of a parsed body, or `undefined` if it has another form. */
export function readJson<Wire>(schema: Parser<Wire>, json: unknown): Wire | undefined {
  const result = check(schema, json);
  return result.issues === undefined ? result.value : undefined;
}

/** The value of a response. @throws ResponseFormatError for one of another form than the documented one */
export function readResponse<Wire>(provider: string, schema: Parser<Wire>, response: ServiceResponse): Wire {
  const wire = readJson(schema, response.json());
  if (wire !== undefined) return wire;
  const { status } = response;
  const message = `The response of ${provider} has another form than the documented one.`;
  throw new ResponseFormatError({ message, provider, status });
}

/** Checks a body with `schema`, then maps it: the `decode` of an operation. */
export function jsonSchema<Wire, Output>(
  schema: Parser<Wire>,
  map: (wire: Wire) => Output,
  prepare = (json: unknown): unknown => json,
): Schema<Output> {
  const validate = (json: unknown): SchemaResult<Output> => {
    const result = check(schema, prepare(json));
    return result.issues === undefined ? { value: map(result.value) } : result;
  };
  return { '~standard': { version: 1, vendor: 'org', validate } };
}
