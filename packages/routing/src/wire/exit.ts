/** The exit of a roundabout, counted from 1. Engines state 0 for a route that ends inside of it: no exit. */
export function exitOf(exit: number | undefined): { readonly exit?: number } {
  return exit !== undefined && exit >= 1 ? { exit } : {};
}
