// What coding agents read: llms.txt, which lists the pages; llms-full.txt, which has their texts; and each
// page as Markdown, at its address with `.md` at the end.
import { type Page, siteUrl } from './pages.ts';
import { pagesAt, sections } from './sidebar.ts';

const head = `# @org

> TypeScript SDKs for email, routing and realtime services: one pipeline that keeps limits, retries what is
> safe, and fails with a typed error that says whether the service acted.

Each page is Markdown. [All texts in one file](${siteUrl}/llms-full.txt).
`;

/** Files of the site's root, by path. */
export function agentFiles(pages: readonly Page[]): ReadonlyMap<string, string> {
  const list = sections.flatMap(({ title, groups }) => {
    const lines = Object.values(groups)
      .flat()
      .flatMap((place) => pagesAt(place, pages))
      .map((page) => {
        const text = pages.find(({ path }) => path === page.path)?.text ?? '';
        return `- [${page.title}](${siteUrl}/${page.path}.md)${summaryOf(text)}`;
      });
    return lines.length === 0 ? [] : [`## ${title}\n\n${lines.join('\n')}\n`];
  });
  const full = pages
    .filter(({ path }) => !path.startsWith('reference/'))
    .map(({ text }) => withAddresses(text).trim());
  return new Map([
    ['llms.txt', [head, ...list].join('\n')],
    ['llms-full.txt', `${full.join('\n\n')}\n`],
    ...pages.map(({ path, text }): [string, string] => [`${path}.md`, withAddresses(text)]),
  ]);
}

/** Links to pages as addresses of their Markdown. */
const withAddresses = (text: string): string =>
  text.replaceAll(/\]\(\/([^)#\s]*)(#[^)\s]*)?\)/g, (_, path: string, hash = '') => {
    const file = /\.\w+$/.test(path) ? path : `${path.replace(/^$|\/$/, '$&index')}.md`;
    return `](${siteUrl}/${file}${hash})`;
  });

/** The first sentence after the title. */
function summaryOf(text: string): string {
  const [, paragraph = ''] = /^# .+\n+(?!\*\*Contents|!\[|#|\||```|- )([\s\S]*?)\n\n/m.exec(text) ?? [];
  const [sentence = ''] =
    paragraph
      .replace(/\s+/g, ' ')
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .match(/^.*?[.:](?= |$)/) ?? [];
  return sentence && `: ${sentence.replace(/:$/, '.')}`;
}
