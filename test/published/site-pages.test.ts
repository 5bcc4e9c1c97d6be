// All pages of the site, with those of names from the built declarations, and the files for coding agents.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { publishedPackages } from '../../scripts/package-entries.ts';
import { agentFiles } from '../../site/agents.ts';
import { writtenPages } from '../../site/make.ts';
import { descriptionOf, repository, siteUrl, sourcePages } from '../../site/pages.ts';
import { referencePages } from '../../site/reference.ts';
import { isListed } from '../../site/sidebar.ts';
import { brokenLinks } from '../support/site-links.ts';

/** Of a page as an agent fetches it. */
const mostBytes = 25_000;

const reference = referencePages();
const pages = [...writtenPages(), ...reference];
const files = agentFiles(pages);
const doubles = (texts: readonly string[]) => texts.filter((text, at) => texts.indexOf(text) !== at);

describe('the pages of the site', () => {
  it('have an address and a title each', () => {
    expect(doubles(pages.map(({ path }) => path))).toEqual([]);
    expect(doubles(pages.map(({ title }) => title))).toEqual([]);
  });

  it('have a description each, a sentence of plain words', () => {
    const descriptions = pages.map(({ text }) => descriptionOf(text));
    expect(doubles(descriptions)).toEqual([]);
    const wrong = pages.filter((_, at) => !/^[^<>`*[\]\n]{15,160}\.$/.test(descriptions[at] ?? ''));
    expect(wrong.map(({ path, text }) => `${path}: ${descriptionOf(text)}`)).toEqual([]);
  });

  it('have links that lead to pages and their headings', () => {
    expect(brokenLinks(pages, new Set(pages.map(({ path }) => path)))).toEqual([]);
  });

  it('lead to no file of the repository that is a page', () => {
    const sources = sourcePages().map(({ source }) => `](${repository}/blob/main/${source}`);
    const wrong = pages.filter(({ text }) => sources.some((source) => text.includes(source)));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it('have every exported name on the page of its entry', () => {
    for (const { name, folder, entries } of publishedPackages()) {
      const api = JSON.parse(readFileSync(`${folder}/api.json`, 'utf8'));
      for (const { path: entry } of entries) {
        const path = `reference/${name}/${entry === '.' ? 'root' : entry.slice(2).replaceAll('/', '-')}`;
        const text = reference.find((page) => page.path === path)?.text ?? '';
        const listed = [...text.matchAll(/^## (\w+)(?= \{|$)|\[`(\w+)`\]\(/gm)].map(
          ([, own, link]) => own ?? link,
        );
        expect(listed, path).toEqual(expect.arrayContaining(Object.keys(api[entry] ?? {})));
      }
    }
  });

  it('have something below each heading of the reference', () => {
    const empty = reference.flatMap(({ path, text }) =>
      [...text.matchAll(/^## .+\s*(?=## |(?![\s\S]))/gm)].map(([heading]) => `${path}: ${heading.trim()}`),
    );
    expect(empty).toEqual([]);
  });

  it('have whole code in the lines of lists of names', () => {
    const lines = reference.flatMap(({ text }) => text.match(/^- \[`\w+`\]\(.*$/gm) ?? []);
    expect(lines.length).toBeGreaterThan(500);
    expect(lines.filter((line) => line.includes('```') || line.split('`').length % 2 === 0)).toEqual([]);
  });
});

describe('the files for coding agents', () => {
  it('are pages that an agent fetches alone', () => {
    const large = [...files].filter(
      ([path, text]) => path.endsWith('.md') && Buffer.byteLength(text) > mostBytes,
    );
    expect(large.map(([path, text]) => `${path}: ${Buffer.byteLength(text)}`)).toEqual([]);
  });

  it('have no anchors in their headings', () => {
    expect([...files].filter(([, text]) => /^#.*\{#/m.test(text)).map(([path]) => path)).toEqual([]);
  });

  it('list each page with its title and description, and lead to it', () => {
    const list = files.get('llms.txt') ?? '';
    const lines = [...list.matchAll(/^- \[(.+)\]\((\S+)\): (.+)$/gm)];
    const expected = pages
      .filter(({ path }) => path !== 'index' && !isListed(path))
      .map(({ path, title, text }) => [title, `${siteUrl}/${path}.md`, descriptionOf(text)].join(' '));
    expect(lines.map(([, ...parts]) => parts.join(' ')).sort()).toEqual(expected.sort());
    const links = [...files.values()].flatMap((text) =>
      [...text.matchAll(/\]\(([^)#\s]+)/g)].map(([, to = '']) => to),
    );
    const ours = links.filter((link) => link.startsWith(`${siteUrl}/`) && !link.includes('/pictures/'));
    expect(ours.length).toBeGreaterThan(1000);
    expect([...new Set(ours)].filter((link) => !files.has(link.slice(siteUrl.length + 1)))).toEqual([]);
  });

  it('say how large the file of all pages is, and what it does not have', () => {
    const [list = '', full = ''] = ['llms.txt', 'llms-full.txt'].map((path) => files.get(path));
    const kilobytes = Math.ceil(Buffer.byteLength(full) / 1000);
    expect(list).toContain(`[All pages in one file](${siteUrl}/llms-full.txt), ${kilobytes} kB`);
    expect(list).toContain('all but the declarations of exported names');
    const titles = reference.map(({ title }) => `\n# ${title}\n`);
    expect(titles.filter((title) => full.includes(title))).toEqual([]);
  });
});
