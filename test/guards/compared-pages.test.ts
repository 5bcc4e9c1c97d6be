import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { groups } from '../../bench/proof/groups.ts';
import { pages } from '../../bench/proof/pages.ts';
import { type Results, resultsFile } from '../../bench/proof/results.ts';

const mostWords = 250;
const results: Results = JSON.parse(readFileSync(resultsFile, 'utf8'));

it.each([...pages()])('%s is made of the last run (renew with `node bench/proof/pages.ts`)', (path, text) => {
  expect(readFileSync(path, 'utf8')).toBe(text);
  const prose = text.split('\n').filter((line) => !line.startsWith('|'));
  expect(prose.join(' ').split(/\s+/).length).toBeLessThanOrEqual(mostWords);
});

it('the last run had every row and every peer', () => {
  const columns = (all: readonly { rows: readonly { id: string }[]; peers: readonly { name: string }[] }[]) =>
    all.map(({ rows, peers }) => [rows.map(({ id }) => id), peers.map(({ name }) => name)]);
  expect(columns(results.groups)).toEqual(columns(groups));
  for (const { rows, peers } of results.groups)
    for (const { cells } of peers) expect(Object.keys(cells)).toEqual(rows.map(({ id }) => id));
});
