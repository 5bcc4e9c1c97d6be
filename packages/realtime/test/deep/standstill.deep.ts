import { expect, it } from 'vitest';
import { standStill } from '../standstill/stand-still.ts';

it.skipIf(process.platform === 'win32').each([5_000, 30_000, 90_000])(
  'W8: a gap after a standstill of %i ms begins before the first lost event',
  async (stoppedMs) => {
    const { lost, late } = await standStill(stoppedMs);
    expect(lost).toBeGreaterThan(50);
    expect(late).toBe(0);
  },
);
