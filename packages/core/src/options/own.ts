/** An option that is really there: what somebody hung on `Object.prototype` is not an option. @internal */
export function own<Options extends object, Key extends keyof Options>(
  options: Options,
  key: Key,
): Options[Key] | undefined {
  return Object.hasOwn(options, key) ? options[key] : undefined;
}

// The engine makes a table of what inherits from null itself, which is slower to fill and to read than an object.
const nothing = Object.freeze(Object.create(null));

/** A copy of what is really there: reading a name that was not given finds nothing, whatever was done to `Object.prototype`. @internal */
export function ownCopy<Options extends object>(options: Options): Options {
  return Object.assign(Object.create(nothing), options);
}

/**
 * Objects, lists and bytes are copied, all the way down, each once; what has a class of its own (a signal, a stream, a date) and functions
 * stay what they are.
 *
 * @internal
 */
export function deepCopy<Value>(value: Value, copies = new Map<unknown, unknown>()): Value {
  if (typeof value !== 'object' || value === null) return value;
  const known = copies.get(value);
  if (known !== undefined) return known as Value;
  if (value instanceof Uint8Array) return Uint8Array.prototype.slice.call(value) as Value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null && prototype !== nothing)
    return value;
  const copy = Array.isArray(value) ? [] : Object.create(prototype as object | null);
  copies.set(value, copy);
  // Defined, not assigned: `__proto__` is a name like any other. What is worked out anew whenever it is read stays so.
  for (const key of Object.keys(value)) {
    const { get, value: part } = ownCopy(Object.getOwnPropertyDescriptor(value, key) ?? {});
    const content = get ? { get } : { value: deepCopy(part, copies), writable: true };
    Object.defineProperty(copy, key, { ...content, enumerable: true, configurable: true });
  }
  return copy;
}
