import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { publishedPackages, root } from '../../scripts/package-entries.ts';

/** Words that say too little in a list of suggestions, or that a program has of its own. */
const tooGeneral = new Set(
  (
    'basic bearer bucket cached chain concurrency config data filled get handler helper info list manager ' +
    'options positive product profiles read run send signer utils validate window'
  ).split(' '),
);

describe('an exported name stands alone', () => {
  const names = publishedPackages().flatMap(({ name }) => {
    const entries: Record<string, Record<string, string>> = JSON.parse(
      readFileSync(`${root}packages/${name}/api.json`, 'utf8'),
    );
    return Object.entries(entries).flatMap(([entry, exported]) =>
      Object.entries(exported).map(([word, kind]) => ({ entry: `${name} ${entry}`, word, kind })),
    );
  });

  it('says more than a word that every program has', () => {
    expect(names.length).toBeGreaterThan(1000);
    expect(names.filter(({ word }) => tooGeneral.has(word))).toEqual([]);
  });

  it('hides no global of the platform', () => {
    const values = names.filter(({ kind, word }) => kind === 'value' && word in globalThis);
    expect(values).toEqual([]);
  });
});
