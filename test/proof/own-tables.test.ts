import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { groups } from '../../bench/proof/groups.ts';
import type { Cell } from '../../bench/proof/peer.ts';
import { type Results, resultsFile } from '../../bench/proof/results.ts';
import { runRows } from '../../bench/proof/run-rows.ts';

const results: Results = JSON.parse(readFileSync(resultsFile, 'utf8'));

/** From the sources. */
const load = (name: string) => import(name);

/** How long a reconnect took differs from run to run. */
const withoutSeconds = (cells: Readonly<Record<string, Cell>>) =>
  Object.entries(cells).map(([id, { text, harm }]) => [id, text.replace(/[\d.]+ s/, 'some s'), harm]);

describe.concurrent('the tables of the proof', () => {
  for (const group of groups)
    it(`${group.title}: our column is what the page says, and no fault does harm`, async () => {
      const [ours] = group.peers;
      const told = results.groups.find(({ id }) => id === group.id);
      if (ours === undefined || told === undefined) throw new Error(`There is no column for ${group.id}.`);
      const rows = group.rows.filter(({ isLong }) => !isLong);
      const cells = await runRows({ ...group, rows }, ours, load);
      const page = told.peers[0]?.cells ?? {};
      const pageRows = Object.fromEntries(rows.map(({ id }) => [id, page[id] ?? { text: '' }]));
      expect(withoutSeconds(cells)).toEqual(withoutSeconds(pageRows));
      expect(Object.values(cells).filter(({ harm }) => harm !== false)).toEqual([]);
      expect(ours.name).toMatch(/^@org\//);
    }, 300_000);
});
