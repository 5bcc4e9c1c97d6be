import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { publishedPackages, root } from '../../scripts/package-entries.ts';
import { billOfMaterials } from '../../scripts/release/bill-of-materials.ts';

const record = readFileSync(`${root}docs/decisions/0029-runtime-dependencies.md`, 'utf8');
const rows = [...record.matchAll(/^\| ([a-z]+) \| (\S+) \| ([a-z ]+) \| (\S+) \| .+ \|$/gm)].map(
  ([, by = '', brings = '', how = '', licence = '']) => ({ by, brings, how, licence }),
);
const permitted = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MIT-0'];
const isOther = (name: string) => !name.startsWith('@org/');

// Each bill waits for a program of its own.
describe.concurrent.each(publishedPackages())('the dependencies of $name', ({ name, manifest, folder }) => {
  const recorded = (how: string) => rows.filter((row) => row.by === name && row.how === how);
  const namesOf = (how: string) =>
    recorded(how)
      .map(({ brings }) => brings)
      .sort();

  it('are those on record', () => {
    const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifest;
    expect(Object.keys(dependencies).filter(isOther).sort()).toEqual(namesOf('dependency'));
    expect(Object.keys(peerDependencies).sort()).toEqual(namesOf('optional peer'));
    expect(Object.keys(peerDependenciesMeta).sort()).toEqual(namesOf('optional peer'));
  });

  it('are in its bill of materials, with what is compiled in, under permitted licences', async () => {
    const { components } = await billOfMaterials(name);
    const full = components.map(({ group, name: short, licenses }) => ({
      brings: group ? `${group}/${short}` : short,
      licence: licenses.map(({ license }) => license.id).join(),
    }));
    const direct = [...recorded('dependency'), ...recorded('compiled in')];
    const expected = direct.map(({ brings, licence }) => ({ brings, licence }));
    expect(full).toEqual(expect.arrayContaining(expected));
    expect(full.filter(({ licence }) => !permitted.includes(licence))).toEqual([]);
  });

  it('that are optional have the licence on record', () => {
    const installed = recorded('optional peer').map(({ brings, licence }) => {
      const file = `${folder}/node_modules/${brings}/package.json`;
      return { brings, licence, installed: licenceIn(file) ?? licence };
    });
    expect(installed.filter((peer) => peer.installed !== peer.licence)).toEqual([]);
    expect(installed.filter(({ licence }) => !permitted.includes(licence))).toEqual([]);
  });
});

/** Of a package that is installed here, for tests. */
function licenceIn(file: string): string | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).license;
  } catch {
    return undefined;
  }
}
