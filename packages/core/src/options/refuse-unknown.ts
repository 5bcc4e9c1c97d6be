import { wrongOption } from '../errors/wrong-option.ts';

/** All options of a type by name; the values mean nothing. @public */
export type OptionNames<Options> = { readonly [Name in KeysOf<Options>]: unknown };

/** The keys of any member of a union. */
type KeysOf<Options> = Options extends unknown ? keyof Options : never;

/** Finds the option that a wrong name means. @public */
export type FindMeant = (name: string, known: readonly string[]) => string | undefined;

/**
 * Refuses an option with a name of its own: a misspelt one would have no effect. `undefined` is none.
 * @public
 *
 * @param names - the options there are
 * @param of - whose options they are, for the error: `createLimiter()`
 * @param findMeant - `meantOption` of `@org/core/driver`; without it, the error lists all names
 * @throws ConfigurationError that names the option, and the one that was meant
 */
export function refuseUnknown(options: unknown, names: object, of: string, findMeant?: FindMeant): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) return;
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(names, name) || (options as Record<string, unknown>)[name] === undefined) continue;
    const known = Object.keys(names);
    const meant = findMeant?.(name, known);
    const hint = meant === undefined ? `Known are ${known.join(', ')}.` : `Did you mean "${meant}"?`;
    throw wrongOption(`${of} has no option "${name.slice(0, 40)}". ${hint}`);
  }
}
