import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { platformSupport } from '@org/routing/embedded';
import { expect, it } from 'vitest';
import { prepareTown } from '../../../sandbox/src/map/prepare.ts';

const mostMb = 300;
// V8 collects garbage late while its heap may grow: the ceiling shows what a run needs.
const flags = ['--max-old-space-size=96', '--max-semi-space-size=1'];
const script = fileURLToPath(new URL('./large-matrix.mjs', import.meta.url));
const isLinux = process.platform === 'linux' && platformSupport().supported;

// `huge-matrix.deep.ts` streams a hundred times as many cells.
it.skipIf(!isLinux)(
  'a matrix of 1000 × 1000 places in the town: both processes together stay below 300 MB',
  async () => {
    const { tilesDirectory, town } = await prepareTown();
    const { west, south, east, north } = town.bounds;
    // Half a block inside of the outer streets.
    const area = [west + 0.0009, south + 0.0006, east - 0.0009, north - 0.0006].map(String);
    const given = [...flags, script, tilesDirectory, ...area];
    const { stdout } = await promisify(execFile)(process.execPath, given);
    const { cells, ownMb, engineMb } = JSON.parse(stdout) as Record<string, number>;
    expect(cells).toBe(1_000_000);
    expect(Number(ownMb) + Number(engineMb)).toBeLessThan(mostMb);
  },
);
