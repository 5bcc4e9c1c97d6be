/** An option that is really there: what somebody hung on `Object.prototype` is not an option. @internal */
export function own<Options extends object, Key extends keyof Options>(
  options: Options,
  key: Key,
): Options[Key] | undefined {
  return Object.hasOwn(options, key) ? options[key] : undefined;
}
