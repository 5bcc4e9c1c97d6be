// One peer in a process of its own: `worker.ts <group> <peer> <folder>` runs its rows and sends the cells;
// with the address of a server it makes the calls of each message, and sends their time and CPU time.
import { pathToFileURL } from 'node:url';
import { groups } from './groups.ts';
import type { Load } from './peer.ts';
import { runRows } from './run-rows.ts';

export interface Cost {
  readonly ms: number;
  readonly cpuMs: number;
}

const [groupId, peerName, folder = '', origin] = process.argv.slice(2);
const group = groups.find(({ id }) => id === groupId);
const peer = group?.peers.find(({ name }) => name === peerName);
if (group === undefined || peer === undefined) throw new Error(`There is no peer ${groupId}, ${peerName}.`);
const { load }: { load: Load } = await import(pathToFileURL(`${folder}/load.js`).href);

process.on('disconnect', () => process.exit());
if (origin === undefined) process.send?.(await runRows(group, peer, load));
else {
  const client = await peer.open(load, origin, 'unpaced');
  process.on('message', async (calls: number) => {
    const cpu = process.cpuUsage();
    const startedAt = performance.now();
    for (let at = 0; at < calls; at += 1) await group.call?.(client);
    const { user, system } = process.cpuUsage(cpu);
    process.send?.({ ms: performance.now() - startedAt, cpuMs: (user + system) / 1_000 } satisfies Cost);
  });
  process.send?.({ ms: 0, cpuMs: 0 } satisfies Cost);
}
