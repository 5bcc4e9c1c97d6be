import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withEmailMatrix } from '../../scripts/email-matrix.ts';
import { publishedPackages, root } from '../../scripts/package-entries.ts';

const text = readFileSync(`${root}docs/email-drivers.md`, 'utf8');

it('the page of mail drivers says what their capabilities say (renew with `pnpm api`)', () => {
  expect(text).toBe(withEmailMatrix(text));
});

it('the page of mail drivers has every driver', () => {
  const entries = publishedPackages().find(({ name }) => name === 'email')?.entries ?? [];
  // What generic() can do is in its table.
  const drivers = entries.filter(({ source }) => /\/drivers\/(?!generic\/)\w+\/index\.ts$/.test(source));
  expect(drivers.length).toBeGreaterThan(5);
  const names = drivers.map(({ path }) => path.slice('./'.length));
  for (const name of names) expect(text).toContain(`- [\`${name}\`](email-${name}.md): `);
});
