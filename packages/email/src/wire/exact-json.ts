// A string, or a number with all its digits.
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const longInteger = /\d{16}/;

/**
 * Parsed JSON in which every whole number beyond 2^53 is a text: `JSON.parse` would round an id. `undefined`
 * when it is not JSON. @public
 */
export function readExactJson(text: string): unknown {
  try {
    const plain: unknown = JSON.parse(text);
    return longInteger.test(text) ? JSON.parse(text.replace(stringOrNumber, quoteLong)) : plain;
  } catch {
    return undefined;
  }
}

const maxUnverifiedLength = 1024 * 1024;

/**
 * The JSON of a webhook with its signature inside, which is parsed before the check. `undefined` above 1 MiB:
 * a message of Amazon SNS has 256 KiB, and 50 MiB of brackets block a process for seconds. @public
 */
export function readUnverifiedJson(text: string): unknown {
  return text.length > maxUnverifiedLength ? undefined : readExactJson(text);
}

function quoteLong(token: string): string {
  return /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token;
}
