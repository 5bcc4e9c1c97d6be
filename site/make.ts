// Makes the pages that VitePress builds, in the folder `.pages`, from the packages' Markdown and code.
// `npm run site` runs it and then the build.
import { cpSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { agentFiles } from './agents.ts';
import {
  descriptionOf,
  type Page,
  root,
  sectionPages,
  sitePath,
  sourcePages,
  withSectionList,
  withSiteLinks,
} from './pages.ts';
import { referencePages } from './reference.ts';

/** The pages that people write, and one for each code of an error and each mail service of the sandbox. */
export function writtenPages(): readonly Page[] {
  return [
    ...sourcePages().map((page) => {
      const text = withSectionList(withSiteLinks(page), page.source);
      return { ...page, text: page.path === 'index' ? withFirstScreen(text) : text };
    }),
    ...sectionPages().map((page) => ({ ...page, text: `# ${page.title}\n\n${withSiteLinks(page)}\n` })),
  ];
}

/** The picture and the program of the first page side by side. Its list of contents is the outline here. */
function withFirstScreen(text: string): string {
  return text
    .replace(/^!\[[\s\S]*?\n```\n/m, (both) => `<div class="first">\n\n${both}\n</div>\n`)
    .replace(/^\*\*Contents\*\*[\s\S]*?\n\n/m, '');
}

if (import.meta.main) {
  const folder = fileURLToPath(new URL('.pages/', import.meta.url));
  rmSync(folder, { recursive: true, force: true });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(folder + path), { recursive: true });
    writeFileSync(folder + path, text);
  };
  const pages = [...writtenPages(), ...referencePages()];
  for (const { path, text } of pages) write(`${path}.md`, text);
  for (const picture of globSync('{docs,packages/*/docs}/pictures/*.svg', { cwd: root }))
    cpSync(root + picture, `${folder}public/pictures/${basename(picture)}`);
  for (const [path, text] of agentFiles(pages)) write(`public/${path}`, text);
  const { SITE_RELEASE: release } = process.env;
  if (release) write('public/release.txt', release);
  write('public/versions.json', JSON.stringify([{ name: 'next', path: `${sitePath}/` }]));
  write(
    'pages.json',
    JSON.stringify(pages.map(({ path, title, text }) => ({ path, title, description: descriptionOf(text) }))),
  );
  console.log(`${pages.length} pages`);
}
