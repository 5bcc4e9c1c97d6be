// What coding agents read: llms.txt, which lists the pages; llms-full.txt, which has their texts; and each
// page as Markdown, at its address with `.md` at the end.
import { descriptionOf, type Page, siteUrl } from './pages.ts';
import { pagesAt, sections } from './sidebar.ts';

const head = (kilobytes: number) => `# @org

> TypeScript SDKs for email, routing and realtime services: one pipeline that keeps limits, retries what is
> safe, and fails with a typed error that says whether the service acted.

Each page is Markdown. [All pages in one file](${siteUrl}/llms-full.txt), ${kilobytes} kB, has
all but the declarations of exported names: these are the pages of each package under Reference.
`;

/** Files of the site's root, by path. */
export function agentFiles(pages: readonly Page[]): ReadonlyMap<string, string> {
  const list = sections.flatMap(({ title, groups }) => {
    const lines = Object.values(groups)
      .flat()
      .flatMap((place) => pagesAt(place, pages))
      .flatMap(({ path }) => pages.filter((page) => page.path === path))
      .map((page) => `- [${page.title}](${siteUrl}/${page.path}.md): ${descriptionOf(page.text)}`);
    return lines.length === 0 ? [] : [`## ${title}\n\n${lines.join('\n')}\n`];
  });
  const written = pages.filter(({ path }) => !path.startsWith('reference/'));
  const full = `${written.map(({ text }) => withAddresses(text).trim()).join('\n\n')}\n`;
  return new Map([
    ['llms.txt', [head(Math.ceil(Buffer.byteLength(full) / 1000)), ...list].join('\n')],
    ['llms-full.txt', full],
    ...pages.map(({ path, text }): [string, string] => [`${path}.md`, withAddresses(text)]),
  ]);
}

/** Links to pages as addresses of their Markdown, and headings without the anchors that only a site reads. */
const withAddresses = (text: string): string =>
  text
    .replaceAll(/^(#+ .*) \{#[\w-]+\}$/gm, '$1')
    .replaceAll(/\]\(\/([^)#\s]*)(#[^)\s]*)?\)/g, (_, path: string, hash = '') => {
      const file = /\.\w+$/.test(path) ? path : `${path.replace(/^$|\/$/, '$&index')}.md`;
      return `](${siteUrl}/${file}${hash})`;
    });
