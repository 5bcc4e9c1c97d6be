import type { AddIssue } from '../check/issues.ts';

/** A language tag by BCP 47, with `-` or `_` between its parts. */
export function checkLanguage(value: unknown, path: string, add: AddIssue): void {
  if (typeof value !== 'string' || !isTag(value)) add(path, 'must be a language tag such as "de" or "pt-BR"');
}

function isTag(text: string): boolean {
  try {
    return new Intl.Locale(text.replaceAll('_', '-')) !== undefined;
  } catch {
    return false;
  }
}
