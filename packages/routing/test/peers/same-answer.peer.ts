// Whether a driver loses what its engine has: random places, and the raw request that a person would write.
import { createRoutingClient, decodePolyline, type Position } from '@org/routing';
import { graphhopper } from '@org/routing/graphhopper';
import { osrm } from '@org/routing/osrm';
import { valhalla } from '@org/routing/valhalla';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeOsmPbf } from '../../../sandbox/src/map/osm-pbf.ts';
import { distanceBetween } from '../../src/driver.ts';
import { randomPlaces } from '../embedded/same-answer.ts';
import { scatteredTown, townBox } from '../embedded/scattered-town.ts';
import { installGraphHopper, startGraphHopper } from './support/graphhopper.ts';
import { extract, type PeerMap } from './support/maps.ts';
import { obtain } from './support/obtain.ts';
import { installOsrm, startOsrm } from './support/osrm.ts';
import type { PeerServer } from './support/process.ts';
import {
  type RawEngine,
  type RawRoute,
  rawGraphHopper,
  rawOsrm,
  rawValhalla,
} from './support/raw-engines.ts';
import { installValhalla, startValhalla } from './support/valhalla.ts';

const [osrmPrograms, graphHopperJar, valhallaPackage] = [
  await obtain('OSRM', installOsrm),
  await obtain('GraphHopper', installGraphHopper),
  await obtain('Valhalla', installValhalla),
];

const profiles = ['driving', 'cycling', 'walking'] as const;
type Compared = (typeof profiles)[number];

interface Opened {
  readonly client: {
    directions(request: object): Promise<{
      readonly routes: readonly [{ readonly durationSeconds: number; readonly distanceMeters: number }];
      readonly waypoints: readonly { readonly position?: Position | null | undefined }[];
    }>;
    matrix?(request: object): Promise<{ readonly durationsSeconds: readonly (readonly (number | null)[])[] }>;
    close(): Promise<void>;
  };
  readonly raw: RawEngine;
}

interface Peer {
  readonly name: string;
  readonly isThere: boolean;
  /** Ours rounds to it. */
  readonly unit: { readonly seconds: number; readonly meters: number };
  start(map: PeerMap, profile: Compared): Promise<PeerServer>;
  open(url: string, profile: Compared): Opened;
}

const clientOf = (driver: Parameters<typeof createRoutingClient>[0]['driver']) =>
  createRoutingClient({ driver, limiter: false }) as unknown as Opened['client'];

const peers: readonly Peer[] = [
  {
    name: 'OSRM',
    isThere: osrmPrograms !== undefined,
    unit: { seconds: 0.05, meters: 0.05 },
    start: (map, profile) => {
      if (osrmPrograms === undefined) throw new Error('OSRM is missing.');
      const names = { driving: 'car', cycling: 'bicycle', walking: 'foot' } as const;
      return startOsrm(osrmPrograms, map, { profile: names[profile] });
    },
    open: (baseUrl, profile) => ({
      client: clientOf(osrm({ baseUrl, profiles: [profile] })),
      raw: rawOsrm(baseUrl),
    }),
  },
  {
    name: 'GraphHopper',
    isThere: graphHopperJar !== undefined,
    unit: { seconds: 0.001, meters: 0.01 },
    start: (map) => {
      if (graphHopperJar === undefined) throw new Error('GraphHopper is missing.');
      return startGraphHopper(graphHopperJar, map);
    },
    open: (baseUrl, profile) => ({
      // Only cars have contraction hierarchies on this server.
      client: clientOf(graphhopper({ baseUrl, flexibleMode: profile !== 'driving' })),
      raw: rawGraphHopper(
        baseUrl,
        { driving: 'car', cycling: 'bike', walking: 'foot' }[profile],
        profile === 'driving' ? {} : { 'ch.disable': true },
      ),
    }),
  },
  {
    name: 'Valhalla',
    isThere: valhallaPackage !== undefined,
    unit: { seconds: 0.001, meters: 0.5 },
    start: (map) => {
      if (valhallaPackage === undefined) throw new Error('Valhalla is missing.');
      return startValhalla(valhallaPackage, map);
    },
    open: (baseUrl, profile) => ({
      client: clientOf(valhalla({ baseUrl })),
      raw: rawValhalla(
        baseUrl,
        { driving: 'auto', cycling: 'bicycle', walking: 'pedestrian' }[profile],
        (line) => decodePolyline(line, { precision: 6 }),
      ),
    }),
  },
];

const scenes = [
  {
    scene: 'a scattered town',
    map: { name: 'scattered', pbf: encodeOsmPbf(scatteredTown()) },
    box: townBox,
  },
  { scene: 'Heidelberg', map: extract('heidelberg'), box: [8.62, 49.37, 8.74, 49.44] },
] as const;

const cases = peers.flatMap((peer) =>
  scenes.flatMap(({ map, ...rest }) =>
    profiles.map((profile) => ({
      ...rest,
      ...peer,
      map,
      profile,
      isThere: peer.isThere && map !== undefined,
    })),
  ),
);

describe.each(cases)('$name in $scene, $profile', ({ isThere, map, box, profile, start, open, unit }) => {
  let server: PeerServer | undefined;
  let opened: Opened | undefined;
  beforeAll(async () => {
    if (!isThere || map === undefined) return;
    server = await start(map, profile);
    opened = open(server.url, profile);
  });
  afterAll(async () => {
    await opened?.client.close();
    await server?.close();
  });
  const peer = () => opened ?? expect.unreachable('No server was started.');
  const places = randomPlaces(box, 120);
  const pairs = places.flatMap((from, at) => {
    const to = places[at + 1];
    return at % 2 === 0 && to !== undefined ? [[from, to] as const] : [];
  });

  it.skipIf(!isThere)('every route is that of the engine', async () => {
    const { client, raw } = peer();
    let routed = 0;
    for (const waypoints of pairs) {
      const theirs = await raw.route(...waypoints);
      const ours = await client.directions({ profile, waypoints }).catch((error: Refusal) => error);
      if (typeof theirs === 'string' || snapOf(theirs, waypoints) > mostMeters) {
        expectNamed(ours, theirs);
        continue;
      }
      if ('code' in ours) throw ours;
      const [route] = ours.routes;
      expect(Math.abs(route.durationSeconds - theirs.seconds)).toBeLessThanOrEqual(unit.seconds);
      expect(Math.abs(route.distanceMeters - theirs.meters)).toBeLessThanOrEqual(unit.meters + 1e-6);
      const ends = ours.waypoints.flatMap(({ position }) => (position ? [position] : []));
      expect(snapOf({ ...theirs, ends }, theirs.ends)).toBeLessThan(0.2);
      routed += 1;
    }
    expect(routed).toBeGreaterThan(0.5 * pairs.length);
  });

  it.skipIf(!isThere)('every cell of a matrix has a value where the engine has one', async () => {
    const { client, raw } = peer();
    // GraphHopper's matrices are only at its host.
    if (raw.matrix === undefined) return;
    const near = await Promise.all(
      pairs.map(async (pair) => {
        const route = await raw.route(...pair);
        return typeof route !== 'string' && snapOf(route, pair) <= mostMeters ? [pair] : [];
      }),
    );
    const found = near.flat().slice(0, 40);
    const [origins, destinations] = [found.map(([from]) => from), found.map(([, to]) => to)];
    const theirs = await raw.matrix(origins, destinations);
    const ours = await client.matrix?.({ profile, origins, destinations });
    expect(gapsOf(ours?.durationsSeconds)).toEqual(gapsOf(theirs));
    expect(gapsOf(theirs).length).toBeLessThan(0.2 * origins.length * destinations.length);
    expect(origins.length).toBeGreaterThan(25);
  });
});

/** A little less than the snap radius that our drivers send by default. */
const mostMeters = 345;

interface Refusal {
  readonly code: string;
  readonly message: string;
}

/** Without a route of the engine there is none of ours; beyond the snap radius the error says so. */
function expectNamed(ours: Refusal | object, theirs: RawRoute | string): void {
  const { code = 'a route', message = '' } = ours as Partial<Refusal>;
  if (typeof theirs === 'string') expect(code).toBe(theirs === 'no-place' ? 'point-not-found' : theirs);
  else if (code === 'no-route') expect(message).toContain('A larger snapRadiusMeters may find others');
  else expect(['a route', 'point-not-found']).toContain(code);
}

/** The larger distance between the ends of a route and these places. */
function snapOf({ ends }: RawRoute, places: readonly Position[]): number {
  return Math.max(...places.map((place, index) => distanceBetween(place, ends[index] ?? [0, 0])));
}

function gapsOf(table: readonly (readonly (number | null)[])[] = []): string[] {
  return table.flatMap((row, from) => row.flatMap((cell, to) => (cell === null ? [`${from} ${to}`] : [])));
}
