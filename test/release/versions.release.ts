import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import type { Versions } from '../../scripts/release/rehearsal/working-copy.ts';

const { first, patch, minor } = inject('releases');
const products = ['@org/email', '@org/realtime', '@org/routing', '@org/sandbox'];
const changed = (from: Versions, to: Versions) => Object.keys(to).filter((name) => from[name] !== to[name]);
const releasesOf = (versions: Versions, names: readonly string[]) =>
  names.map((name) => `${name}@${versions[name]}`);

describe('versions', () => {
  it('begin at 0.1.0', () => {
    expect([...new Set(Object.values(first.versions))]).toEqual(['0.1.0']);
    expect([...first.published].sort()).toEqual(releasesOf(first.versions, Object.keys(first.versions)));
    expect(first.published[0]).toBe('@org/core@0.1.0');
  });

  it('a patch of a product releases that product alone', () => {
    expect(changed(first.versions, patch.versions)).toEqual(['@org/email']);
    expect(patch.published).toEqual(['@org/email@0.1.1']);
  });

  it('a minor of core is a patch of its dependents, and a major of nobody', () => {
    expect(minor.versions['@org/core']).toBe('0.2.0');
    for (const name of products) {
      const [before = '', after = ''] = [patch.versions[name], minor.versions[name]];
      expect(after.split('.').slice(0, 2), name).toEqual(before.split('.').slice(0, 2));
    }
    const names = ['@org/core', ...products.filter((name) => patch.versions[name] !== minor.versions[name])];
    expect([...minor.published].sort()).toEqual(releasesOf(minor.versions, names).sort());
  });

  it.each(['@org/core', ...products])('%s has a changelog of all its releases', (name) => {
    const file = join(inject('repository'), 'packages', name.slice(5), 'CHANGELOG.md');
    const text = readFileSync(file, 'utf8');
    const headings = [...text.matchAll(/^## (\S+)$/gm)].map(([, version]) => version);
    expect(headings[0]).toBe(minor.versions[name]);
    expect(headings.at(-1)).toBe('0.1.0');
    expect(text).toContain('First release');
  });
});
