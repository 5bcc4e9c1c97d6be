import { expect, it } from 'vitest';
import { standStill } from '../standstill/stand-still.ts';

// Three clients at the same time, each with its own service: the processes only wait.
it.skipIf(process.platform === 'win32')(
  'W8: a gap after a standstill of 5, 30 or 90 s begins before the first lost event',
  async () => {
    const standstills = await Promise.all([5_000, 30_000, 90_000].map(standStill));
    expect(Math.min(...standstills.map(({ lost }) => lost))).toBeGreaterThan(50);
    expect(standstills.map(({ late }) => late)).toEqual([0, 0, 0]);
  },
);
