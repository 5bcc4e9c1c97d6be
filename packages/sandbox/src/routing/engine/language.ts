/** The engine's language for a tag (`de`, `pt_BR`, openrouteservice's `gr`); else English. */
export function convertLanguage(tag: unknown): string {
  const text = typeof tag === 'string' ? tag : 'en';
  return languages.get(text.slice(0, 2)) ?? 'en-US';
}

const languages: ReadonlyMap<string, string> = new Map([
  ['cs', 'cs-CZ'],
  ['da', 'da-DK'],
  ['de', 'de-DE'],
  ['es', 'es-ES'],
  ['fr', 'fr-FR'],
  ['el', 'el-GR'],
  ['gr', 'el-GR'],
  ['it', 'it-IT'],
  ['nl', 'nl-NL'],
  ['pl', 'pl-PL'],
  ['pt', 'pt-PT'],
  ['ua', 'uk-UA'],
  ['uk', 'uk-UA'],
]);
