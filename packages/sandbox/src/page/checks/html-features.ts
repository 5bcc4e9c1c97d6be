import { tokenizeHtml } from '../mail-html/tokens.ts';
import { countCss } from './css-features.ts';

/** Elements whose features have another name; the others are `html-` and the element. */
const elements = new Map([
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, 'html-h1-h6'] as const),
  ...['ul', 'ol', 'dl'].map((name) => [name, 'html-lists'] as const),
  ...['embed', 'object'].map((name) => [name, 'html-object'] as const),
  ...['article', 'aside', 'details', 'figcaption', 'figure', 'footer', 'header'].map(semantic),
  ...['main', 'mark', 'nav', 'section', 'summary', 'time'].map(semantic),
  ['map', 'html-image-maps'],
]);
function semantic(name: string): readonly [string, string] {
  return [name, 'html-semantics'];
}

/** Attributes that are features. */
const attributes = new Map([
  ...['align', 'background', 'cellpadding', 'cellspacing', 'dir', 'height', 'hidden', 'popover'].map(named),
  ...['required', 'srcset', 'valign', 'width'].map(named),
  ['sizes', 'html-srcset'],
  ['usemap', 'html-image-maps'],
  ['bgcolor', 'css-background-color'],
  ['inert', 'css-inert-attribute'],
]);
function named(name: string): readonly [string, string] {
  return [name, `html-${name}`];
}

const formats = new Map([
  ['jpeg', 'jpg'],
  ['tif', 'tiff'],
  ['heic', 'heif'],
]);
const uncounted = new Set(['html', 'head', 'meta']);

/**
 * Finds the features in the elements, attributes and styles of HTML, by their names on caniemail.com, in
 * linear time. `nodes` counts elements without `html`, `head` and `meta`.
 */
export function findFeatures(html: string) {
  const counts = new Map<string, number>();
  const count = (slug: string): void => void counts.set(slug, (counts.get(slug) ?? 0) + 1);
  let nodes = 0;
  for (const token of tokenizeHtml(html)) {
    if (token.kind !== 'start') continue;
    const { name, attributes: given, rawText } = token;
    if (!uncounted.has(name)) nodes += 1;
    count(nameElement(name, given));
    for (const attribute of given.keys()) {
      const slug = attributes.get(attribute);
      if (slug !== undefined) count(slug);
    }
    countLink(name, given, count);
    countPicture(name, given, count);
    countCss(decode(given.get('style') ?? ''), count, true);
    if (name === 'style') countCss(rawText ?? '', count);
  }
  return { counts, nodes };
}

function nameElement(name: string, given: ReadonlyMap<string, string>): string {
  const type = given.get('type')?.toLowerCase();
  if (name === 'input') return `html-input-${type ?? 'text'}`;
  if (name === 'button') return `html-button-${type ?? 'submit'}`;
  if (name === 'script' && /^application\/(?:ld\+)?json$/.test(type ?? '')) return 'html-data';
  if (name === 'meta' && given.get('name')?.toLowerCase() === 'color-scheme') return 'html-meta-color-scheme';
  return elements.get(name) ?? `html-${name}`;
}

function countLink(name: string, given: ReadonlyMap<string, string>, count: (slug: string) => void): void {
  const href = name === 'a' ? given.get('href')?.trim().toLowerCase() : undefined;
  if (href?.startsWith('#')) count('html-anchor-links');
  if (href?.startsWith('mailto:')) count('html-mailto-links');
}

function countPicture(name: string, given: ReadonlyMap<string, string>, count: (slug: string) => void): void {
  const src = name === 'img' ? (given.get('src')?.trim() ?? '') : '';
  if (/^data:image\//i.test(src)) count('image-base64');
  const [, format] = /\.([a-z0-9]{2,5})$/i.exec(src.split(/[?#]/, 1)[0] ?? '') ?? [];
  if (format !== undefined) count(`image-${formats.get(format.toLowerCase()) ?? format.toLowerCase()}`);
}

/** The references that style attributes have. */
function decode(value: string): string {
  return value
    .replace(/&(?:quot|#34);/g, '"')
    .replace(/&(?:apos|#39);/g, "'")
    .replaceAll('&amp;', '&');
}
