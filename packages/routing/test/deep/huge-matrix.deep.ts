import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { createRoutingClient } from '../../src/client.ts';
import type { Position } from '../../src/model/geometry/position.ts';
import type { MatrixPart } from '../../src/model/reach/matrix.ts';
import { fastestOf3 } from '../fastest-of.ts';
import { constantEngine } from '../large/constant-engine.ts';

const origins: Position[] = Array.from({ length: 10_000 }, (_, at) => [at / 1000, 1]);
const request = { profile: 'driving', origins, metrics: ['distance'] } as const;
const tiles = 40_000;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function heapMegabytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1e6;
}

it('streams 10 000 × 10 000 in 40 000 parts: planned in a moment, in bounded memory', async () => {
  const routing = createRoutingClient({ driver: constantEngine() });
  const firstMs = await fastestOf3(async () => {
    for await (const _ of routing.matrix.stream(request)) break;
  });
  let early = 0;
  let [parts, cells] = [0, 0];
  for await (const { rows, columns } of routing.matrix.stream(request)) {
    parts += 1;
    cells += (rows[1] - rows[0]) * (columns[1] - columns[0]);
    if (parts === 2000) early = heapMegabytes();
  }
  expect([parts, cells]).toEqual([tiles, 100_000_000]);
  expect(firstMs).toBeLessThan(2000);
  // 38 000 parts later. A kept part would be 20 kB, all of them 760 MB.
  expect(heapMegabytes() - early).toBeLessThan(10);
}, 120_000);

it('frees a part that the loop has left', async () => {
  const routing = createRoutingClient({ driver: constantEngine(), maxParallelParts: 2 });
  const left: WeakRef<MatrixPart<'distance'>>[] = [];
  for await (const part of routing.matrix.stream({ ...request, origins: origins.slice(0, 250) })) {
    left.push(new WeakRef(part));
    await new Promise(setImmediate);
    collectGarbage();
    const held = left.filter((each) => each.deref() !== undefined).length;
    // The part of this turn, and at most one that the platform has not let go of yet.
    expect(held).toBeLessThanOrEqual(2);
  }
  expect(left).toHaveLength(25);
});

it('a stream of 40 000 parts that ended at the half sends only the other half', async () => {
  // All tiles of this engine have the same content.
  const kept = new Uint8Array(tiles);
  let content = '';
  const checkpoint = {
    load: async (_key: string, part: number) => (kept[part] === 1 ? content : undefined),
    save: async (_key: string, part: number, text: string) => {
      kept[part] = 1;
      content ||= text;
    },
  };
  let sent = 0;
  const driver = constantEngine(() => {
    sent += 1;
  });
  const routing = createRoutingClient({ driver, maxParallelParts: 4 });
  let parts = 0;
  for await (const _ of routing.matrix.stream(request, { checkpoint })) if (++parts === tiles / 2) break;
  const before = sent;
  expect(before).toBeLessThanOrEqual(tiles / 2 + 4);
  let [rest, done] = [0, 0];
  const onProgress = ({ restored }: { readonly restored: number }) => {
    done = restored;
  };
  const options = { checkpoint, onProgress };
  for await (const _ of routing.matrix.stream(request, options)) rest += 1;
  expect(rest).toBe(tiles);
  expect(done).toBe(kept.length - (sent - before));
  expect(sent).toBe(tiles);
}, 120_000);
