import { isRecord } from '@org/core/driver';

/** Real bodies have a dozen levels. A value of many thousands overflows the stack of whatever walks it. */
const maxDepth = 500;

/**
 * Parses JSON of another program.
 *
 * @throws {SyntaxError} for a text that is not JSON, or is nested deeper than 500 levels
 */
export function parseJson(text: string, reviver?: (name: string, value: unknown) => unknown): unknown {
  if (text.length > 2 * maxDepth && isTooDeep(text))
    throw new SyntaxError(`It is nested deeper than ${maxDepth} levels.`);
  return JSON.parse(text, reviver) as unknown;
}

/** The value of a text; `undefined` for a text that is not JSON, or is nested too deeply. */
export function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** The object of a text; `undefined` for any other text. */
export function readJsonObject(text: string): Record<string, unknown> | undefined {
  const value = readJson(text);
  return isRecord(value) ? value : undefined;
}

const [quote, backslash, openList, closeList, openObject, closeObject] = [34, 92, 91, 93, 123, 125];

function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === openList || code === openObject) depth += 1;
    else if (code === closeList || code === closeObject) depth -= 1;
    if (depth > maxDepth) return true;
  }
  return false;
}

/** Native searches skip long strings, such as files in base64, quickly. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(at - 1 - slashes) === backslash) slashes += 1;
  return slashes % 2 === 1;
}
