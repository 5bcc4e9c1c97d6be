// Links between the pages of the site.
import { type Page, splitCode } from '../../site/pages.ts';

const proseOf = (text: string) =>
  splitCode(text)
    .filter((_, at) => at % 2 === 0)
    .join('');

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/** Links that lead to no page, or to no heading of it. Pages that are only known by path have no headings. */
export function brokenLinks(pages: readonly Page[], known: ReadonlySet<string>): readonly string[] {
  const anchors = new Map(
    pages.map(({ path, text }) => [
      path,
      new Set([...proseOf(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))),
    ]),
  );
  return pages.flatMap(({ path, text }) =>
    [...proseOf(text).matchAll(/\]\(\/([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(([link, to = '', anchor]) => {
      const target = to.replace(/^$|\/$/, '$&index');
      if (to.startsWith('pictures/')) return [];
      const isThere =
        known.has(target) && (anchor === undefined || anchors.get(target)?.has(anchor) === true);
      return isThere ? [] : [`${path}: ${link}`];
    }),
  );
}
