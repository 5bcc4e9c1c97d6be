/** One member of a structured-field list: its name (or bare number) and parameters. @internal */
export interface FieldItem {
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const maxFieldLength = 4_096;
const maxItems = 32;
const string = '"(?:[^"\\\\]|\\\\["\\\\]){0,256}"';
const bare = `${string}|:[A-Za-z0-9+/=]{0,512}:|\\??-?[A-Za-z0-9*][A-Za-z0-9_.:/%*+-]{0,63}`;
const itemPattern = new RegExp(`[ \\t]*(${bare})(?:=(${bare}))?`, 'y');
const parameterPattern = new RegExp(`[ \\t]*;[ \\t]*([a-z*][a-z0-9_.*-]{0,63})(?:=(${bare}))?`, 'y');
const separatorPattern = /[ \t]*(,|$)/y;

/**
 * Reads a structured-field list or dictionary (RFC 9651), as far as rate-limit fields use it. A dictionary
 * member `key=value` is an item named `key` with the value as its parameter `value`. Returns `undefined` for
 * a malformed field: ignore all of it.
 *
 * @internal
 */
export function readFieldItems(field: string | null): readonly FieldItem[] | undefined {
  if (field === null || field.length > maxFieldLength) return undefined;
  const items: FieldItem[] = [];
  let position = 0;
  do {
    const head = matchAt(itemPattern, field, position);
    if (head === undefined || items.length === maxItems) return undefined;
    position += head[0].length;
    const parameters = new Map<string, string>();
    if (head[2] !== undefined) parameters.set('value', unquote(head[2]));
    for (let next = matchAt(parameterPattern, field, position); next !== undefined; ) {
      parameters.set(next[1] as string, unquote(next[2] ?? '?1'));
      position += next[0].length;
      next = matchAt(parameterPattern, field, position);
    }
    items.push({ name: unquote(head[1] as string), parameters });
    const separator = matchAt(separatorPattern, field, position);
    if (separator === undefined) return undefined;
    position += separator[0].length;
    if (separator[1] === '') return items;
  } while (position <= field.length);
  return undefined;
}

/** A whole number of at least 0; `undefined` for anything else. @internal */
export function readCount(value: string | null | undefined): number | undefined {
  return value !== null && value !== undefined && /^\s*\d{1,15}\s*$/.test(value) ? Number(value) : undefined;
}

// A sticky pattern keeps its position. The position is set before every use, so no state is left from an
// earlier call.
function matchAt(pattern: RegExp, field: string, position: number): RegExpExecArray | undefined {
  pattern.lastIndex = position;
  return pattern.exec(field) ?? undefined;
}

function unquote(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replace(/\\(["\\])/g, '$1') : value;
}
