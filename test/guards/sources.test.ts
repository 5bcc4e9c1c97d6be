import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatSnapshot } from '../../scripts/api-snapshot.ts';
import { passedOn, withCoreNames } from '../../scripts/core-names.ts';
import { publishedPackages, root } from '../../scripts/package-entries.ts';
import { codeOf, sourceFiles } from './source-files.ts';

const files = sourceFiles();
const matching = (pattern: RegExp) =>
  files.filter((file) => pattern.test(codeOf(file))).map(({ path }) => path);

describe('sources', () => {
  it('recognise our errors by brand, never by instanceof', () => {
    const ours = files.flatMap((file) =>
      [...codeOf(file).matchAll(/class (\w+Error) extends/g)].map((match) => match[1]),
    );
    expect(matching(new RegExp(`instanceof (?:${ours.join('|')})\\b`))).toEqual([]);
  });

  it('export by name', () => {
    expect(matching(/export \*/)).toEqual([]);
    // A list of names for several entries.
    const others = files.filter(({ text }) => /^export type \* from '(?!\S+\/names\.ts')/m.test(text));
    expect(others).toEqual([]);
    expect(matching(/export default/)).toEqual([]);
  });

  it('have no file for everything', () => {
    expect(files.filter(({ path }) => /\/(utils?|helpers?|types|common|misc)\.ts$/.test(path))).toEqual([]);
  });

  it('document every public name, except for further overloads', () => {
    const silent = files.flatMap(({ path, text }) =>
      [...text.matchAll(/(?<!;\n)\/\*\* @public \*\/\n(export .*)/g)].map(([, line]) => `${path}: ${line}`),
    );
    expect(silent).toEqual([]);
  });
});

describe('decision records', () => {
  it('have consecutive numbers, the same in name and title', () => {
    const names = readdirSync(`${root}docs/decisions`).sort();
    const titles = names.map((name) => readFileSync(`${root}docs/decisions/${name}`, 'utf8').split('\n')[0]);
    names.forEach((name, at) => {
      expect(name).toMatch(new RegExp(`^${String(at + 1).padStart(4, '0')}-[a-z0-9-]+\\.md$`));
      expect(titles[at]).toMatch(new RegExp(`^# ${at + 1}\\. `));
    });
  });
});

describe('the public surface', () => {
  it.each(publishedPackages())(
    'of $manifest.name is what its api.json says (renew with `pnpm api`)',
    ({ folder, entries }) => {
      expect(formatSnapshot(entries)).toBe(readFileSync(`${folder}/api.json`, 'utf8'));
    },
  );

  it.each(Object.entries(passedOn))(
    '%s passes on the listed names of core (renew with `pnpm api`)',
    (path, names) => {
      const text = readFileSync(`${root}${path}`, 'utf8');
      expect(text).toBe(withCoreNames(text, names));
    },
  );
});

describe('the manifests', () => {
  const packages = publishedPackages();

  it.each(packages)('of $manifest.name say what a consumer needs', ({ manifest }) => {
    expect(manifest).toMatchObject({
      type: 'module',
      sideEffects: false,
      license: 'MIT',
      engines: { node: '>=22.12' },
    });
    expect(manifest.files).toEqual(['dist', 'docs', 'CHANGELOG.md']);
    for (const [name, range] of Object.entries({ ...manifest.dependencies })) {
      if (name.startsWith('@org/')) expect(range, name).toBe('workspace:^');
    }
    expect(Object.keys(manifest.publishConfig.exports)).toEqual(Object.keys(manifest.exports));
    expect(JSON.stringify(manifest.publishConfig)).not.toContain('@org/source');
  });

  it('bring few dependencies', () => {
    const dependencies = Object.fromEntries(
      packages.map(({ name, manifest }) => [name, Object.keys(manifest.dependencies ?? {})]),
    );
    expect(dependencies).toMatchObject({
      core: [],
      email: ['@org/core'],
      routing: ['@org/core'],
      realtime: ['@noble/ciphers', '@org/core', 'ws'],
    });
  });

  it('ask for one pnpm everywhere', () => {
    const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
    const asked = new Set(JSON.stringify(manifest).match(/pnpm@[\d.]+/g));
    expect([...asked]).toHaveLength(1);
  });
});

describe('the sandbox', () => {
  const sandboxFiles = files.filter(
    ({ path }) =>
      path.startsWith('packages/sandbox/src/') && !path.startsWith('packages/sandbox/src/page/app/'),
  );
  const asyncNames = new Set(
    sandboxFiles.flatMap((file) =>
      [...codeOf(file).matchAll(/async function\*? (\w+)|\b(\w+)(?: =|:) async\b|\basync (\w+)\(/g)].flatMap(
        ([, declared, assigned, method]) => declared ?? assigned ?? method ?? [],
      ),
    ),
  );

  /** Promises without a caller, and listeners and timers that return one. */
  const floating = (code: string): readonly string[] => [
    ...[...code.matchAll(/(?:^\s*|=> )void (?:\w+\.)*(\w+)\(.*/gm)]
      .filter(([, name = '']) => asyncNames.has(name))
      .map(([text]) => text),
    ...(code.match(/(?:^\s*|=> )void [^;\n]*(?:\n\s*)?\.then\(/gm) ?? []),
    ...(code.match(/\b(?:setTimeout|setImmediate|setInterval|queueMicrotask)\(\s*async\b.*/g) ?? []),
    ...(code.match(/\.(?:on|once|addEventListener)\(\s*'[^']*',\s*async\b.*/g) ?? []),
  ];

  it('starts no promise that nobody waits for, except through inBackground()', () => {
    expect(asyncNames.size).toBeGreaterThan(50);
    expect(asyncNames).toContain('send');
    const found = sandboxFiles.flatMap((file) =>
      floating(codeOf(file)).map((text) => `${file.path}: ${text.trim()}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    '  void send(url);',
    '  later(() => void send(url));',
    '  void sleep(1).then(() => {});',
    '  setTimeout(async () => {}, 1);',
    "  socket.on('', async () => {});",
  ])('recognises %s', (code) => expect(floating(code)).toHaveLength(1));
});
