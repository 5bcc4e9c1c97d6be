import { expect, it } from 'vitest';
import { standStill } from './stand-still.ts';

it.skipIf(process.platform === 'win32')(
  'W8: a gap after a standstill of 6 s begins before the first lost event',
  async () => {
    const { lost, late } = await standStill(6_000);
    expect(lost).toBeGreaterThan(50);
    expect(late).toBe(0);
  },
  40_000,
);
