import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/package-entries.ts';

const places = ['*.md', '{.changeset,bench,docs/**,examples}/*.md', 'packages/*/{README.md,docs/*.md}'];
const pages = globSync(places, { cwd: root });
const readmes = pages.filter((page) => page.endsWith('README.md') && /^(?:packages|README)/.test(page));

const textOf = (page: string) => readFileSync(root + page, 'utf8');
const proseOf = (page: string) => textOf(page).replaceAll(/^```[\s\S]*?^```$/gm, '');

/** The anchor that a code host gives to a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const headingsOf = (page: string, level: RegExp) =>
  [...proseOf(page).matchAll(level)].map((match) => anchorOf(match[1] ?? ''));

const anchorsOf = (page: string) => headingsOf(page, /^#+ (.*)$/gm);

const linksOf = (page: string) =>
  [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '');

/** What is wrong with a link of a page; `undefined` for a valid one and for one to another site. */
function faultOf(page: string, link: string): string | undefined {
  if (/^[a-z]+:/.test(link)) return undefined;
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : normalize(join(dirname(page), path));
  if (!existsSync(root + target)) return `${page}: ${link} leads nowhere`;
  if (anchor === undefined) return undefined;
  if (statSync(root + target).isDirectory() || !anchorsOf(target).includes(anchor))
    return `${page}: ${link} names no heading of ${target}`;
  return undefined;
}

describe('pages', () => {
  it('link to files and headings that are there', () => {
    expect(pages.length).toBeGreaterThan(20);
    const faults = pages.flatMap((page) => linksOf(page).map((link) => faultOf(page, link)));
    expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
  });

  it('name files of this repository by their path', () => {
    const path = /`((?:bench|docs|examples|packages|scripts|test)\/[\w./-]+\.(?:ts|mjs|md))`/g;
    const named = pages.flatMap((page) =>
      [...proseOf(page).matchAll(path)].map((match) => ({ page, file: match[1] ?? '' })),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter(({ file }) => !existsSync(root + file))).toEqual([]);
  });
});

describe('a README', () => {
  it.each(readmes)('%s has fewer than 200 lines, and its contents list every section', (page) => {
    expect(textOf(page).split('\n').length).toBeLessThanOrEqual(200);
    const sections = headingsOf(page, /^## (.*)$/gm);
    const [contents = ''] = /^\*\*Contents\*\*[\s\S]*?\n\n/m.exec(textOf(page)) ?? [];
    const listed = [...contents.matchAll(/\]\(#([^)]+)\)/g)].map((match) => match[1]);
    expect(listed).toEqual(sections);
  });
});
