import { isRecord } from '../options/kind-of.ts';
import { meantOption } from '../options/meant-option.ts';
import { type KeysOf, refuseUnknown } from '../options/refuse-unknown.ts';
import { placeWithin } from './places.ts';

/** A table without names of its own: the value of a name that `Known` does not have is `never`. @public */
export type OnlyKnown<Given, Known> = {
  readonly [Name in keyof Given]: Name extends KeysOf<Known>
    ? Checked<Given[Name], ValueOf<Known, Name>>
    : never;
};

type Checked<Given, Known> = Given extends object
  ? Given extends readonly unknown[] | ((...values: never) => unknown)
    ? Given
    : string extends KeysOf<Known>
      ? Given
      : OnlyKnown<Given, Known>
  : Given;

type ValueOf<Known, Name> = Known extends object ? (Name extends keyof Known ? Known[Name] : never) : never;

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/** The names in a text with blanks between them, as an object: `namesIn('path item items')`. @public */
export function namesIn<const Text extends string>(text: Text): { readonly [Name in Words<Text>]: 0 } {
  return Object.fromEntries(text.split(' ').map((name) => [name, 0])) as { [Name in Words<Text>]: 0 };
}

/** An object with the same names, and another value of each. @public */
export function mapNames<Names extends object, Value>(
  names: Names,
  toValue: (name: string) => Value,
): { [Name in keyof Names]: Value } {
  const entries = Object.keys(names).map((name) => [name, toValue(name)]);
  return Object.fromEntries(entries) as { [Name in keyof Names]: Value };
}

/**
 * Refuses misspelt names of a table, at any depth: their values would have no effect. @public
 *
 * @param names - every name; a value that is an object has the names below it
 * @throws ConfigurationError that names the option, where it is, and what was meant
 */
export function refuseUnknownNames(
  value: unknown,
  names: object,
  of: string,
  table: string,
  path = '',
): void {
  // A form may be a word or an object.
  if (!isRecord(value)) return;
  refuseUnknown(value, names, `${of}: ${path === '' ? '' : `\`${path}\` in `}${table}`, meantOption);
  for (const [name, inner] of Object.entries(names))
    if (typeof inner === 'object' && inner !== null)
      refuseUnknownNames(value[name], inner, of, table, placeWithin(path, name));
}
