import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { startChild } from '../child.ts';
import { median } from '../statistics.ts';
import type { Installed } from './install.ts';
import type { Group, Peer } from './peer.ts';
import type { Cost } from './worker.ts';

const rounds = 5;
const callsOfRound = 150;

/** Time and CPU time of one call, as multiples of the first peer's in the same run. */
export interface Ratios {
  readonly time: number;
  readonly cpu: number;
}

type Column = readonly [peer: Peer<unknown>, installed: Installed];

/** Rounds of all peers in turn: what else the machine does is in all of them. */
export async function measureCalls(
  group: Group<unknown, unknown>,
  columns: readonly Column[],
): Promise<readonly Ratios[]> {
  await using server = await startChild<string>('proof/figure-server.ts', { args: [group.id] });
  await using stack = new AsyncDisposableStack();
  const children = [];
  for (const [peer, { folder }] of columns) {
    const args = [group.id, peer.name, folder, server.first];
    children.push(stack.use(await startChild<Cost>('proof/worker.ts', { args })));
  }
  const costs = children.map((): Cost[] => []);
  for (const child of children) await child.ask(callsOfRound); // warms up
  for (let round = 0; round < rounds; round += 1)
    for (const [at, child] of children.entries()) costs[at]?.push(await child.ask(callsOfRound));
  const typical = costs.map((all) => ({
    time: median(all.map(({ ms }) => ms)),
    cpu: median(all.map(({ cpuMs }) => cpuMs)),
  }));
  const [first = { time: 1, cpu: 1 }] = typical;
  return typical.map(({ time, cpu }) => ({
    time: rounded(time / first.time),
    cpu: rounded(cpu / first.cpu),
  }));
}

const rounded = (ratio: number) => Math.round(ratio * 100) / 100;

/** The bundle of a program with one call, minified by esbuild and gzipped at level 9, in kB. */
export async function bundleOf({ program }: Peer<unknown>, { folder }: Installed): Promise<number> {
  const bundle = async (platform: 'browser' | 'node') => {
    const { outputFiles } = await build({
      stdin: { contents: program, resolveDir: folder },
      bundle: true,
      minify: true,
      write: false,
      format: 'esm',
      platform,
      target: 'es2023',
      logLevel: 'silent',
      external: ['node:*', 'html-to-text'],
    });
    return outputFiles[0]?.contents ?? new Uint8Array();
  };
  // What imports Node's modules by their old names is for Node only.
  const code = await bundle('browser').catch(() => bundle('node'));
  return Math.round(gzipSync(code, { level: 9 }).length / 100) / 10;
}
