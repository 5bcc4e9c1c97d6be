/** The own property of an options object. A property that polluted `Object.prototype` is not an option. */
export function own<Options extends object, Key extends keyof Options>(
  options: Options,
  key: Key,
): Options[Key] | undefined {
  return Object.hasOwn(options, key) ? options[key] : undefined;
}

/** A property of an unknown value, inherited or own; `undefined` when it is absent or its getter throws. */
export function propertyOf(from: unknown, key: string | symbol): unknown {
  if (typeof from !== 'object' || from === null) return undefined;
  try {
    return (from as Record<string | symbol, unknown>)[key];
  } catch {
    return undefined;
  }
}

// V8 gives an object with a null prototype a hash table, slower than an object that inherits from this one.
export const emptyPrototype: object = Object.freeze(Object.create(null));

/**
 * A copy of the own properties. A missing option reads as `undefined`, even with a polluted
 * `Object.prototype`.
 */
export function ownCopy<Options extends object>(options: Options): Options {
  return Object.assign(Object.create(emptyPrototype), options);
}

/**
 * Copies plain objects, lists and bytes deeply, each once. Functions, instances of classes (a stream, a date)
 * and signals, also of no class, are kept as they are. @public
 */
export function deepCopy<Value>(value: Value, copies = new Map<unknown, unknown>()): Value {
  if (typeof value !== 'object' || value === null) return value;
  const known = copies.get(value);
  if (known !== undefined) return known as Value;
  if (value instanceof Uint8Array) return Uint8Array.prototype.slice.call(value) as Value;
  if (Array.isArray(value)) return copyList(value, copies) as Value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null && prototype !== emptyPrototype) return value;
  if (typeof own(value as Partial<EventTarget>, 'addEventListener') === 'function') return value;
  const copy = Object.create(prototype as object | null);
  copies.set(value, copy);
  for (const key of Object.keys(value)) copyProperty(value, key, copy, copies);
  for (const key of Object.getOwnPropertySymbols(value)) copyProperty(value, key, copy, copies);
  return copy;
}

function copyProperty(
  from: object,
  key: string | symbol,
  to: Record<string | symbol, unknown>,
  copies: Map<unknown, unknown>,
): void {
  const descriptor = Object.getOwnPropertyDescriptor(from, key);
  if (descriptor === undefined) return;
  const get = own(descriptor, 'get');
  const part = get ? undefined : deepCopy(own(descriptor, 'value'), copies);
  // Defined, where an assignment could be none: `__proto__` is a property like any other. Getters stay
  // getters.
  if (!get && !(key in to)) to[key] = part;
  else {
    const content = get ? { get } : { value: part, writable: true };
    Object.defineProperty(to, key, { ...content, enumerable: true, configurable: true });
  }
}

// Lists may have many thousands of items. A hole stays a hole.
function copyList(list: readonly unknown[], copies: Map<unknown, unknown>): unknown[] {
  const copy = list.slice();
  copies.set(list, copy);
  copy.forEach((item, at) => {
    copy[at] = deepCopy(item, copies);
  });
  return copy;
}
