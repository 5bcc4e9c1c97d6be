import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { root } from '../../scripts/package-entries.ts';
import { codeBlocksIn, runnableBlocks } from '../support/readme-blocks.ts';

// `readme.test.ts` runs and compiles the blocks of skills, as those of guides.
const skills = globSync('skills/*/SKILL.md', { cwd: root }).sort();
const mostLines = 120;

it.each(skills)('%s says when it is used, and has a program', (path) => {
  const text = readFileSync(root + path, 'utf8');
  const [, name, description = ''] =
    /^---\nname: (.+)\ndescription: >-\n((?: {2}.+\n)+)---\n/.exec(text) ?? [];
  expect(path).toBe(`skills/${name}/SKILL.md`);
  expect(description).toMatch(/\sUse\s+(?:for|where)\s/);
  expect(description.length).toBeLessThan(300);
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(mostLines);
  expect(runnableBlocks(root + path).length).toBeGreaterThan(0);
});

it.each(skills)('%s names pages that are there', (path) => {
  const text = readFileSync(root + path, 'utf8');
  const folders = [...text.matchAll(/node_modules\/@org\/(\w+)\/docs/g)].map(([, name]) => name);
  const pages = [...text.matchAll(/[\w-]+\.md/g)].map(([page]) => page).filter((page) => page !== 'SKILL.md');
  expect(pages.length).toBeGreaterThan(0);
  const isThere = (page: string) =>
    [...folders, 'core'].some((name) => existsSync(`${root}packages/${name}/docs/${page}`));
  expect(pages.filter((page) => !isThere(page))).toEqual([]);
});

it('there is a skill for each product, for tests and for moving', () => {
  expect(skills.map((path) => path.split('/')[1])).toEqual([
    'move-from-nodemailer',
    'move-from-pusher-js',
    'move-from-resend',
    'test-with-the-sandbox',
    'use-email',
    'use-realtime',
    'use-routing',
  ]);
  expect(skills.flatMap((path) => codeBlocksIn(readFileSync(root + path, 'utf8'), 'ts'))).toEqual([]);
});
