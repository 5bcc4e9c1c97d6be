// The service spells some languages by country. Source: GIScience/openrouteservice, APIEnums.Languages.
const ownSpelling: ReadonlyMap<string, string> = new Map([
  ['el', 'gr'],
  ['uk', 'ua'],
  ['no', 'nb'],
]);

const languages = [
  'cs',
  'da',
  'de',
  'en',
  'eo',
  'es',
  'eu',
  'fi',
  'fr',
  'gr',
  'he',
  'hu',
  'id',
  'it',
  'ja',
  'lt',
  'lv',
  'nb',
  'ne',
  'nl',
  'pl',
  'pt',
  'ro',
  'ru',
  'tr',
  'ua',
  'vi',
  'zh',
];

/**
 * The service's spelling of a language; `undefined` for one it does not speak. Regions are left out: it
 * ignores most of them.
 */
export function convertToOpenrouteserviceLanguage(tag: string): string | undefined {
  const [primary = ''] = tag.toLowerCase().split(/[-_]/);
  const spelling = ownSpelling.get(primary) ?? primary;
  return languages.includes(spelling) ? spelling : undefined;
}
