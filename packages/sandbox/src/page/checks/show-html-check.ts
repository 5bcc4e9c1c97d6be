import type { Caniemail } from './caniemail.ts';
import type { ClientSupport, HtmlCheck, HtmlWarning } from './html-check.ts';
import { stripMarkdown } from './markdown.ts';

export type ShownHtmlCheck = ReturnType<typeof showHtmlCheck>;

/** The check with the newest version of each program, and texts without markup. */
export function showHtmlCheck(check: HtmlCheck, caniemail: Caniemail) {
  return {
    ...check,
    updatedAt: caniemail.last_update_date.slice(0, 10),
    warnings: check.warnings.map((warning) => showWarning(warning, caniemail)),
  };
}

function showWarning({ feature, results, ...rest }: HtmlWarning, { nicenames }: Caniemail) {
  const { slug, title, description, url, notes_by_num: notes } = feature;
  const clients = newest(results)
    .filter(({ support }) => support !== 'yes')
    .map(({ family, platform, support, notes: numbers }) => ({
      family: nicenames.family[family] ?? family,
      platform: nicenames.platform[platform] ?? platform,
      support,
      notes: numbers.flatMap((number) => stripMarkdown(notes?.[number] ?? '') || []),
    }));
  return { ...rest, slug, title, url, description: stripMarkdown(description ?? ''), clients };
}

/** The newest version of each program on each platform. */
function newest(results: readonly ClientSupport[]): readonly ClientSupport[] {
  const found = new Map<string, ClientSupport>();
  for (const result of results) {
    const name = `${result.family} ${result.platform}`;
    const known = found.get(name);
    if (known === undefined || compareVersions(result.version, known.version) > 0) found.set(name, result);
  }
  return [...found.values()];
}

/** Versions are numbers or months: `16.80`, `2022-07`. */
function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split(/[.-]/).map(Number)) as [number[], number[]];
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0 && !Number.isNaN(difference)) return difference;
  }
  return 0;
}
