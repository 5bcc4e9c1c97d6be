// Source: valhalla/valhalla locales/. A language without a region means the first of its entries.
const languages = (
  'bg-BG ca-ES cs-CZ da-DK de-DE el-GR en-US en-GB es-ES et-EE fi-FI fr-FR hi-IN hu-HU it-IT ja-JP nb-NO ' +
  'nl-NL pl-PL pt-PT pt-BR ro-RO ru-RU sk-SK sl-SI sv-SE tr-TR uk-UA'
).split(' ');

/** The engine's name of a language. An unknown language stays as it is: newer engines may have it. */
export function convertToLanguage(tag: string): string {
  const wanted = tag.replaceAll('_', '-').toLowerCase();
  const [subtag = ''] = wanted.split('-');
  const primary = subtag === 'no' ? 'nb' : subtag;
  const exact = languages.find((language) => language.toLowerCase() === wanted);
  return exact ?? languages.find((language) => language.startsWith(`${primary}-`)) ?? tag;
}
