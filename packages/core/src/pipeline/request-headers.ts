/**
 * The headers of a request on its way: the part of the platform's `Headers` that a request needs. Names are in lower case; `set` throws a `TypeError` for
 * what HTTP does not allow. A plain `Headers` is one, too.
 *
 * @public
 */
export interface RequestHeaders extends Iterable<[name: string, value: string]> {
  get(name: string): string | null;
  has(name: string): boolean;
  set(name: string, value: string): void;
  delete(name: string): void;
}

const token = /^[\w!#$%&'*+.^`|~-]+$/;
const text = /^[\t\x20-\x7e\x80-\xff]*$/;

const blanks = '\t\n\r ';

// Other blanks than these four (`trim` knows many) are part of the value, or make it one that HTTP does not allow.
function withoutBlanksAround(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && blanks.includes(value.charAt(start))) start += 1;
  while (end > start && blanks.includes(value.charAt(end - 1))) end -= 1;
  return value.slice(start, end);
}

// Not the platform's own: on Node that one loads all of fetch, which takes longer than a call; and it costs more than the rest of a request's making.
class HeaderMap implements RequestHeaders {
  readonly #values: Map<string, string>;

  constructor(values: Iterable<readonly [string, string]>) {
    this.#values = new Map(values);
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null;
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }

  set(name: string, value: string): void {
    const trimmed = withoutBlanksAround(value);
    if (!token.test(name)) throw new TypeError('A header name has characters that HTTP does not allow.');
    if (!text.test(trimmed)) throw new TypeError('A header value has characters that HTTP does not allow.');
    this.#values.set(name.toLowerCase(), trimmed);
  }

  delete(name: string): void {
    this.#values.delete(name.toLowerCase());
  }

  [Symbol.iterator](): Iterator<[string, string]> {
    return this.#values.entries();
  }
}

/** A copy of headers that are known to be well formed; later changes are checked. @internal */
export function createHeaders(values: Iterable<readonly [string, string]> = []): RequestHeaders {
  return new HeaderMap(values);
}
