/**
 * Makes a value when it is asked for the first time: a schema takes its time to build, and a call waits only
 * for those that it needs.
 */
export function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
