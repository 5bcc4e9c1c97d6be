/**
 * Makes a value with its first use. A schema is slow to build, so a call builds only the ones that it uses.
 */
export function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
