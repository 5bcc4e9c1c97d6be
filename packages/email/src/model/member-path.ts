/** `headers.X-A`, or `headers["X-A\r\nBcc"]`: the caller's key must not break a line of a log. */
export function memberPath(path: string, key: string): string {
  if (!plainKey.test(key)) return `${path}[${escapeKey(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

const plainKey = /^[\w-]{1,76}$/;

function escapeKey(key: string): string {
  return JSON.stringify(key.slice(0, 76)).replace(
    /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
