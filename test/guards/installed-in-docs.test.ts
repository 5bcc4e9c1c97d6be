import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/package-entries.ts';
import { sourceFiles } from './source-files.ts';

const textOf = (path: string) => readFileSync(root + path, 'utf8');
/** Pages of the products. With pnpm, a program sees the packages that it installed itself, and no other. */
const pages = globSync('packages/{email,routing,realtime}/docs/!(own-*).md', { cwd: root });

describe('what a reader of the docs must know', () => {
  it.each(pages)('%s installs the core that it imports', (page) => {
    const text = textOf(page);
    const importsCore = /^import .* from '@org\/core(?:\/[\w-]+)?';$/m.test(text);
    if (importsCore) expect(text).toMatch(/npm install (?:--save-dev )?[^\n`]*@org\/core\b/);
  });

  it('every environment variable that a package reads is on a page', () => {
    const all = globSync(['README.md', 'packages/*/{README.md,docs/*.md}'], { cwd: root }).map(textOf);
    const names = sourceFiles()
      .filter(({ path }) => /^packages\/(?:core|email|routing|realtime)\/src\//.test(path))
      .flatMap(({ text }) =>
        [...text.matchAll(/[fF]romEnv\(\s*'([A-Z][A-Z\d_]+)'/g)].map(([, name = '']) => name),
      );
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !all.some((text) => text.includes(name)))).toEqual([]);
  });

  it('the table of variables has every name that a client reads', () => {
    const table = textOf('packages/core/docs/environment.md');
    // The row of `plunk()` stands for these names of every mail driver.
    const ofEachDriver = /^(?!PLUNK_)[A-Z]+_(?:API_KEY|BASE_URL|WEBHOOK_SECRET)$/;
    const names = sourceFiles()
      .filter(({ path }) => /^packages\/(?:email|routing|realtime)\/src\//.test(path))
      .filter(({ path }) => !path.includes('.test.'))
      .flatMap(({ path, text }) => {
        const lists = [...text.matchAll(/[fF]romEnv\(([^()]*'[A-Z][A-Z\d_]+'[^()]*)\)/g)];
        const read = lists.flatMap(([, list = '']) => list.match(/(?<=')[A-Z][A-Z\d_]+(?=')/g) ?? []);
        return path.startsWith('packages/email/') ? read.filter((name) => !ofEachDriver.test(name)) : read;
      });
    const some = ['GRAPHHOPPER_API_KEY', 'REALTIME_URL', 'SMTP_ACCESS_TOKEN'];
    expect(names).toEqual(expect.arrayContaining(some));
    expect(names.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
  });

  it("email's README leads once to each of its guides", () => {
    const readme = textOf('packages/email/README.md');
    const [, guides = ''] = readme.split('## Guides');
    const links = [...guides.matchAll(/\(docs\/([^)]+)\)/g)].map(([, link]) => link);
    const needed = ['batches.md', 'batches.md#several-services', 'queues.md', 'smtp.md', 'webhooks.md'];
    expect(links).toEqual(expect.arrayContaining(needed));
    expect(links).toContain('moving-from-nodemailer.md');
    expect(new Set(links).size).toBe(links.length);
  });

  it.each([
    ['smtp://', /`createTransport\('smtp:\/\/[^']*'\)`/],
    ['the defaults of a transport', /`createTransport\(options, defaults\)`/],
    ['a callback', /`sendMail\(message, callback\)`/],
    ['plug-ins', /plug-ins/],
    ['date', /^\| `date` \|/m],
    ['list.help', /`list: \{ help/],
  ])('the page about nodemailer says what became of %s', (_what, pattern) => {
    expect(textOf('packages/email/docs/moving-from-nodemailer.md')).toMatch(pattern);
  });
});
