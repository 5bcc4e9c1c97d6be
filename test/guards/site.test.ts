import { describe, expect, it } from 'vitest';
import { OrgError } from '../../packages/core/src/index.ts';
import { errorClasses } from '../../scripts/error-page/classes.ts';
import { publishedPackages } from '../../scripts/package-entries.ts';
import { writtenPages } from '../../site/make.ts';
import { siteUrl } from '../../site/pages.ts';
import { isListed, pagesAt, sections } from '../../site/sidebar.ts';
import { countWords } from '../../site/words.ts';
import { brokenLinks } from '../support/site-links.ts';

/** Words of prose and code that people write for users. It only falls. */
const mostWords = 65_000;

const pages = writtenPages();
const places = sections.flatMap(({ groups }) => Object.values(groups).flat());
const paths = new Set([
  ...pages.map(({ path }) => path),
  ...publishedPackages().map(({ name }) => `reference/${name}/index`),
]);

describe('the site', () => {
  it('has one place in the sidebar for each page, and a page for each place', () => {
    const known = [...paths].map((path) => ({ path, title: '' }));
    const placed = places.flatMap((place) => pagesAt(place, known)).map(({ path }) => path);
    const expected = [...paths].filter((path) => path !== 'index' && !isListed(path));
    expect(placed.sort()).toEqual(expected.sort());
    const named = places.filter((place) => !(place instanceof RegExp));
    expect(named.filter((place) => pagesAt(place, known).length !== 1)).toEqual([]);
  });

  it('has a title on each page', () => {
    const titles = pages.filter(({ path }) => !isListed(path)).map(({ title }) => title);
    expect(titles.filter((title) => title === '')).toEqual([]);
  });

  it('has links that lead to its pages and their headings', () => {
    expect(brokenLinks(pages, paths)).toEqual([]);
  });

  it('has the page of each code, to which docsUrl leads', () => {
    const codes = errorClasses().map(({ code }) => code);
    expect(codes.length).toBeGreaterThan(50);
    expect(codes.filter((code) => !paths.has(`errors/${code}`))).toEqual([]);
    expect(new OrgError({ message: '' }).docsUrl).toBe(`${siteUrl}/errors/error`);
  });

  it(`has at most ${mostWords} written words`, () => {
    expect(countWords().written).toBeLessThanOrEqual(mostWords);
  });
});
