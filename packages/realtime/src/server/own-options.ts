/** A copy of the own properties: what pollutes `Object.prototype` is ignored. */
export function ownOptions<Options extends object>(options: Options): Options {
  return { __proto__: null, ...options };
}
