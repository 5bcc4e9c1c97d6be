import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeOf, importsOf, sourceFiles } from './source-files.ts';

const driverFile = /^packages\/([^/]+)\/src\/drivers\/([^/]+)\/(.+)\.ts$/;
const files = sourceFiles(driverFile);

/** These two drivers' services are not HTTP: they do their own I/O, in the files that are theirs alone. */
const ownExecutor = /\/drivers\/(smtp|embedded)\//;

describe('drivers are data and pure functions', () => {
  const effects = [
    /\bfetch\s*\(|\bnew WebSocket\b|\bprocess\./,
    /\bsetTimeout\b|\bsetInterval\b|\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b/,
    /\bfor\s*\(;;\)|\bwhile\s*\(true\)/,
  ];

  it('an HTTP driver touches no network, no clock, no chance, no environment', () => {
    const bad = files
      .filter((file) => !ownExecutor.test(file.path) && effects.some((effect) => effect.test(codeOf(file))))
      .map(({ path }) => path);
    expect(bad).toEqual([]);
  });

  it('no driver takes time or chance from anywhere but the runtime', () => {
    const clock = /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bprocess\.env\b/;
    expect(files.filter((file) => clock.test(codeOf(file))).map(({ path }) => path)).toEqual([]);
  });
});

describe('C13: the words of a service', () => {
  it('are cut by core alone, after it has removed the credential', () => {
    const makesFailures = /import \{[^}]*\b(?:Failure|Classify)\b[^}]*\} from '@org\/core'/;
    const cut = /\.(?:slice|substring|substr)\(\s*0\s*,/;
    const makers = sourceFiles(/^packages\/(?:email|realtime|routing)\/src\/.*\.ts$/).filter(({ text }) =>
      makesFailures.test(text),
    );
    expect(makers.length).toBeGreaterThan(5);
    expect(makers.filter((file) => cut.test(codeOf(file))).map(({ path }) => path)).toEqual([]);
  });
});

/** Packages whose drivers keep to this. */
const packagesWithEntry = ['email', 'routing'];

/** The entries that drivers are made of. */
const kit = /\/src\/(?:driver|resources|(?:mime|tables)\/index|(?:inbound|light)\/(?:kit|names))\.ts$/;

/** zod is compiled in: its file stands for a package that any driver may have. */
const compiledIn = /\/src\/(?:internal|wire)\/schema\.ts$/;

/** Drivers that read the wire of another one: of an engine, of OSRM, of the relay of the same service. */
const wires = [
  ['embedded', 'valhalla'],
  ['valhalla', 'osrm'],
  ['stadia', 'valhalla'],
  ['ses', 'smtp'],
] as const;

describe('a built-in driver', () => {
  it.each(packagesWithEntry)('of %s imports the public driver entries and nothing beneath them', (pkg) => {
    const drivers = `packages/${pkg}/src/drivers/`;
    const own = files.filter(({ path }) => path.startsWith(drivers));
    expect(own.length).toBeGreaterThan(20);
    const bad = own.flatMap((file) => {
      const folder = `${drivers}${driverFile.exec(file.path)?.[2]}/`;
      return importsOf(file)
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => posix.join(posix.dirname(file.path), specifier))
        .filter((target) => !kit.test(target) && !target.startsWith(folder) && !compiledIn.test(target))
        .filter(
          (target) =>
            !wires.some(
              ([from, to]) => folder === `${drivers}${from}/` && target.startsWith(`${drivers}${to}/`),
            ),
        )
        .map((target) => `${file.path} imports ${target}`);
    });
    expect(bad).toEqual([]);
  });
});

describe('every driver folder', () => {
  const folders = new Map<string, string[]>();
  for (const { path } of files) {
    const [, pkg, driver, file] = driverFile.exec(path) ?? [];
    const key = `${pkg}/${driver}`;
    folders.set(key, [...(folders.get(key) ?? []), file ?? '']);
  }

  it('is known', () => expect(folders.size).toBeGreaterThan(3));

  it.each([...folders])('%s has its factory and its table of operations', (_folder, names) => {
    expect(names).toEqual(expect.arrayContaining(['index', 'operations']));
  });
});
