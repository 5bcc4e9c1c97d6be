// Source: graphhopper/graphhopper core/src/main/resources/com/graphhopper/util, translations.
const languages: ReadonlySet<string> = new Set(
  (
    'ar ast az bg bn ca cs da de el en eo es fa fi fil fr gl he hr hsb hu id it ja ko lt mn nb ne nl pl ' +
    'pt ro ru sk sl sr sv tr uk uz vi zh'
  ).split(' '),
);

// Languages whose translation has another code.
const serviceNames: Readonly<Record<string, string>> = { kk: 'kz', no: 'nb' };

/** Whether the service has instructions in the language. It answers in English otherwise. */
export function hasLanguage(tag: string): boolean {
  const primary = primaryOf(tag);
  return languages.has(primary) || Object.hasOwn(serviceNames, primary);
}

/** The language in the service's form: `pt_BR`. */
export function convertToLocale(tag: string): string {
  const primary = primaryOf(tag);
  const language = serviceNames[primary] ?? primary;
  // A script may precede the region, and other subtags may follow it.
  const { region } = new Intl.Locale(tag.replaceAll('_', '-'));
  return region === undefined ? language : `${language}_${region}`;
}

function primaryOf(tag: string): string {
  const [primary = ''] = tag.toLowerCase().split(/[-_]/);
  return primary;
}
