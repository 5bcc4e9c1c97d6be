// Source: valhalla/valhalla locales/. The first of a language is the one its bare name stands for.
const languages = [
  'bg-BG',
  'ca-ES',
  'cs-CZ',
  'da-DK',
  'de-DE',
  'el-GR',
  'en-US',
  'en-GB',
  'es-ES',
  'et-EE',
  'fi-FI',
  'fr-FR',
  'hi-IN',
  'hu-HU',
  'it-IT',
  'ja-JP',
  'nb-NO',
  'nl-NL',
  'pl-PL',
  'pt-PT',
  'pt-BR',
  'ro-RO',
  'ru-RU',
  'sk-SK',
  'sl-SI',
  'sv-SE',
  'tr-TR',
  'uk-UA',
];

/** The engine's spelling of a language; one it does not know is passed on, for newer engines may. */
export function convertToValhallaLanguage(tag: string): string {
  const wanted = tag.replaceAll('_', '-').toLowerCase();
  const [subtag = ''] = wanted.split('-');
  const primary = subtag === 'no' ? 'nb' : subtag;
  const exact = languages.find((language) => language.toLowerCase() === wanted);
  return exact ?? languages.find((language) => language.startsWith(`${primary}-`)) ?? tag;
}
