import { describe, expect, it } from 'vitest';
import { underLoad } from './under-load.ts';

/** What the program under load says of itself. */
interface Measured {
  readonly calls: number;
  readonly failed: number;
  readonly peakRssMiB: number;
  readonly heapMiB: number;
  /** By the trend of the heap after collections. */
  readonly grownMiB: number;
  readonly p50OverheadMs: number;
  readonly p99OverheadMs: number;
}

const run = underLoad('soak-server.ts', 'soak-client.ts');

function soak(transport: string, perSecond: number, seconds: number): Promise<Measured> {
  return run<Measured>(transport, perSecond, seconds);
}

describe('C18: a steady load', () => {
  it.each([
    ['fetch', 500, 60],
    ['node', 500, 20],
    ['fetch', 100, 20],
  ])(
    'over %s, %i calls a second for %i s: no growth, and no wait of ours',
    async (transport, perSecond, seconds) => {
      const measured = await soak(transport, perSecond, seconds);
      expect(measured.failed).toBe(0);
      // The heap is ours. The rest is the platform with its connections, and a quarter more on a busy
      // machine.
      expect(measured.heapMiB).toBeLessThan(50);
      expect(measured.peakRssMiB).toBeLessThan(250);
      expect(measured.grownMiB).toBeLessThan(3);
      expect(measured.p50OverheadMs).toBeLessThan(1);
      expect(measured.p99OverheadMs).toBeLessThan(2);
    },
  );
});
