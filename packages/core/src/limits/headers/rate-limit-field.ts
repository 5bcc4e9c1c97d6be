/** One member of a structured-field list: its name (or bare number) and parameters. */
export interface FieldItem {
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const maxFieldLength = 4_096;
const maxItems = 32;
const bare = /"(?:[^"\\]|\\["\\]){0,256}"|:[A-Za-z0-9+/=]{0,512}:|\??-?[A-Za-z0-9*][\w.:/%*+-]{0,63}/y;
const key = /[a-z*][a-z0-9_.*-]{0,63}/y;

/**
 * Reads a structured-field list or dictionary (RFC 9651), as far as rate-limit fields use it. A dictionary
 * member `key=value` is an item named `key` with the value as its parameter `value`. Returns `undefined` for
 * a malformed field: ignore all of it.
 */
export function readFieldItems(field: string | null): readonly FieldItem[] | undefined {
  if (field === null || field.length > maxFieldLength) return undefined;
  if (readCount(field) !== undefined) return [{ name: field.trim(), parameters: new Map() }];
  const items: FieldItem[] = [];
  let position = 0;
  let isMalformed = false;
  /** Reads the text that matches at the position; empty when none does. */
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = position;
    const [text = ''] = pattern.exec(field) ?? [];
    position += text.length;
    return text;
  };
  const require = (pattern: RegExp): string => {
    const text = take(pattern);
    isMalformed ||= text === '';
    return text.startsWith('"') ? text.slice(1, -1).replace(/\\(["\\])/g, '$1') : text;
  };
  for (;;) {
    take(/[ \t]+/y);
    const name = require(bare);
    const parameters = new Map<string, string>();
    if (take(/=/y)) parameters.set('value', require(bare));
    while (take(/[ \t]*;[ \t]*/y)) parameters.set(require(key), take(/=/y) ? require(bare) : '?1');
    if (isMalformed || items.length === maxItems) return undefined;
    items.push({ name, parameters });
    take(/[ \t]+/y);
    if (position === field.length) return items;
    if (!take(/,/y)) return undefined;
  }
}

/** A whole number of at least 0; `undefined` for anything else. */
export function readCount(value: string | null | undefined): number | undefined {
  return value !== null && value !== undefined && /^\s*\d{1,15}\s*$/.test(value) ? Number(value) : undefined;
}
