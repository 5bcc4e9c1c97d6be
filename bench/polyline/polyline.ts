import { type Child, startChild } from '../child.ts';
import type { Progress, Section } from '../report.ts';
import { median } from '../statistics.ts';
import { deepCodecs, flatCodecs } from './codecs.ts';
import type { Job } from './worker.ts';

const rounds = 9;
const turns = 10;
const jobs = ['decode', 'encode'] as const;

/** CPU time of a line of 100 000 points, as a multiple of the fastest other codec. */
export async function measurePolyline(progress: Progress): Promise<Section> {
  const rows = [
    ...(await measureCodecs('flat', Object.keys(flatCodecs), progress)),
    ...(await measureCodecs('deep', Object.keys(deepCodecs), progress)),
  ];
  const format = (ms: number, ratio: number) => `${ratio.toFixed(2)} (${ms.toFixed(1)} ms)`;
  return {
    title: 'Polylines of 100 000 points: of the fastest other codec',
    columns: ['codec', 'dimensions', 'decode', 'encode'],
    rows: rows.map(({ name, kind, decodeMs, encodeMs, decodeRatio, encodeRatio }) => [
      name,
      kind === 'deep' ? '3' : '2',
      format(decodeMs, decodeRatio),
      format(encodeMs, encodeRatio),
    ]),
    data: rows,
  };
}

async function measureCodecs(kind: 'flat' | 'deep', names: readonly string[], progress: Progress) {
  const times = new Map(names.map((name) => [name, { decode: [] as number[], encode: [] as number[] }]));
  await using workers = new AsyncDisposableStack();
  const children = new Map<string, Child<number>>();
  for (const name of names)
    children.set(name, workers.use(await startChild('polyline/worker.ts', { args: [kind, name] })));
  for (let round = 0; round <= rounds; round += 1) {
    progress(`polylines, ${kind}: round ${round} of ${rounds}`);
    for (const [name, child] of children)
      for (const job of jobs) {
        const ms = await child.ask({ kind: job, turns } satisfies Job);
        // The first round is for the compiler.
        if (round > 0) times.get(name)?.[job].push(ms);
      }
  }
  const medians = [...times].map(([name, { decode, encode }]) => ({
    name,
    decodeMs: median(decode),
    encodeMs: median(encode),
  }));
  const peers = medians.filter(({ name }) => !name.startsWith('@org/'));
  const bestDecodeMs = Math.min(...peers.map(({ decodeMs }) => decodeMs));
  const bestEncodeMs = Math.min(...peers.map(({ encodeMs }) => encodeMs));
  return medians.map((row) => ({
    ...row,
    kind,
    decodeRatio: row.decodeMs / bestDecodeMs,
    encodeRatio: row.encodeMs / bestEncodeMs,
  }));
}
