// Installs the peers of the day, runs the tables with all of them, and writes results.json and the pages:
// `npm run proof`. Needs a build. With names of groups it repeats these of a run of the same day.
import { readFileSync, writeFileSync } from 'node:fs';
import { startChild } from '../child.ts';
import { bundleOf, measureCalls } from './figures.ts';
import { groups } from './groups.ts';
import { install } from './install.ts';
import { writePages } from './pages.ts';
import type { Cell, Group, Peer } from './peer.ts';
import { type GroupResult, type PeerResult, type Results, resultsFile } from './results.ts';

async function prove(group: Group<unknown, unknown>): Promise<GroupResult> {
  const columns = [];
  for (const peer of group.peers) columns.push([peer, await install(peer.packages)] as const);
  const ratios = group.call ? await measureCalls(group, columns) : [];
  const peers: PeerResult[] = [];
  for (const [at, [peer, installed]] of columns.entries()) {
    const { folder, ...sizes } = installed;
    const cells = await cellsOf(group.id, peer, folder);
    const bundleKilobytes = await bundleOf(peer, installed);
    peers.push({ name: peer.name, ...sizes, bundleKilobytes, ...ratios[at], cells });
  }
  const { id, product, title } = group;
  return { id, product, title, rows: group.rows.map((row) => ({ id: row.id, title: row.title })), peers };
}

async function cellsOf(groupId: string, peer: Peer<unknown>, folder: string): Promise<Record<string, Cell>> {
  process.stderr.write(`${groupId}: ${peer.name}\n`);
  const args = [groupId, peer.name, folder];
  await using child = await startChild<Record<string, Cell>>('proof/worker.ts', { args });
  return child.first;
}

const named = process.argv.slice(2);
const date = new Date().toISOString().slice(0, 10);
const before: Results | undefined =
  named.length > 0 ? JSON.parse(readFileSync(resultsFile, 'utf8')) : undefined;
// A page has one date.
if (before !== undefined && before.date !== date) throw new Error('The results are of another day: run all.');

const found: GroupResult[] = [];
for (const group of groups) {
  const known = before?.groups.find(({ id }) => id === group.id);
  found.push(known !== undefined && !named.includes(group.id) ? known : await prove(group));
}
const results: Results = { date, node: process.versions.node, groups: found };
writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`);
writePages();
