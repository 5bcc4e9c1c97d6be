import { ConfigurationError } from '@org/core';

type Word = string | boolean;

/**
 * An option that is one of some words, or `fallback` when omitted. @public
 *
 * @throws ConfigurationError for any other value
 */
export function wordOption<const Known extends Word>(
  name: string,
  value: Known | undefined,
  words: readonly Known[],
  fallback: Known,
): Known {
  const given = value ?? fallback;
  if (words.includes(given) && value !== null) return given;
  const shown = words.map((word) => (typeof word === 'string' ? `'${word}'` : String(word)));
  const message = `${name} must be ${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}.`;
  throw new ConfigurationError({ message });
}

/**
 * An option that is a list of texts. @public
 *
 * @throws ConfigurationError for any other value
 */
export function textsOption(name: string, value: readonly string[] | undefined): readonly string[] {
  const given: unknown = value ?? [];
  if (Array.isArray(given) && given.every((text) => typeof text === 'string')) return given;
  throw new ConfigurationError({ message: `${name} must be a list of texts.` });
}
