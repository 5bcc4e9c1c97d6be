import type { Caniemail, CaniemailFeature } from './caniemail.ts';
import { findFeatures } from './html-features.ts';

/** What mail programs do with the HTML of a mail. Percentages are of versions of programs. */
export interface HtmlCheck extends Support {
  readonly nodes: number;
  /** Features that were looked for. */
  readonly tests: number;
  /** The features that not all programs support, the worst first. */
  readonly warnings: readonly HtmlWarning[];
}

export interface Support {
  readonly supported: number;
  readonly partial: number;
  readonly unsupported: number;
}

export interface HtmlWarning extends Support {
  readonly feature: Omit<CaniemailFeature, 'stats'>;
  /** How often the mail uses it. */
  readonly found: number;
  readonly results: readonly ClientSupport[];
}

/** The support of one version of a mail program. */
export interface ClientSupport {
  readonly family: string;
  readonly platform: string;
  readonly version: string;
  readonly support: 'yes' | 'no' | 'partial';
  /** The numbers of its notes. */
  readonly notes: readonly string[];
}

/** Features that a mail loses nothing without. */
const harmless = new Set([
  ...['html-doctype', 'html-lang', 'html-role', 'html-target', 'html-loading-attribute'],
  ...['css-comments', 'css-cursor'],
]);

const script: CaniemailFeature = {
  slug: 'html-script',
  title: '<script> element',
  description: 'No mail program runs scripts.',
  url: '',
  category: 'html',
  tags: [],
  stats: {},
  notes_by_num: null,
};

/**
 * Checks HTML against the data of caniemail.com. A feature weighs as much as its share of the elements, and
 * the total is that of the worst feature, as in Mailpit. Unknown support counts for nothing.
 */
export function checkHtml(html: string, { data }: Pick<Caniemail, 'data'>): HtmlCheck {
  const { counts, nodes } = findFeatures(html);
  const tested = data.filter(({ slug }) => !harmless.has(slug) && !slug.startsWith('html-aria-'));
  const warnings = [script, ...tested]
    .flatMap((feature) => warningsOf(feature, counts.get(feature.slug) ?? 0))
    .sort((a, b) => weightOf(b, nodes) - weightOf(a, nodes));
  const worst = (part: 'partial' | 'unsupported') =>
    Math.max(0, ...warnings.map((warning) => warning[part] * shareOf(warning, nodes)));
  const unsupported = worst('unsupported');
  const partial = Math.min(worst('partial'), 100 - unsupported);
  const tests = tested.length + 1;
  return { supported: 100 - partial - unsupported, partial, unsupported, nodes, tests, warnings };
}

const shareOf = ({ found }: HtmlWarning, nodes: number): number => Math.min(1, found / Math.max(1, nodes));

const weightOf = (warning: HtmlWarning, nodes: number): number =>
  (warning.unsupported + warning.partial) * shareOf(warning, nodes);

/** None for a feature that is not used, or that all programs support. */
function warningsOf({ stats, ...feature }: CaniemailFeature, found: number): readonly HtmlWarning[] {
  if (found === 0) return [];
  const results = resultsOf(stats);
  const share = (support: ClientSupport['support']) =>
    results.length === 0
      ? Number(support === 'no') * 100
      : (results.filter((result) => result.support === support).length / results.length) * 100;
  const [supported, partial, unsupported] = [share('yes'), share('partial'), share('no')];
  return partial + unsupported === 0 ? [] : [{ feature, found, results, supported, partial, unsupported }];
}

function resultsOf(stats: CaniemailFeature['stats']): readonly ClientSupport[] {
  return Object.entries(stats).flatMap(([family, platforms]) =>
    Object.entries(platforms).flatMap(([platform, versions]) =>
      Object.entries(versions).flatMap(([version, value]) => {
        const support = ({ y: 'yes', n: 'no', a: 'partial' } as const)[value.charAt(0)];
        const notes = [...value.matchAll(/#(\d{1,3})/g)].map(([, number = '']) => number);
        return support === undefined ? [] : [{ family, platform, version, support, notes }];
      }),
    ),
  );
}
