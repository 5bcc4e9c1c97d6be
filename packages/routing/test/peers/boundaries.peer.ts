// Every option at its ends and just beyond, on the real engines.
import { createRoutingClient, isOrgError } from '@org/routing';
import { graphhopper } from '@org/routing/graphhopper';
import { osrm } from '@org/routing/osrm';
import { valhalla } from '@org/routing/valhalla';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corner } from '../town.ts';
import { type BoundaryPlaces, boundaryCalls } from './support/boundary-calls.ts';
import { installGraphHopper, startGraphHopper } from './support/graphhopper.ts';
import { townMap } from './support/maps.ts';
import { obtain } from './support/obtain.ts';
import { installOsrm, startOsrm } from './support/osrm.ts';
import { outOfRange } from './support/out-of-range.ts';
import type { PeerServer } from './support/process.ts';
import { installValhalla, startValhalla } from './support/valhalla.ts';

const places: BoundaryPlaces = {
  connected: [corner(0, 0), corner(5, 5), corner(11, 11)],
  edges: [corner(0, 11), corner(11, 0), [10.0168, 50.0054], [9.9995, 49.9997]],
  remote: [10.3, 50.3],
};

type Methods = Readonly<Record<string, (request: object) => Promise<unknown>>>;
const clientOf = (driver: Parameters<typeof createRoutingClient>[0]['driver']) =>
  createRoutingClient({ driver, limiter: false, retry: false }) as unknown as Methods;

const engines = {
  OSRM: {
    program: await obtain('OSRM', installOsrm),
    start: async () => startOsrm(await installOsrm(), townMap(), { profile: 'car' }),
    open: (baseUrl: string) => clientOf(osrm({ baseUrl, limits: [] })),
    methods: ['directions', 'matrix', 'match', 'nearest', 'snap'],
  },
  'OSRM by POST': {
    program: await obtain('OSRM', installOsrm),
    start: async () => startOsrm(await installOsrm(), townMap(), { profile: 'car' }),
    open: (baseUrl: string) => clientOf(osrm({ baseUrl, limits: [], post: true })),
    methods: ['directions', 'matrix', 'match'],
  },
  GraphHopper: {
    program: await obtain('GraphHopper', installGraphHopper),
    start: async () => startGraphHopper(await installGraphHopper(), townMap()),
    open: (baseUrl: string) => clientOf(graphhopper({ baseUrl })),
    methods: ['directions', 'isochrones', 'match', 'nearest', 'roundTrip'],
  },
  Valhalla: {
    program: await obtain('Valhalla', installValhalla),
    start: async () => startValhalla(await installValhalla(), townMap()),
    open: (baseUrl: string) => clientOf(valhalla({ baseUrl, limits: [] })),
    methods: ['directions', 'matrix', 'isochrones', 'match', 'nearest', 'snap'],
  },
};

/** What an answer may be: a result, a request that was not sent, or a fact of the map. */
const facts = new Set(['no-route', 'point-not-found']);
const beforehand = new Set(['invalid-input', 'unsupported', 'limit-exceeded']);

for (const [name, { program, start, open, methods }] of Object.entries(engines))
  describe.skipIf(program === undefined)(`${name}: options at their ends`, () => {
    let server: PeerServer;
    beforeAll(async () => {
      server = await start();
    });
    afterAll(() => server?.close());

    it('are refused before anything is sent, or honoured', { timeout: 300_000 }, async () => {
      const client = open(server.url);
      const wrong: string[] = [];
      let settled = 0;
      for (const call of boundaryCalls(places, new Set(methods))) {
        settled += 1;
        const problem = await client[call.method]?.(call.request).then(
          (result) => outOfRange(result),
          (error: unknown) => {
            if (!isOrgError(error)) return String(error);
            if (facts.has(error.code)) return undefined;
            if (beforehand.has(error.code) && error.outcome === 'not-sent') return undefined;
            return `${error.code} (${error.outcome}): ${error.message}`;
          },
        );
        if (problem !== undefined) wrong.push(`${call.name}: ${problem}`);
      }
      expect(wrong).toEqual([]);
      expect(settled).toBeGreaterThan(300);
    });
  });
