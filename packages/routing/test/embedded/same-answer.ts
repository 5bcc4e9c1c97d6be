// Whether our drivers lose what the engine has: random places, and the raw request that a person would write.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { createRoutingClient, decodePolyline, type Position } from '@org/routing';
import { type Engine, EngineError, embedded, loadEngine } from '@org/routing/embedded';
import { valhalla } from '@org/routing/valhalla';
import { expect, onTestFinished } from 'vitest';

type Box = readonly [west: number, south: number, east: number, north: number];

/** The same numbers in each run. */
export function randomPlaces([west, south, east, north]: Box, count: number): Position[] {
  let state = 7;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return Array.from({ length: count }, () => [
    west + next() * (east - west),
    south + next() * (north - south),
  ]);
}

const costings = { driving: 'auto', cycling: 'bicycle', walking: 'pedestrian' } as const;
type Compared = keyof typeof costings;

/** The engine with its stock options, which snaps at any distance. */
function stockEngine(tilesDirectory: string): Promise<Engine> {
  return loadEngine({ tilesDirectory, limits: { snapRadiusMeters: 35_000, maxMatrixCells: 10_000 } });
}

const bare = ([lon, lat]: Position) => ({ lon, lat });

/** A driver of each kind on the same tiles; that of a server reaches the stock engine over HTTP. */
async function clientsOf(tilesDirectory: string, engine: Engine) {
  const server = createServer(async (request, response) => {
    const action = new URL(request.url ?? '', 'http://engine').pathname.slice(1);
    const body = await json(request);
    try {
      response.end(JSON.stringify(await engine.call(action as 'route', body as object)));
    } catch (error) {
      const { code, message } = error as EngineError;
      response.writeHead(400).end(JSON.stringify({ error_code: code, error: message, status_code: 400 }));
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const engineLimits = { maxMatrixCells: 10_000 };
  const clients = [
    createRoutingClient({ driver: embedded({ tilesDirectory, engineLimits }) }),
    createRoutingClient({ driver: valhalla({ baseUrl, caps: { matrixCells: 10_000 } }), limiter: false }),
  ];
  onTestFinished(() => closeAll(clients, server));
  return clients;
}

async function closeAll(clients: readonly { close(): Promise<void> }[], server: Server): Promise<void> {
  await Promise.all(clients.map((client) => client.close()));
  await new Promise((resolve) => server.close(resolve));
}

/** Every cell of a matrix is that of the engine, on which places are near roads. */
export async function expectSameMatrix(tilesDirectory: string, box: Box, profile: Compared, size: number) {
  const engine = await stockEngine(tilesDirectory);
  const places = await nearRoads(engine, randomPlaces(box, 4 * size), profile);
  const origins = places.slice(0, size);
  const destinations = places.slice(size, 2 * size);
  expect(destinations.length).toBeGreaterThan(size / 2);
  const ask = async (sources: readonly Position[]) => {
    const body = { sources: sources.map(bare), targets: destinations.map(bare), costing: costings[profile] };
    const raw = (await engine.call('sources_to_targets', { ...body, verbose: false })) as RawMatrix;
    return raw.sources_to_targets.durations;
  };
  const whole = await ask(origins);
  // Rows are asked for one by one where that is nearer to the routes.
  const expected =
    profile === 'driving' ? whole : (await Promise.all(origins.map((origin) => ask([origin])))).flat();
  const routed = whole.flat().filter((cell) => cell !== null).length;
  for (const client of await clientsOf(tilesDirectory, engine)) {
    const { durationsSeconds = [] } = await client.matrix({ profile, origins, destinations });
    expect(durationsSeconds).toEqual(expected);
    expect(emptyCells(durationsSeconds)).toEqual(emptyCells(whole));
  }
  return { routed, cells: whole.flat().length };
}

function emptyCells(table: RawMatrix['sources_to_targets']['durations']): string[] {
  return table.flatMap((row, from) => row.flatMap((cell, to) => (cell === null ? [`${from} ${to}`] : [])));
}

/** Every route has the duration and the line of the engine; where it has none, there is none. */
export async function expectSameRoutes(tilesDirectory: string, box: Box, profile: Compared, count: number) {
  const engine = await stockEngine(tilesDirectory);
  const places = await nearRoads(engine, randomPlaces(box, 4 * count), profile);
  const pairs = places.slice(0, 2 * count).flatMap((from, index) => {
    const to = places[index + 1];
    return index % 2 === 0 && to !== undefined ? [[from, to] as const] : [];
  });
  expect(pairs.length).toBeGreaterThan(count / 2);
  const clients = await clientsOf(tilesDirectory, engine);
  let routed = 0;
  for (const [from, to] of pairs) {
    const raw = await rawRoute(engine, { locations: [bare(from), bare(to)], costing: costings[profile] });
    if (raw !== undefined) routed += 1;
    for (const client of clients) {
      const ours = await client.directions({ profile, waypoints: [from, to] }).then(
        ({ routes: [{ durationSeconds, geometry }] }) => ({
          seconds: durationSeconds,
          line: geometry.coordinates,
        }),
        (error: { readonly code?: string }) => error.code,
      );
      expect(ours).toEqual(raw ?? 'no-route');
    }
  }
  return { routed, pairs: pairs.length };
}

interface RawMatrix {
  readonly sources_to_targets: { readonly durations: readonly (readonly (number | null)[])[] };
}

interface RawRoute {
  readonly trip: {
    readonly summary: { readonly time: number };
    readonly legs: readonly { readonly shape: string }[];
  };
}

async function rawRoute(engine: Engine, body: object) {
  try {
    const { trip } = (await engine.call('route', body)) as RawRoute;
    const line = decodePolyline(trip.legs[0]?.shape ?? '', { precision: 6 });
    return { seconds: trip.summary.time, line };
  } catch (error) {
    if (error instanceof EngineError && error.code === 442) return undefined;
    throw error;
  }
}

/** Ours are refused by name beyond 350 m: places within 300 m of a road, as the engine finds it. */
async function nearRoads(
  engine: Engine,
  places: readonly Position[],
  profile: Compared,
): Promise<Position[]> {
  const found = (await engine.call('locate', {
    locations: places.map(bare),
    costing: costings[profile],
    verbose: true,
  })) as readonly {
    readonly edges: readonly { readonly distance: number; readonly outbound_reach: number }[] | null;
  }[];
  return places.filter((_, index) =>
    found[index]?.edges?.some(({ distance, outbound_reach: reach }) => distance < 300 && reach >= 50),
  );
}
