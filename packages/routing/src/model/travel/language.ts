import { readerOf } from '../check/reader.ts';

/** A language tag by BCP 47, with `-` or `_` between its parts. */
export const readLanguage = readerOf<string>(
  (value) => typeof value === 'string' && isTag(value),
  'must be a language tag such as "de" or "pt-BR"',
);

function isTag(text: string): boolean {
  try {
    return new Intl.Locale(text.replaceAll('_', '-')) !== undefined;
  } catch {
    return false;
  }
}
