import { hasDescriptions, readDescription } from '../../../email/test/support/api-description.ts';

const file = 'valhalla.yaml';

/** Is Valhalla's own API description there, next to this repository? */
export const hasDescription = hasDescriptions([file]);

interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

interface Description {
  readonly paths: Readonly<Record<string, { readonly post?: Schema }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/**
 * The contradictions of a request to the description: an unknown field, another type or word, a missing
 * field. Its objects are unions of parts (`allOf`), each of which may be open: no validator finds unknown
 * fields there.
 */
export function problemsOf(path: string, body: unknown): string[] {
  const description = readDescription(file) as Description;
  const text = JSON.stringify(description.paths[path]?.post ?? {});
  const name = /schemas\/(\w+Request)"/.exec(text)?.[1] ?? '';
  return check(description, { $ref: `#/components/schemas/${name}` }, body, path);
}

function check(description: Description, given: Schema, value: unknown, path: string): string[] {
  const parts = partsOf(description, given);
  const [type] = parts.flatMap((part) => part.type ?? []);
  if (type !== undefined && !isOfType(value, type)) return [`${path} must be of type ${type}`];
  const words = parts.flatMap((part) => (part.enum === undefined ? [] : [part.enum]));
  if (words.some((list) => !list.includes(value))) return [`${path} must be one of ${words}`];
  if (Array.isArray(value)) {
    const [items] = parts.flatMap((part) => part.items ?? []);
    return items === undefined
      ? []
      : value.flatMap((item, index) => check(description, items, item, `${path}[${index}]`));
  }
  if (typeof value !== 'object' || value === null) return [];
  const properties = Object.assign({}, ...parts.map((part) => part.properties));
  const missing = parts.flatMap((part) => part.required ?? []).filter((name) => !Object.hasOwn(value, name));
  return [
    ...missing.map((name) => `${path} needs ${name}`),
    ...Object.entries(value).flatMap(([name, field]) =>
      Object.hasOwn(properties, name)
        ? check(description, properties[name], field, `${path}.${name}`)
        : [`${path} has no ${name}`],
    ),
  ];
}

// Of alternatives the first: a list of rings, not a FeatureCollection.
function partsOf(description: Description, schema: Schema): Schema[] {
  const named = schema.$ref === undefined ? [] : [description.components.schemas[nameOf(schema.$ref)] ?? {}];
  const others = [...named, ...(schema.allOf ?? []), ...(schema.oneOf?.slice(0, 1) ?? [])];
  return [schema, ...others.flatMap((other) => partsOf(description, other))];
}

function nameOf(reference: string): string {
  return reference.split('/').at(-1) ?? '';
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  return type === 'object' ? typeof value === 'object' && !Array.isArray(value) : typeof value === type;
}
