// Links between the pages of the site.
import { type Page, splitCode } from '../../site/pages.ts';

const proseOf = (text: string) =>
  splitCode(text)
    .filter((_, at) => at % 2 === 0)
    .join('');

const anchorOf = (heading: string) =>
  / \{#([\w-]+)\}$/.exec(heading)?.[1] ??
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/** Links that lead to no page, or not to one heading. Pages that are only known by path have no headings. */
export function brokenLinks(pages: readonly Page[], known: ReadonlySet<string>): readonly string[] {
  const anchors = new Map(
    pages.map(({ path, text }) => [
      path,
      [...proseOf(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading)),
    ]),
  );
  return pages.flatMap(({ path, text }) =>
    [...proseOf(text).matchAll(/\]\(\/([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(([link, to = '', anchor]) => {
      const target = to.replace(/^$|\/$/, '$&index');
      if (to.startsWith('pictures/')) return [];
      const headings = anchors.get(target)?.filter((one) => one === anchor) ?? [];
      const isThere = known.has(target) && (anchor === undefined || headings.length === 1);
      return isThere ? [] : [`${path}: ${link}`];
    }),
  );
}
