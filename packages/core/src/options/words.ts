import { wrongOption } from '../errors/wrong-option.ts';

/**
 * An option that is one of some words, or `fallback` when omitted. @public
 *
 * @throws ConfigurationError for any other value
 */
export function wordOption<const Known extends string | boolean>(
  name: string,
  value: Known | undefined,
  words: readonly Known[],
  fallback: Known,
): Known {
  const given = value ?? fallback;
  if (words.includes(given) && value !== null) return given;
  const shown = words.map((word) => (typeof word === 'string' ? `'${word}'` : String(word)));
  throw wrongOption(`${name} must be ${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}.`);
}

/**
 * An option that is a list of texts. @public
 *
 * @throws ConfigurationError for any other value
 */
export function textsOption(name: string, value: readonly string[] | undefined): readonly string[] {
  const given: unknown = value === undefined ? [] : value;
  if (Array.isArray(given) && given.every((text) => typeof text === 'string')) return given;
  throw wrongOption(`${name} must be a list of texts.`);
}
