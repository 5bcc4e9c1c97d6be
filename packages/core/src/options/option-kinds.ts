import { InvalidInputError } from '../errors/caller-errors.ts';
import { isRecord, wrongKind } from './kind-of.ts';

/** What an option must be, for the error, and its check. @public */
export type OptionRule = readonly [must: string, is: (value: unknown) => boolean];

/**
 * Rules for a table of option names: `{ traffic: optionKinds.flag, caps: optionKinds.fields(['waypoints'],
 * optionKinds.number) }`. @public
 */
export const optionKinds = {
  flag: ['true or false', (value) => typeof value === 'boolean'],
  text: ['a text', (value) => typeof value === 'string'],
  number: ['a number', (value) => typeof value === 'number' && !Number.isNaN(value)],
  list: ['a list', Array.isArray],
  object: ['an object', isRecord],
  function: ['a function', (value) => typeof value === 'function'],
  /** A list of some words. */
  words: (known: readonly string[]): OptionRule => [
    `a list of ${known.join(', ')}`,
    (value) => Array.isArray(value) && value.every((word) => known.includes(word)),
  ],
  /** An object that has some of these names, each with a value of one kind. */
  fields: (names: readonly string[], [must, is]: OptionRule): OptionRule => [
    `an object of ${names.join(', ')}, each ${must}`,
    (value) =>
      isRecord(value) &&
      Object.keys(value).every(
        (name) => value[name] === undefined || (names.includes(name) && is(value[name])),
      ),
  ],
} satisfies Readonly<Record<string, OptionRule | ((...given: never[]) => OptionRule)>>;

/**
 * Checks an argument of a function. @public
 *
 * @throws InvalidInputError that names it, and the kind of value that it is
 */
export function requireArgument(name: string, value: unknown, [must, is]: OptionRule): void {
  if (is(value)) return;
  throw new InvalidInputError({
    message: `${name} must be ${must}, not ${wrongKind(value)}.`,
    outcome: 'not-sent',
  });
}
