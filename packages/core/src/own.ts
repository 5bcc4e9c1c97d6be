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
