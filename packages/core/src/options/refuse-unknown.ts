import type { ConfigurationError } from '../errors/caller-errors.ts';
import { wrongOption } from '../errors/wrong-option.ts';
import { isRecord, wrongKind } from './kind-of.ts';
import type { OptionRule } from './option-kinds.ts';

/** All options of a type by name: with a rule, as of `optionKinds`, or a value that means nothing. @public */
export type OptionNames<Options> = { readonly [Name in KeysOf<Options>]: unknown };

/** The keys of any member of a union. */
export type KeysOf<Options> = Options extends object ? keyof Options : never;

/** Finds the option that a wrong name means: its name, or a sentence that says what to pass. @public */
export type FindMeant = (name: string, known: readonly string[]) => string | undefined;

/**
 * Refuses what is not an object of options, then the names that are not options: a misspelt one would have no
 * effect. Then values that break the rule of their name. No options at all, and an option that is
 * `undefined`, are accepted. @public
 *
 * @param names - the options there are; the first one is the example in errors
 * @param of - whose options they are, for the error: `createLimiter()`
 * @param findMeant - `meantOption` of `@org/core/driver`; without it, the error lists all names
 * @throws ConfigurationError that says what `of` takes, or names every unknown option and what was meant
 */
export function refuseUnknown(options: unknown, names: object, of: string, findMeant?: FindMeant): void {
  if (options === undefined) return;
  if (!isRecord(options)) throw wrongShape(of, names, wrongKind(options));
  const given = Object.keys(options).filter((name) => options[name] !== undefined);
  const unknown = given.filter((name) => !Object.hasOwn(names, name));
  if (unknown.length > 0) throw unknownNames(options, unknown, names, of, findMeant);
  for (const name of given) {
    const rule = (names as Readonly<Record<string, OptionRule>>)[name];
    if (typeof rule?.[1] === 'function' && !rule[1](options[name]))
      throw wrongOption(`${name} must be ${rule[0]}.`);
  }
}

function unknownNames(
  options: Record<string, unknown>,
  unknown: readonly string[],
  names: object,
  of: string,
  findMeant?: FindMeant,
): ConfigurationError {
  const made = madeBy(options);
  if (made !== undefined) return wrongShape(of, names, made);
  const known = Object.keys(names);
  const meant = unknown.slice(0, 8).map((name) => findMeant?.(name, known));
  const texts = meant.map((word, at) => {
    // A sentence for several options stands after the last of them.
    const sentence = meant.lastIndexOf(word) === at ? ` ${word}` : '';
    const hint = word?.includes(' ') ? sentence : word && ` Did you mean "${word}"?`;
    return `${of} has no option ${JSON.stringify(unknown[at]?.slice(0, 40))}.${hint ?? ''}`;
  });
  if (meant.includes(undefined)) texts.push(`Known are ${known.join(', ')}.`);
  return wrongOption(texts.join(' '));
}

/**
 * The same for options that a function needs. @public
 *
 * @throws ConfigurationError without options, and as {@link refuseUnknown}
 */
export function requireOptions(options: unknown, names: object, of: string, findMeant?: FindMeant): void {
  if (options === undefined) throw wrongShape(of, names);
  refuseUnknown(options, names, of, findMeant);
}

/** What another function of ours made, by its fields. */
function madeBy({ open, specVersion, kind }: Record<string, unknown>): string | undefined {
  if (typeof open === 'function' && specVersion !== undefined) return 'a driver';
  return /^(bucket|concurrency|window)$/.test(String(kind)) ? 'a limit' : undefined;
}

function wrongShape(of: string, names: object, kind?: string): ConfigurationError {
  const found = kind === undefined ? '' : `, not ${kind}`;
  return wrongOption(`${of} takes an object: { ${Object.keys(names)[0]} }${found}.`);
}
