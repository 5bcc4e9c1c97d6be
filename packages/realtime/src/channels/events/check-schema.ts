import type { Issue, Schema, SchemaResult } from '@org/core';
import { schemaIssue } from '@org/core/basics';

/** The output of a schema, or why there is none. */
export type Outcome = { readonly value: unknown } | Misfit;

/** `cause`: the schema itself threw. */
export interface Misfit {
  readonly issues: readonly Issue[];
  readonly cause?: unknown;
}

/** Returns a promise only for an asynchronous schema: most are synchronous. */
export function runSchema(schema: Schema<unknown>, value: unknown): Outcome | Promise<Outcome> {
  try {
    const result = schema['~standard'].validate(value);
    return 'then' in result ? Promise.resolve(result).then(toOutcome).catch(threw) : toOutcome(result);
  } catch (cause) {
    return threw(cause);
  }
}

/** The first issue, in words. */
export function describeMisfit({ issues: [first] }: Misfit): string {
  if (first === undefined) return 'the schema threw';
  return `${first.path === '' ? 'it' : first.path}: ${first.message}`;
}

function toOutcome(result: SchemaResult<unknown>): Outcome {
  return result.issues === undefined ? { value: result.value } : { issues: result.issues.map(schemaIssue) };
}

function threw(cause: unknown): Outcome {
  return { issues: [], cause };
}
