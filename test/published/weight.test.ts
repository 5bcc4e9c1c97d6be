import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedPackages, root } from '../../scripts/package-entries.ts';
import { packPackages } from '../../scripts/release/pack.ts';
import { run } from '../../scripts/run.ts';

/** The most bytes on the disk of a user, guides included. */
const ceilings: Readonly<Record<string, number>> = {
  core: 1_690_000,
  email: 3_050_000,
  realtime: 1_430_000,
  routing: 2_100_000,
  sandbox: 1_850_000,
};

describe.each(publishedPackages())('the tarball of $name', ({ name, manifest }) => {
  let folder: string;
  let files: readonly string[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), `org-weight-${name}-`));
    const tarballs = await packPackages(folder, [name]);
    await run('tar', ['-xzf', tarballs.get(name) ?? '', '-C', folder], { cwd: folder });
    folder = join(folder, 'package');
    files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => statSync(join(folder, path)).isFile())
      .map((path) => path.replaceAll('\\', '/'));
  });

  afterAll(() => rmSync(dirname(folder), { recursive: true, force: true }));

  const textOf = (path: string) => readFileSync(join(folder, path), 'utf8');
  const linksOf = (path: string) =>
    [...textOf(path).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => ({ path, link }));

  it('is not too large', () => {
    const bytes = files.reduce((sum, path) => sum + statSync(join(folder, path)).size, 0);
    expect(bytes).toBeLessThanOrEqual(ceilings[name] ?? 0);
  });

  it('has code, types, guides and licences, and nothing else', () => {
    expect(files).toEqual(expect.arrayContaining(['package.json', 'README.md', 'LICENSE']));
    const known = [
      /^(?:package\.json|README\.md|LICENSE|CHANGELOG\.md)$/,
      /^docs\/.+\.(?:md|svg)$/,
      /^dist\/.+\.(?:js|d\.ts|txt|html|css|svg)$/,
      /^dist\/page\/app\/\w+\.(?:js|css|json)\.gz$/, // the page of the sandbox
    ];
    expect(files.filter((path) => !known.some((kind) => kind.test(path)))).toEqual([]);
    const mapped = files.filter((path) => path.endsWith('.js') && textOf(path).includes('sourceMappingURL='));
    expect(mapped).toEqual([]);
  });

  it('has a manifest for its users alone', () => {
    expect(textOf('package.json')).not.toMatch(/workspace:|catalog:|@org\/source/);
    const { scripts, devDependencies, exports } = JSON.parse(textOf('package.json'));
    expect({ scripts, devDependencies }).toEqual({});
    expect(Object.keys(exports)).toEqual(Object.keys(manifest.publishConfig.exports));
  });

  it('has links that lead to its own pages, to those of a package beside it, or outside', () => {
    const links = files.filter((path) => path.endsWith('.md')).flatMap(linksOf);
    const inside = links
      .filter(({ link }) => !/^(?:[a-z]+:|#)/.test(link))
      .map(({ path, link }) => posix.normalize(posix.join(dirname(path), link.split('#')[0] ?? '')));
    expect(inside.length).toBeGreaterThan(0);
    // In `node_modules/@org`, the packages stand beside each other as in `packages` of the repository.
    const isThere = (path: string) =>
      /^\.\.\/\w+\/(?:README\.md|docs\/)/.test(path)
        ? existsSync(join(root, 'packages', name, path))
        : files.includes(path);
    expect(inside.filter((path) => !isThere(path))).toEqual([]);
  });

  it('has programs with a name of its own', () => {
    const { bin = {} } = JSON.parse(textOf('package.json'));
    const programs = Object.keys(bin);
    if (programs.length > 0) expect(programs.sort()).toEqual([name, `org-${name}`].sort());
    expect(new Set(Object.values(bin)).size).toBeLessThanOrEqual(1);
  });
});
