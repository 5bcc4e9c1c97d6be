import { createRoutingClient } from '@org/routing';
import { perWindow } from '@org/routing/engine';
import { openrouteservice } from '@org/routing/openrouteservice';
import { peakMemoryKb } from '../../test/support/peak-memory.mjs';

/** One matrix of 1000 × 1000 in 400 requests. */
export interface LargeMatrix {
  readonly tookMs: number;
  readonly leastMs: number;
  readonly peakMegabytes: number;
}

const limit = 40;
const windowMs = 1_000;

const driver = openrouteservice({
  baseUrl: process.argv[2],
  limits: [perWindow(limit, windowMs)],
  caps: { matrixCells: 2500 },
});
await using routing = createRoutingClient({ driver });
const origins = Array.from({ length: 1000 }, (_, at) => [8 + at / 1000, 49] as const);
const request = { profile: 'driving', origins, metrics: ['distance'] } as const;
const { requests } = await routing.estimate('matrix', request);

const startedMs = performance.now();
const { meta } = await routing.matrix(request);
const tookMs = performance.now() - startedMs;
if (meta.requests !== requests) throw new Error(`${meta.requests} requests instead of ${requests}`);
const leastMs = Math.floor((requests - 1) / limit) * windowMs;
const peakMegabytes = peakMemoryKb() / 1_024;
process.send?.({ tookMs, leastMs, peakMegabytes } satisfies LargeMatrix);
process.disconnect?.();
