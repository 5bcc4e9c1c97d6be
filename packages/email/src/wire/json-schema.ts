import type { Schema, SchemaResult } from '@org/core';
import type { ZodMiniType } from './schema.ts';

/** A zod schema, built at its first use: building takes longer than a check. @internal */
export type LazySchema<Wire> = () => ZodMiniType<Wire>;

/** Builds a value once. @internal */
export function memoise<Value>(build: () => Value): () => Value {
  let built: { readonly value: Value } | undefined;
  return () => {
    built ??= { value: build() };
    return built.value;
  };
}

/** The value of a parsed body if the schema accepts it, else the issues. */
function check<Wire>(schema: LazySchema<Wire>, json: unknown): SchemaResult<Wire> {
  const { data, error } = schema().safeParse(json);
  return error === undefined ? { value: data as Wire } : { issues: error.issues };
}

/** The value of a parsed body, or `undefined` if it has another form. @internal */
export function readJson<Wire>(schema: LazySchema<Wire>, json: unknown): Wire | undefined {
  const result = check(schema, json);
  return result.issues === undefined ? result.value : undefined;
}

/** Checks a body with `schema`, then maps it: the `decode` of an operation. @internal */
export function jsonSchema<Wire, Output>(
  schema: LazySchema<Wire>,
  map: (wire: Wire) => Output,
  prepare = (json: unknown): unknown => json,
): Schema<Output> {
  const validate = (json: unknown): SchemaResult<Output> => {
    const result = check(schema, prepare(json));
    return result.issues === undefined ? { value: map(result.value) } : result;
  };
  return { '~standard': { version: 1, vendor: 'org', validate } };
}
