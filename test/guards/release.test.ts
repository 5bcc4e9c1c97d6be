import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { publishedPackages, root } from '../../scripts/package-entries.ts';

/** `'@org/email': minor` lines of all changesets, without the quotes. */
const changes = readdirSync(`${root}.changeset`)
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .flatMap((name) => [
    ...readFileSync(`${root}.changeset/${name}`, 'utf8').matchAll(/^'(@org\/\w+)': (\w+)$/gm),
  ])
  .map(([, name = '', bump = '']) => ({ name, bump }));

describe('releases', () => {
  it.each(publishedPackages())('$name begins at 0.1.0, so that ^ means something', ({ manifest }) => {
    const { name, version } = manifest;
    const bumps = changes.filter((change) => change.name === name).map(({ bump }) => bump);
    if (version === '0.0.0') expect([...new Set(bumps)]).toEqual(['minor']);
    else expect(version).toMatch(/^(?:0\.[1-9]\d*|[1-9]\d*\.\d+)\.\d+$/);
  });
});
