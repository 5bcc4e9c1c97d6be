import type { Schema, SchemaIssue, SchemaResult } from '@org/core';

interface JsonTypes {
  readonly string: string;
  readonly number: number;
  readonly boolean: boolean;
}

/** What a field of another type reads as, until its issue ends the reading. */
const placeholders: JsonTypes = { string: '', number: Number.NaN, boolean: false };

/** One object of a response. A field of another type becomes an issue; reading continues. */
export class JsonObject {
  /** All fields as they are. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly #path: readonly PropertyKey[];
  readonly #issues: SchemaIssue[];

  constructor(value: unknown, issues: SchemaIssue[], path: readonly PropertyKey[] = []) {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (!isObject) issues.push({ message: 'must be an object', path });
    this.fields = isObject ? { ...value } : {};
    this.#path = path;
    this.#issues = issues;
  }

  value(name: string): unknown {
    return Object.hasOwn(this.fields, name) ? this.fields[name] : undefined;
  }

  required<Type extends keyof JsonTypes>(type: Type, name: string): JsonTypes[Type] {
    const value = this.value(name);
    if (typeof value === type) return value as JsonTypes[Type];
    this.#issues.push({ message: `must be a ${type}`, path: [...this.#path, name] });
    return placeholders[type];
  }

  /** `null` counts as absent. */
  optional<Type extends keyof JsonTypes>(type: Type, name: string): JsonTypes[Type] | undefined {
    return this.#isAbsent(name) ? undefined : this.required(type, name);
  }

  object(name: string): JsonObject {
    return new JsonObject(this.value(name), this.#issues, [...this.#path, name]);
  }

  optionalObject(name: string): JsonObject | undefined {
    return this.#isAbsent(name) ? undefined : this.object(name);
  }

  list<Item>(name: string, read: (item: JsonObject) => Item): Item[] {
    const value = this.value(name);
    const path = [...this.#path, name];
    if (!Array.isArray(value)) this.#issues.push({ message: 'must be an array', path });
    const items: readonly unknown[] = Array.isArray(value) ? value : [];
    return items.map((item, index) => read(new JsonObject(item, this.#issues, [...path, index])));
  }

  #isAbsent(name: string): boolean {
    return (this.value(name) ?? undefined) === undefined;
  }
}

/** Reads a parsed body. The result of `read` counts only when every field has its type. */
export function readJson<Output>(json: unknown, read: (json: JsonObject) => Output): SchemaResult<Output> {
  const issues: SchemaIssue[] = [];
  const value = read(new JsonObject(json, issues));
  return issues.length > 0 ? { issues } : { value };
}

/** {@link readJson} as a schema, for the `decode` of an operation. */
export function jsonSchema<Output>(read: (json: JsonObject) => Output): Schema<Output> {
  return { '~standard': { version: 1, vendor: 'org', validate: (json) => readJson(json, read) } };
}
