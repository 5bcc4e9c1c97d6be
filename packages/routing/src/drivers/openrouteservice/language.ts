// Source: GIScience/openrouteservice, APIEnums.Languages.
const languages = 'cs da de en eo es eu fi fr gr he hu id it ja lt lv nb ne nl pl pt ro ru tr ua vi zh'.split(
  ' ',
);

// The service names these languages by their country.
const serviceNames: Readonly<Record<string, string>> = { el: 'gr', uk: 'ua', no: 'nb' };

/**
 * The service's name of a language; `undefined` for a language that it does not have. Without the region: the
 * service ignores most regions.
 */
export function convertToLanguage(tag: string): string | undefined {
  const [primary = ''] = tag.toLowerCase().split(/[-_]/);
  const name = serviceNames[primary] ?? primary;
  return languages.includes(name) ? name : undefined;
}
