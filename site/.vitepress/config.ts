import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { hoversOf, hoverTransformer, typescriptBlocks } from '../hovers.ts';
import { repository, sitePath, sourcePages } from '../pages.ts';
import { isListed, sidebarOf } from '../sidebar.ts';

const folder = fileURLToPath(new URL('..', import.meta.url));
const pages: readonly { path: string; title: string; description: string }[] = JSON.parse(
  readFileSync(`${folder}.pages/pages.json`, 'utf8'),
);
const descriptions = new Map(pages.map(({ path, description }) => [path, description]));

// `.ci/site` builds a release a second time, for its own folder.
const { SITE_VERSION: version } = process.env;
const folderOfVersion = version ? `/v/${version}` : '';
const base = `${sitePath}${folderOfVersion}/`;

const hovers = hoversOf(new Set(sourcePages().flatMap(({ text }) => typescriptBlocks(text))));

const sidebar = sidebarOf(pages);
const firstLink = ([first]: typeof sidebar): string => first?.link ?? firstLink(first?.items ?? []);

/** The sections that the bar names; a narrow screen has no space for all. */
const inBar = new Set(['Start', 'Choose', 'Tasks', 'Reference']);

/** The anchor that a code host gives to a heading: links lead to the same place there and here. */
const slugify = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

export default defineConfig({
  title: '@org',
  description: 'TypeScript SDKs for email, routing and realtime services.',
  lang: 'en',
  base,
  srcDir: '.pages',
  srcExclude: ['public/**'],
  outDir: `dist${folderOfVersion}`,
  cleanUrls: true,
  // Start pages lead to a server that the reader runs.
  ignoreDeadLinks: 'localhostLinks',
  metaChunk: true,
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    codeTransformers: [hoverTransformer(hovers)],
    anchor: { slugify },
    toc: { slugify },
    headers: { slugify },
    config: (markdown) => {
      // `{{name}}` in code is the template of a mail, not Vue's.
      const { code_inline: render } = markdown.renderer.rules;
      markdown.renderer.rules.code_inline = (tokens, index, ...rest) => {
        tokens[index]?.attrSet('v-pre', '');
        return render?.(tokens, index, ...rest) ?? '';
      };
    },
  },
  themeConfig: {
    nav: [
      ...sidebar
        .filter(({ text }) => inBar.has(text))
        .map(({ text, items }) => ({ text, link: firstLink(items) })),
      { component: 'VersionPicker', props: { root: `${sitePath}/`, own: base } },
    ],
    sidebar,
    outline: [2, 3],
    socialLinks: [{ icon: 'github', link: repository }],
    search: {
      provider: 'local',
      options: {
        // Of the reference, the names are found, and not each word of each declaration.
        _render(source, env, markdown) {
          const path = env.relativePath.replace(/\.md$/, '');
          const text = path.startsWith('reference/')
            ? (source.match(/^#+ .*$/gm) ?? []).join('\n\n')
            : source;
          return markdown.render(text, env);
        },
      },
    },
  },
  transformPageData(page) {
    const path = page.relativePath.replace(/\.md$/, '');
    const { frontmatter } = page;
    const wide = { ...frontmatter, aside: false, pageClass: 'wide-page' };
    const description = descriptions.get(path) ?? '';
    if (path === 'index') return { description, frontmatter: { ...wide, sidebar: false } };
    if (path === 'playground') return { description, frontmatter: wide };
    const prevNext = isListed(path) ? { prev: false, next: false } : {};
    return { description, frontmatter: { ...frontmatter, ...prevNext } };
  },
});
