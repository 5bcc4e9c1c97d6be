/** The HTTP interface of a sandbox: the paths of its page. */
export interface SandboxApi {
  get<Answer>(path: string): Promise<Answer>;
  send<Answer>(method: 'POST' | 'PUT' | 'DELETE', path: string, json?: unknown): Promise<Answer>;
}

/** The JSON Schema of one argument. */
export interface ArgumentSchema {
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array';
  readonly description?: string;
  readonly [keyword: string]: unknown;
}

/** A tool of the MCP server. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly arguments: Readonly<Record<string, ArgumentSchema>>;
  readonly required?: readonly string[];
  readonly isReadOnly: boolean;
  /** The result is sent as JSON. An error becomes a tool error with its message. */
  run(api: SandboxApi, given: Given, signal: AbortSignal): Promise<unknown>;
}

/** The arguments, checked against the schema. */
export type Given = Readonly<Record<string, unknown>>;

/**
 * Epoch milliseconds of the argument `since`; `undefined` without it.
 *
 * @throws {Error} for another text
 */
export function readSince(since: unknown): number | undefined {
  if (since === undefined) return undefined;
  const instant = Date.parse(String(since));
  if (Number.isNaN(instant)) throw new Error(`since is not an instant like 2026-11-29T12:00:00Z: ${since}`);
  return instant;
}

/** A path with the arguments that are given as its query. */
export function withQuery(path: string, values: Given): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? path : `${path}?${query}`;
}

export const segment = (value: unknown): string => encodeURIComponent(String(value));
