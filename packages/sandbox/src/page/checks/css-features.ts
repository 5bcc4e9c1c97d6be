import { readCss } from './css-parts.ts';

/** Counts a feature of the data of caniemail.com by its name there. */
export type Count = (slug: string) => void;

/** Properties whose features have another name; the others are `css-` and the property. */
const properties: readonly (readonly [pattern: RegExp, slug: string])[] = [
  [/^--/, 'css-variables'],
  [/^border-(?:inline|block)$/, 'css-border-inline-block'],
  [/^border-(?:inline|block)-(?:start|end)$/, 'css-border-inline-block-individual'],
  [/^border-(?:inline|block)-.*(?:color|style|width)$/, 'css-border-inline-block-longhand'],
  [/^border-(?:start|end)-(?:start|end)-radius$/, 'css-border-radius-logical'],
  [/^border-.*radius$/, 'css-border-radius'],
  [/^border-image/, 'css-border-image'],
  [/^border-(?:top|right|bottom|left|color|style|width)/, 'css-border'],
  [/^(?:margin|padding)-(?:inline|block)$/, 'css-$-inline-block'],
  [/^(?:margin|padding)-inline-(?:start|end)$/, 'css-$-inline-start-end'],
  [/^(?:margin|padding)-block-(?:start|end)$/, 'css-$-block-start-end'],
  [/^(?:margin|padding)-(?:top|right|bottom|left)$/, 'css-$'],
  [/^block-size$|^inline-size$/, 'css-block-inline-size'],
  [/^(?:columns|column-(?:width|fill|rule.*|span))$/, 'css-column-layout-properties'],
  [/^(?:row|column)-gap$/, 'css-gap'],
  [/^grid-template/, 'css-grid-template'],
  [/^(?:left|right|top|bottom)$/, 'css-left-right-top-bottom'],
  [/^scroll-snap-/, 'css-scroll-snap'],
  [/^(?:animation|transition|outline|overflow)-(?!offset|wrap)/, 'css-$'],
  [/^flex-flow$/, 'css-flex-wrap'],
  [/^contain-intrinsic-/, 'css-intrinsic-size'],
];

const functions: Readonly<Record<string, string>> = {
  calc: 'css-unit-calc',
  clamp: 'css-function-clamp',
  max: 'css-function-max',
  min: 'css-function-min',
  'light-dark': 'css-function-light-dark',
  rgb: 'css-rgb',
  rgba: 'css-rgba',
  lch: 'css-modern-color',
  oklch: 'css-modern-color',
  lab: 'css-modern-color',
  oklab: 'css-modern-color',
  var: 'css-variables',
  'linear-gradient': 'css-linear-gradient',
  'radial-gradient': 'css-radial-gradient',
  'conic-gradient': 'css-conic-gradient',
};

const values: readonly (readonly [pattern: RegExp, slug: string])[] = [
  [/!\s{0,9}important/i, 'css-important'],
  [/\b(?:fit|min|max)-content\b/i, 'css-intrinsic-size'],
  [/^initial\b/i, 'css-unit-initial'],
  [/\b(?:system-ui|ui-(?:serif|sans-serif|rounded|monospace))\b/i, 'css-sytem-ui'],
];

const mediaFeatures: readonly (readonly [pattern: RegExp, slug: string])[] = [
  [/prefers-color-scheme/i, 'css-at-media-prefers-color-scheme'],
  [/prefers-reduced-motion/i, 'css-at-media-prefers-reduced-motion'],
  [/device-pixel-ratio/i, 'css-at-media-device-pixel-ratio'],
  [/\borientation\b/i, 'css-at-media-orientation'],
  [/\(\s{0,9}(?:any-)?hover\b/i, 'css-at-media-hover'],
];

const combinators: readonly (readonly [pattern: RegExp, slug: string])[] = [
  [/\[/, 'css-selector-attribute'],
  [/>/, 'css-selector-child'],
  [/\+/, 'css-selector-adjacent-sibling'],
  [/~(?!=)/, 'css-selector-general-sibling'],
  [/\*(?!=)/, 'css-selector-universal'],
];

/** Elements that were classes once: one colon is enough for them. */
const pseudoElements = new Set(['after', 'before', 'first-letter', 'first-line']);
const maxValue = 2000;

/** Counts the features of a style sheet, or of a `style` attribute. */
export function countCss(css: string, count: Count, isAttribute = false): void {
  const { declarations, selectors, atRules, nested } = readCss(css, isAttribute);
  for (const { property, value } of declarations) countDeclaration(property, value.slice(0, maxValue), count);
  for (const selector of selectors) countSelector(selector.slice(0, maxValue), count);
  for (const { name, prelude } of atRules) {
    count(`css-at-${name}`);
    if (name === 'media') countMatches(mediaFeatures, prelude.slice(0, maxValue), count);
  }
  for (let index = 0; index < nested; index += 1) count('css-nesting');
}

function countDeclaration(property: string, given: string, count: Count): void {
  const [, slug = 'css-*'] = properties.find(([pattern]) => pattern.test(property)) ?? [];
  count(slug.replace('$', property.split('-')[0] ?? '').replace('*', property));
  if (property === 'display') {
    const shown = /^(?:inline-)?(flex|grid)\b|^(none)\b/i.exec(given);
    if (shown) count(`css-display-${(shown[1] ?? shown[2] ?? '').toLowerCase()}`);
  }
  const value = withoutUrls(given);
  countMatches(values, value, count);
  for (const part of value.split('(').slice(0, -1)) {
    const name =
      part
        .slice(-30)
        .toLowerCase()
        .split(/[^a-z-]/)
        .at(-1) ?? '';
    const slug = functions[name.replace(/^(?:-webkit-|-moz-|repeating-)/, '')];
    if (slug !== undefined) count(slug);
  }
  for (const [, unit = ''] of value.matchAll(/[\d.](ch|rem|vh|vmax|vmin|vw)\b/gi))
    count(`css-unit-${unit.toLowerCase()}`);
}

/** The value without addresses in `url()`. */
function withoutUrls(value: string): string {
  const [first = '', ...others] = value.split('url(');
  return [first, ...others.map((part) => part.slice(part.indexOf(')') + 1))].join(' ');
}

function countSelector(selector: string, count: Count): void {
  for (const [, colons, name = ''] of selector.matchAll(/(::?)([a-z][a-z-]{1,30})/gi)) {
    const isElement = colons === '::' || pseudoElements.has(name.toLowerCase());
    count(`css-pseudo-${isElement ? 'element' : 'class'}-${name.toLowerCase()}`);
  }
  countMatches(combinators, selector, count);
}

function countMatches(table: readonly (readonly [RegExp, string])[], text: string, count: Count): void {
  for (const [pattern, slug] of table) if (pattern.test(text)) count(slug);
}
