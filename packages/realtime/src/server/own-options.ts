/**
 * A copy of the own properties: what pollutes `Object.prototype` is no option.
 *
 * @internal
 */
export function ownOptions<Options extends object>(options: Options): Options {
  return { __proto__: null, ...options };
}
