import { startChild } from '../child.ts';
import type { Progress, Section } from '../report.ts';
import { median } from '../statistics.ts';
import type { LargeMatrix } from './worker.ts';

/** 1000 × 1000 through tiles of 2500 cells, with 40 requests a second. */
export async function measureLarge(progress: Progress, { sittings = 3 } = {}): Promise<Section> {
  await using server = await startChild<number>('large/server.ts');
  const matrices: LargeMatrix[] = [];
  for (let sitting = 1; sitting <= sittings; sitting += 1) {
    progress(`large: sitting ${sitting} of ${sittings}`);
    await using worker = await startChild<LargeMatrix>('large/worker.ts', {
      args: [`http://127.0.0.1:${server.first}`],
    });
    matrices.push(worker.first);
  }
  const ratio = median(matrices.map(({ tookMs, leastMs }) => tookMs / leastMs));
  const megabytes = median(matrices.map(({ peakMegabytes }) => peakMegabytes));
  return {
    title: '1000 × 1000 matrix in 400 requests, 40 a second',
    columns: ['time as a multiple of the least', 'peak memory'],
    rows: [[`${ratio.toFixed(3)} ×`, `${megabytes.toFixed(0)} MB`]],
    data: matrices,
  };
}
