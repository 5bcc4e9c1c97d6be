// The route service of OSRM in the page: the client of the playground sends its requests to this `fetch`.
// Source: Project-OSRM/osrm-backend docs/http.md, "Route service".
import { encodePolyline } from '@org/routing/driver';
import type { TownPosition } from '../../../../packages/sandbox/src/map/town.ts';
import { findRoute, type Piece, type Profile, type Snapped, snap } from './find-route.ts';

export async function answer(input: string | URL | Request): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input);
  const [, profile = '', list = ''] = /^\/route\/v1\/(\w+)\/(.+)$/.exec(url.pathname) ?? [];
  const places = decodeURIComponent(list)
    .split(';')
    .map((place) => snap(place.split(',').map(Number) as unknown as TownPosition, profile as Profile));
  const legs = places.slice(1).map((to, at) => findRoute(places[at] ?? to, to, profile as Profile));
  if (legs.includes(undefined))
    return Response.json({ code: 'NoRoute', message: 'Impossible route' }, { status: 400 });
  const wireLegs = legs.map((pieces = [], at) => legOf(pieces, places[at + 1], profile));
  return Response.json({
    code: 'Ok',
    routes: [{ ...totalOf(wireLegs), weight_name: 'duration', legs: wireLegs }],
    waypoints: places.map(({ name, position }) => ({ name, location: position })),
  });
}

interface Measured {
  readonly distance: number;
  readonly duration: number;
}

const totalOf = (parts: readonly Measured[]): Measured => ({
  distance: parts.reduce((sum, { distance }) => sum + distance, 0),
  duration: parts.reduce((sum, { duration }) => sum + duration, 0),
});

function legOf(pieces: readonly Piece[], goal: Snapped | undefined, mode: string) {
  const streets: Piece[][] = [];
  for (const piece of pieces) {
    const last = streets.at(-1);
    if (last?.[0]?.name === piece.name) last.push(piece);
    else streets.push([piece]);
  }
  const steps = streets.map((run, at) => {
    const [first] = run as [Piece];
    const before = streets[at - 1]?.at(-1);
    const maneuver =
      before === undefined ? { type: 'depart' } : { type: 'turn', modifier: turn(before, first) };
    return {
      distance: run.reduce((sum, { meters }) => sum + meters, 0),
      duration: run.reduce((sum, { seconds }) => sum + seconds, 0),
      geometry: lineOf([first.from, ...run.map(({ to }) => to)]),
      name: first.name,
      mode,
      maneuver: { ...maneuver, location: first.from },
    };
  });
  const location = goal?.position ?? [0, 0];
  const arrival = {
    distance: 0,
    duration: 0,
    geometry: lineOf([location]),
    name: goal?.name ?? '',
    mode,
    maneuver: { type: 'arrive', location },
  };
  // A route to where it starts has a step nevertheless.
  const all =
    steps.length === 0
      ? [{ ...arrival, maneuver: { type: 'depart', location } }, arrival]
      : [...steps, arrival];
  return { ...totalOf(all), steps: all };
}

const lineOf = (line: readonly TownPosition[]) => encodePolyline(line, { precision: 6 });

function turn(before: Piece, after: Piece): string {
  const bearing = ({ from, to }: Piece) => Math.atan2(to[0] - from[0], to[1] - from[1]);
  const degrees = ((((bearing(after) - bearing(before)) * 180) / Math.PI + 540) % 360) - 180;
  if (Math.abs(degrees) < 20) return 'straight';
  if (Math.abs(degrees) > 165) return 'uturn';
  return degrees > 0 ? 'right' : 'left';
}
