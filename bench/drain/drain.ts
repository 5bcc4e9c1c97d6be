import { startChild } from '../child.ts';
import type { Progress, Section } from '../report.ts';
import { pacers } from './pacers.ts';
import { seekers } from './seekers.ts';
import type { Drained } from './worker.ts';

const calls = 1_000;
const perSecond = 100;
const kinds = ['fixed', 'sliding', 'bucket'] as const;

interface Drain extends Drained {
  readonly refused: number;
  /** How long it took, as a multiple of the shortest time there is. */
  readonly ratio: number;
}

/** 1000 calls through services with a known limit. */
export async function measureDrains(progress: Progress): Promise<Section> {
  const drains = new Map<string, readonly Drain[]>();
  await using server = await startChild<number>('drain/server.ts');
  for (const name of Object.keys(pacers)) {
    progress(`drain: ${name}`);
    const paths = kinds.map((kind) => `/${kind}?${new URLSearchParams({ by: name })}`);
    drains.set(name, await drainAll(server.first, name, 'known', paths, perSecond));
  }
  return sectionOf(
    '1000 calls, 100 a second, the limit known: refused, and time as a multiple of the least',
    drains,
  );
}

/** The same by clients that learn from the answers, and on a quota of which another client takes 40 %. */
export async function measureUnknownLimits(progress: Progress): Promise<Section> {
  const drains = new Map<string, readonly Drain[]>();
  const others = 40;
  for (const name of Object.keys(seekers)) {
    await using server = await startChild<number>('drain/server.ts');
    progress(`unknown limit: ${name}`);
    const says = kinds.map((kind) => `/${kind}?${new URLSearchParams({ says: 'all' })}`);
    drains.set(name, await drainAll(server.first, name, 'unknown', says, perSecond));
    progress(`shared quota: ${name}`);
    const shared = says.map((path) => `${path}&others=${others}`);
    drains.set(
      `${name}, 40 % shared`,
      await drainAll(server.first, name, 'unknown', shared, perSecond - others),
    );
  }
  return sectionOf('1000 calls, the limit not known: refused, and time as a multiple of the least', drains);
}

/** In sequence: no client's burst waits for another's. */
async function drainAll(
  port: number,
  name: string,
  mode: 'known' | 'unknown',
  paths: readonly string[],
  free: number,
): Promise<Drain[]> {
  const drains: Drain[] = [];
  const origin = `http://127.0.0.1:${port}`;
  const leastMs = ((calls - perSecond) / free) * 1_000;
  for (const path of paths) {
    await using worker = await startChild<Drained>('drain/worker.ts', {
      args: [name, mode, origin + path],
    });
    const told = await fetch(`${origin}/told?${new URLSearchParams({ of: path })}`);
    const { refused } = (await told.json()) as { refused: number };
    drains.push({ ...worker.first, refused, ratio: worker.first.tookMs / leastMs });
  }
  return drains;
}

function sectionOf(title: string, drains: ReadonlyMap<string, readonly Drain[]>): Section {
  return {
    title,
    columns: ['client', 'fixed window', 'sliding window', 'token bucket'],
    rows: [...drains].map(([name, each]) => [name, ...each.map(cellOf)]),
    data: Object.fromEntries(drains),
  };
}

function cellOf({ refused, answered, ratio }: Drain): string {
  const lost = answered === calls ? '' : `, ${calls - answered} lost`;
  return `${refused} refused${lost}, ${ratio.toFixed(3)} ×`;
}
