import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isLight, publishedPackages, root } from '../../scripts/package-entries.ts';
import { withRoutingMatrix } from '../../scripts/routing-matrix.ts';

const text = readFileSync(`${root}packages/routing/docs/drivers.md`, 'utf8');

it('the page of routing drivers says what their capabilities say (renew with `pnpm api`)', () => {
  expect(text).toBe(withRoutingMatrix(text));
});

it('the page of routing drivers has every driver', () => {
  const entries = publishedPackages().find(({ name }) => name === 'routing')?.entries ?? [];
  // What generic() can do is in its table.
  const drivers = entries.filter(
    ({ source, specifier }) => /\/drivers\/(?!generic\/)/.test(source) && !isLight(specifier),
  );
  expect(drivers.length).toBeGreaterThan(4);
  for (const { path } of drivers) expect(text).toContain(`- \`${path.slice('./'.length)}\`: `);
});
