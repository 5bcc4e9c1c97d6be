import { type FindMeant, refuseUnknown, wrongKind } from '@org/core/basics';
import { isRecord } from './json.ts';
import { wrongInput } from './wrong-input.ts';

/** A default of every option; `undefined` for an option without one. */
type Defaults<Given> = { readonly [Name in keyof Given]-?: Given[Name] | undefined };

/** The record that a reader returns: every option, the caller's or its default. */
type Read<Given, Chosen> = {
  readonly [Name in keyof Given]-?: Name extends keyof Chosen
    ? undefined extends Chosen[Name]
      ? Given[Name] | undefined
      : Exclude<Given[Name], undefined>
    : never;
};

/**
 * Reads the options of a factory: its names and defaults are one declaration. The record is a copy, and has
 * every field: neither the caller nor a polluted prototype changes it.
 *
 * @throws ConfigurationError for another value, and for an unknown name
 */
export function readOptions<Given extends object, const Chosen extends Defaults<Given>>(
  of: string,
  given: Given | undefined,
  defaults: Chosen,
  findMeant?: FindMeant,
): Read<Given, Chosen> {
  const read: Record<string, unknown> = { ...defaults };
  if (given !== undefined) {
    refuseUnknown(given, defaults, of, findMeant);
    for (const [name, value] of Object.entries(given)) if (value !== undefined) read[name] = value;
  }
  return read as Read<Given, Chosen>;
}

/**
 * The same for the options of a call.
 *
 * @throws InvalidInputError for another value, ConfigurationError for an unknown name
 */
export function readCallOptions<Given extends object, const Chosen extends Defaults<Given>>(
  path: string,
  given: Given | undefined,
  defaults: Chosen,
  of = path,
): Read<Given, Chosen> {
  requireBag(path, given);
  return readOptions(of, given, defaults);
}

/**
 * The caller's options where further ones are allowed. A copy of the own properties: what pollutes
 * `Object.prototype` is ignored.
 *
 * @throws InvalidInputError
 */
export function optionsBag<Options extends object>(
  path: string,
  options: Options | undefined,
): Partial<Options> {
  requireBag(path, options);
  return { __proto__: null, ...options } as object as Partial<Options>;
}

function requireBag(path: string, options: object | undefined): void {
  if (options === undefined || (isRecord(options) && !(Symbol.iterator in options))) return;
  throw wrongInput(path, `${path} must be a plain object, not ${wrongKind(options)}.`);
}
