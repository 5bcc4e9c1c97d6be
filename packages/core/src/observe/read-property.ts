/** A property of an unknown value; `undefined` when it is absent or its getter throws. @internal */
export function readProperty(from: unknown, key: string): unknown {
  if (typeof from !== 'object' || from === null) return undefined;
  try {
    return Reflect.get(from, key);
  } catch {
    return undefined;
  }
}
