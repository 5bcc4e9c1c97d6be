/**
 * A check of an unknown value: the Standard Schema v1 interface (standardschema.dev), which zod, valibot and
 * arktype implement. @public
 */
export interface Schema<Output> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
  };
}

/** The checked value, or its issues. @public */
export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

/** One issue of a schema. @public */
export interface SchemaIssue {
  /** What is wrong. */
  readonly message: string;
  /** Where it is wrong. */
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** One issue of a value; `path` is empty for the value itself. */
export interface Issue {
  /** Where it is wrong: `to[0].address`. */
  readonly path: string;
  /** What is wrong. */
  readonly message: string;
}

/** The value as the schema returns it, or its issues. Never throws for a wrong value. */
export async function validateWithSchema<Output>(
  schema: Schema<Output>,
  value: unknown,
): Promise<{ readonly value: Output } | { readonly issues: readonly Issue[] }> {
  const result = await schema['~standard'].validate(value);
  if (result.issues === undefined) return { value: result.value };
  return { issues: result.issues.map(schemaIssue) };
}

/** A schema's issue in our words. @public */
export function schemaIssue({ path, message }: SchemaIssue): Issue {
  return { path: formatPath(path), message };
}

function formatPath(path: SchemaIssue['path']): string {
  let text = '';
  for (const segment of path ?? []) {
    const key = typeof segment === 'object' ? segment.key : segment;
    text += typeof key === 'number' ? `[${key}]` : text === '' ? String(key) : `.${String(key)}`;
  }
  return text;
}
