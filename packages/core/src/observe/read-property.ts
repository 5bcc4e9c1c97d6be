/** A property of something that came from outside; `undefined` when it is not there, or cannot be read. @internal */
export function readProperty(from: unknown, key: string): unknown {
  if (typeof from !== 'object' || from === null) return undefined;
  try {
    return Reflect.get(from, key);
  } catch {
    return undefined;
  }
}
