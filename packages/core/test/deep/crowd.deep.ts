import { describe, expect, it } from 'vitest';
import { underLoad } from './under-load.ts';

interface Measured {
  readonly calls: number;
  readonly failed: number;
  readonly peakRssMiB: number;
  /** What a call keeps in the heap after a collection; only of calls that are held. */
  readonly bytesPerCall: number;
}

const run = underLoad('crowd-server.ts', 'crowd-client.ts');

/**
 * Each program has its own process and server, so two tests wait at a time. The limit is
 * `maxConcurrency(256)`; bare calls have an equal queue.
 */
function crowd(via: string, whose: string, mode: string, { calls = 5_000, atATime = 0 } = {}) {
  return run<Measured>(via, whose, calls, atATime, mode);
}

// The most additional heap of a call compared with a bare one (KiB), and the most memory of 5,000 at once
// (MiB).
const transports = [
  { via: 'fetch', ofOurs: 15, behindLimit: 320 },
  { via: 'node', ofOurs: 9.5, behindLimit: 240 },
  { via: 'undici', ofOurs: 8, behindLimit: 240 },
];

describe.concurrent.each(transports)(
  'C18: many calls at the same time over $via',
  ({ via, ofOurs, behindLimit }) => {
    it('hold little more than bare ones, while the service has them', async () => {
      // Fewer than the places in the queue of a listening socket: those beyond would come seconds later.
      const bare = await crowd(via, 'bare', 'held', { calls: 2_000 });
      const ours = await crowd(via, 'ours', 'held', { calls: 2_000 });
      expect(ours.failed).toBe(0);
      expect((ours.bytesPerCall - bare.bytesPerCall) / 1_024).toBeLessThan(ofOurs);
    });

    it('hold less than 7 KiB each, while they wait for their turn', async () => {
      const ours = await crowd(via, 'ours', 'held', { calls: 5_000, atATime: 1 });
      expect(ours.failed).toBe(0);
      expect(ours.bytesPerCall / 1_024).toBeLessThan(7);
    });

    it('are all answered when 5,000 come at once, in little more memory than without us', async () => {
      const bare = await crowd(via, 'bare', 'burst');
      const ours = await crowd(via, 'ours', 'burst');
      expect(ours).toMatchObject({ calls: 5_000, failed: 0 });
      // Most of it belongs to 5,000 connections. Ours are the waiting calls, and the collector's space for
      // them.
      expect(ours.peakRssMiB - bare.peakRssMiB).toBeLessThan(130);
    });

    it(`are all answered when 256 of 5,000 may run at a time, in less than ${behindLimit} MiB`, async () => {
      const ours = await crowd(via, 'ours', 'burst', { atATime: 256 });
      expect(ours).toMatchObject({ calls: 5_000, failed: 0 });
      expect(ours.peakRssMiB).toBeLessThan(behindLimit);
    });
  },
);
