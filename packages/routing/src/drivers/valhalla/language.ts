// Source: valhalla/valhalla locales/, and measured: versions 3.6.1 and 3.9.1 answer in these languages, 3.6.1
// not in Hebrew. A language without a region means the first of its entries.
const languages = (
  'ar-SA bg-BG ca-ES cs-CZ da-DK de-DE el-GR en-US en-GB en-AU es-ES et-EE fi-FI fr-FR he-IL hi-IN hu-HU ' +
  'it-IT ja-JP ko-KR mn-MN nb-NO nl-NL pl-PL pt-PT pt-BR ro-RO ru-RU sk-SK sl-SI sv-SE tr-TR uk-UA vi-VN'
).split(' ');

/** The engine's name of a language. An unknown language stays as it is: newer engines may have it. */
export function convertToLanguage(tag: string): string {
  const wanted = tag.replaceAll('_', '-').toLowerCase();
  const [subtag = ''] = wanted.split('-');
  const primary = subtag === 'no' ? 'nb' : subtag;
  const exact = languages.find((language) => language.toLowerCase() === wanted);
  return exact ?? languages.find((language) => language.startsWith(`${primary}-`)) ?? tag;
}
