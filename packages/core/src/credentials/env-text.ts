/** One name of a `.env` text: its value, or why the value is ambiguous. */
export type EnvEntry = { readonly line: number } & (
  | { readonly value: string }
  | { readonly problem: string }
);

/**
 * A parsed `.env` text. With a `fault` the text is malformed, and a missing name may be in the part that was
 * not parsed.
 */
export interface EnvText {
  readonly entries: ReadonlyMap<string, EnvEntry>;
  readonly fault?: { readonly line: number; readonly problem: string };
}

/**
 * Reads `NAME=value` lines. Tools that read such files disagree about rare cases, so one of them would use a
 * wrong key. Where they would find different values, this reports a problem instead of choosing one.
 */
export function parseEnvText(text: string): EnvText {
  const cursor = new Cursor(text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'));
  const entries = new Map<string, EnvEntry>();
  while (!cursor.atEnd) {
    const { line } = cursor;
    if (cursor.take(emptyRest)) continue;
    const name = cursor.take(beginning)?.[1];
    if (name === undefined) return { entries, fault: { line, problem: 'is not NAME=value' } };
    // A name alone, as in `export NAME`, means that the variable is set elsewhere.
    if (cursor.take(emptyRest)) continue;
    const found = cursor.take(equals) ? readValue(cursor) : otherStatement(cursor);
    if ('fault' in found) return { entries, fault: { line, problem: found.fault } };
    entries.set(name, { line, ...found });
  }
  return { entries };
}

type Reading = { readonly value: string } | { readonly problem: string } | { readonly fault: string };

// `[^\S\n]` is space within a line.
const emptyRest = /[^\S\n]*(?:#.*)?(?:\n|$)/y;
const beginning = /[^\S\n]*(?:export[^\S\n]+)?([A-Za-z0-9_][\w.-]*)[^\S\n]*/y;
const equals = /=/y;
const rest = /(.*)(?:\n|$)/y;
const openingQuote = /[^\S\n]*(?=(["'`]))/y;
const quoted: ReadonlyMap<string, RegExp> = new Map([
  ['"', /"((?:[^"\\]|\\[\s\S])*)"/y],
  ["'", /'([^']*)'/y],
  ['`', /`([^`]*)`/y],
]);

function readValue(cursor: Cursor): Reading {
  const quote = cursor.take(openingQuote)?.[1] ?? '';
  const pattern = quoted.get(quote);
  if (pattern === undefined) return plainValue(cursor.take(rest)?.[1] ?? '');
  const inside = cursor.take(pattern)?.[1];
  if (inside === undefined) return { fault: `has a quote ${quote} that does not end` };
  if (!cursor.take(emptyRest)) return { fault: 'has more after a closing quote' };
  return { value: quote === '"' ? unescaped(inside) : inside };
}

/** A value without quotes ends at the end of the line, or at a space before a `#`. */
function plainValue(text: string): Reading {
  const comment = text.search(/\s#/);
  const value = (comment === -1 ? text : text.slice(0, comment)).trim();
  if (!value.includes('#')) return { value };
  return {
    problem: 'has a "#" that other tools read as a comment: quote the value',
  };
}

function otherStatement(cursor: Cursor): Reading {
  cursor.take(rest);
  return { problem: 'is not NAME=value' };
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

function unescaped(text: string): string {
  return text.replace(/\\([nrt"\\$])/g, (_all, letter: string) => escapes.get(letter) ?? letter);
}

class Cursor {
  readonly #text: string;
  #at = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
  }

  get atEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  get line(): number {
    return this.#line;
  }

  /** Matches the sticky pattern at the cursor, and moves the cursor behind the match. */
  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null) return null;
    this.#at += found[0].length;
    this.#line += found[0].split('\n').length - 1;
    return found;
  }
}
