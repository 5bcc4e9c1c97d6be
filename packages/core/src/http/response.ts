import { cutForeignText } from '../encoding/foreign-text.ts';

/** The headers of a response, by name in any case. @public */
export interface ResponseHeaders {
  get(name: string): string | null;
  /**
   * Names and values, where the transport gives them all: as `Headers` does on every transport, with names in
   * lower case and sorted, and the fields of one name joined, but for `set-cookie`.
   */
  [Symbol.iterator]?(): Iterator<[name: string, value: string]>;
}

/**
 * A complete response of a service: all of its body was read, within the limits, unless it has a `body`. A
 * text of a failure ends after 8,192 characters. @public
 */
export interface ServiceResponse {
  /** HTTP status. */
  readonly status: number;
  /** Headers by name, in any case. */
  readonly headers: ResponseHeaders;
  /** The body, decoded of compression. Empty beside `body`. */
  readonly bytes: Uint8Array;
  /** Of a request with `stream`: the body as it comes, decoded of compression. Read it, or cancel it. */
  readonly body?: ReadableStream<Uint8Array> | undefined;
  /** The body as UTF-8. */
  text(): string;
  /** The parsed body, with texts that are cut as `text()` is; `undefined` when it is empty or not JSON. */
  json(): unknown;
}

/** Thrown for a response larger than the limit. */
export class TooLarge {
  readonly status: number;

  constructor(status: number) {
    this.status = status;
  }
}

/** A response from its parts; text and JSON are made on first use. */
export function buildServiceResponse(
  status: number,
  headers: ResponseHeaders,
  content: Uint8Array,
  body?: ReadableStream<Uint8Array>,
): ServiceResponse {
  const bytes = status === 205 ? new Uint8Array() : content;
  let text: string | undefined;
  let json: { readonly value: unknown } | undefined;
  const readText = () => {
    text ??= new TextDecoder().decode(bytes);
    return text;
  };
  // The texts of a failure are for errors, which search them.
  const isCut = status >= 300;
  return {
    status,
    headers: headers instanceof HeaderLines ? headers : linesOf(headers),
    bytes,
    ...(body && { body }),
    text: () => (isCut ? cutForeignText(readText()) : readText()),
    json: () => {
      if (json === undefined) {
        json = { value: parseJson(readText()) };
        if (isCut) cutTexts(json);
      }
      return json.value;
    },
  };
}

function linesOf(headers: ResponseHeaders): ResponseHeaders {
  return isIterable(headers) ? new HeaderLines([...headers].flat()) : { get: (name) => headers.get(name) };
}

function isIterable(headers: ResponseHeaders): headers is ResponseHeaders & Iterable<[string, string]> {
  return Symbol.iterator in headers;
}

/**
 * The fields whose names match, by lower-case name; `undefined` without any. Most headers of most responses
 * have none of the names that a reader knows: one pass over the given headers finds that out.
 */
export function fieldsLike(
  headers: ResponseHeaders,
  pattern: RegExp,
): Pick<ReadonlyMap<string, string>, 'get'> | undefined {
  if (!isIterable(headers)) return { get: (name) => headers.get(name) ?? undefined };
  let fields: Map<string, string> | undefined;
  for (const [name, value] of headers instanceof HeaderLines ? headers.lines() : headers) {
    if (!pattern.test(name)) continue;
    fields ??= new Map();
    const lower = name.toLowerCase();
    const before = fields.get(lower);
    fields.set(lower, before === undefined ? value : `${before}, ${value}`);
  }
  return fields;
}

/** Cuts the texts in parsed JSON, in their places. */
function cutTexts(json: object): void {
  const members = json as Record<string, unknown>;
  for (const name of Object.keys(members)) {
    const value = members[name];
    if (typeof value === 'string') members[name] = cutForeignText(value);
    else if (value) cutTexts(value);
  }
}

/** Response headers as they came. They are searched on use: they are few, and each is read once or never. */
export class HeaderLines implements ResponseHeaders {
  readonly #lines: readonly string[];

  /** Names, in any case, and values in turn. */
  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  /** As the platform's `Headers` gives them, whichever transport brought them: lower case, sorted, joined. */
  *[Symbol.iterator](): Iterator<[string, string]> {
    const lines = [...this.lines()].map(([name, value]) => [name.toLowerCase(), value] as const);
    for (const name of [...new Set(lines.map(([name]) => name))].sort())
      if (name !== 'set-cookie') yield [name, this.get(name) as string];
      else for (const [each, value] of lines) if (each === name) yield [name, value];
  }

  /** The lines as they came, in their order: a search of all headers needs no more. */
  *lines(): Iterable<[string, string]> {
    const lines = this.#lines;
    for (let at = 0; at < lines.length; at += 2) yield [lines[at] as string, lines[at + 1] as string];
  }

  /** The fields of a header as one, as `Headers` gives it. */
  get(name: string): string | null {
    const lines = this.#lines;
    const lower = name.toLowerCase();
    let whole: string | null = null;
    for (let at = 0; at < lines.length; at += 2) {
      const candidate = lines[at] as string;
      if (candidate.length !== lower.length || candidate.toLowerCase() !== lower) continue;
      const value = lines[at + 1] as string;
      whole = whole === null ? value : `${whole}, ${value}`;
    }
    return whole;
  }
}

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isTooDeep(text, value) ? undefined : value;
  } catch {
    return undefined;
  }
}

// The engine parses any depth, but a walk over the value (a schema, JSON.stringify) runs out of stack at some
// thousands.
const maxJsonDepth = 512;

// For each token a search costs more than a step of a walk, but it passes over tables and encoded lines at
// no cost.
const mostTokens = 10_000;

/** Searches the text, which is valid JSON; walks over the value instead if the text has too many tokens. */
function isTooDeep(text: string, value: unknown): boolean {
  // Each level has two brackets.
  if (text.length <= 2 * maxJsonDepth) return false;
  // A string is one token: its brackets do not count.
  const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"?|[[\]{}]/g;
  let depth = 0;
  for (let left = mostTokens; tokens.test(text); left -= 1) {
    if (left === 0) return isDeeper(value, maxJsonDepth);
    const end = text.charAt(tokens.lastIndex - 1);
    if (end !== '"') depth += '[{'.includes(end) ? 1 : -1;
    if (depth > maxJsonDepth) return true;
  }
  return false;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}
