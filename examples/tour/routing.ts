import { readFile } from 'node:fs/promises';
import {
  createRoutingClient,
  type IsochronesResult,
  type MatchedRoute,
  type MatrixMethods,
  type Position,
  type Route,
} from '@org/routing';
import { embedded } from '@org/routing/embedded';
import { cleanTrack, matchTrack, readTrack, type TrackMatcher, type TrackSegment } from '@org/routing/files';
import { openrouteservice } from '@org/routing/openrouteservice';
import { valhalla } from '@org/routing/valhalla';
import type { RoutingService } from '@org/sandbox';
import type { Town } from '@org/sandbox/maps';
import type { Narrator } from './narrator.ts';

/** The results on the page of the tour. */
export interface DrawnRouting {
  readonly routes: readonly Route[];
  readonly isochrones: IsochronesResult['isochrones'];
  readonly from: Position;
  readonly to: Position;
  readonly track: DrawnTrack;
}

/** A track of a file, as recorded and on the roads. */
export interface DrawnTrack {
  readonly name: string;
  readonly recorded: readonly TrackSegment[];
  readonly matched: readonly MatchedRoute[];
}

/** Directions by three drivers, isochrones, and a 25 × 25 matrix, on the made-up town. */
export async function routingChapter(
  service: RoutingService,
  town: Town,
  tilesDirectory: string,
  tell: Narrator,
): Promise<DrawnRouting> {
  tell.chapter('Routing');
  await using routing = createRoutingClient({ driver: valhalla({ baseUrl: service.url }) });
  await using inProcess = createRoutingClient({ driver: embedded({ tilesDirectory }) });
  await using hosted = createRoutingClient({
    driver: openrouteservice({ apiKey: service.apiKey, baseUrl: service.openrouteserviceUrl }),
  });
  const from = placeIn(town, 'Library');
  const to = placeIn(town, 'Theatre');

  const driving = await routing.directions({ profile: 'driving', waypoints: [from, to] });
  const walking = await routing.directions({ profile: 'walking', waypoints: [from, to] });
  const [byCar, onFoot] = [firstRoute(driving.routes), firstRoute(walking.routes)];
  tell.check(namesOf(byCar).includes('Old Bridge'), 'the route by car crosses Old Bridge', figures(byCar));
  tell.check(
    onFoot.distanceMeters < byCar.distanceMeters && onFoot.durationSeconds > byCar.durationSeconds,
    'the route on foot is shorter and takes longer',
    figures(onFoot),
  );
  for (const client of [inProcess, hosted]) {
    const same = firstRoute((await client.directions({ profile: 'driving', waypoints: [from, to] })).routes);
    tell.check(
      Math.abs(same.distanceMeters - byCar.distanceMeters) < 20,
      `${client.provider} returns the same route`,
      figures(same),
    );
  }

  const market = placeIn(town, 'Market Hall');
  const { isochrones } = await routing.isochrones({
    profile: 'walking',
    locations: [market],
    ranges: [120, 240, 360],
  });
  const areas = isochrones.map(({ areaSquareMeters }) => areaSquareMeters);
  tell.check(
    areas.length === 3 && areas.every((area, index) => index === 0 || area > (areas[index - 1] ?? 0)),
    'isochrones of 2, 4 and 6 minutes on foot increase',
    areas.map((area) => `${(area / 10_000).toFixed(0)} ha`).join(' < '),
  );

  await matrixOf25(routing, town, tell);
  const track = await trackOfFile(routing, tell);
  return { routes: [byCar, onFoot], isochrones, from, to, track };
}

/** A recorded track: read from a GPX file, cleaned, and matched to the roads. */
async function trackOfFile(routing: TrackMatcher, tell: Narrator): Promise<DrawnTrack> {
  const file = await readTrack(await readFile(new URL('ride.gpx', import.meta.url)), { source: 'ride.gpx' });
  const { segments, dropped } = cleanTrack(file.segments);
  tell.check(
    segments.length === 2 && dropped.standing > 0 && dropped.kept + dropped.standing === dropped.points,
    'a track of a GPX file is read and cleaned',
    `${dropped.kept} of ${dropped.points} points, ${dropped.standing} standing`,
  );
  const matched = await matchTrack(routing, segments, { profile: 'cycling' });
  const routes = matched.flatMap(({ result }) => result?.routes ?? []);
  const meters = routes.reduce((sum, { distanceMeters }) => sum + distanceMeters, 0);
  tell.check(
    matched.every(({ error }) => error === undefined) && Math.abs(meters - 1000) < 60,
    'its segments are matched to the roads',
    `${meters.toFixed(0)} m`,
  );
  return { name: segments[0]?.name ?? 'Track', recorded: file.segments, matched: routes };
}

async function matrixOf25(routing: MatrixMethods, town: Town, tell: Narrator): Promise<void> {
  const places = gridOf25(town);
  const table = await routing.matrix({ profile: 'driving', origins: places });
  const cells = table.durationsSeconds.flat();
  const reached = cells.filter((cell) => cell !== null).length;
  const diagonal = table.durationsSeconds.every((row, index) => row[index] === 0);
  tell.check(
    cells.length === 625 && reached === 625 && diagonal,
    'a 25 × 25 matrix is complete, with a zero diagonal',
    `${reached} durations`,
  );
}

function gridOf25({ bounds }: Town): readonly Position[] {
  const steps = [0.12, 0.3, 0.48, 0.66, 0.85];
  return steps.flatMap((up) =>
    steps.map(
      (along): Position => [
        bounds.west + along * (bounds.east - bounds.west),
        bounds.south + up * (bounds.north - bounds.south),
      ],
    ),
  );
}

function placeIn(town: Town, name: string): Position {
  const place = town.places.find((candidate) => candidate.name === name);
  if (place === undefined) throw new Error(`The town has no ${name}.`);
  return place.position;
}

function firstRoute(routes: readonly Route[]): Route {
  const [route] = routes;
  if (route === undefined) throw new Error('There is no route.');
  return route;
}

function namesOf(route: Route): readonly string[] {
  return route.legs.flatMap(({ steps = [] }) => steps.map(({ name }) => name ?? ''));
}

function figures({ distanceMeters, durationSeconds }: Route): string {
  return `${distanceMeters.toFixed(0)} m, ${durationSeconds.toFixed(0)} s`;
}
