import {
  distanceBetween,
  type NearestAnswer,
  type NearestQuery,
  type Position,
  type RoutingWarning,
  readWire,
  requireEach,
  type SnapAnswer,
  type SnappedPoint,
  type SnapQuery,
  withoutElevation,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import { attribution } from './warnings.ts';

const edge = z.object({
  correlated_lat: z.number(),
  correlated_lon: z.number(),
  edge_info: z.optional(z.object({ names: z.optional(z.array(z.string())) })),
});

const place = z.object({
  edges: z.nullable(z.array(edge)),
  nodes: z.optional(z.nullable(z.array(z.object({ lat: z.number(), lon: z.number() })))),
});

/** Source: valhalla/valhalla docs, "Locate API". */
const locateBody = z.array(place);

export function decodeSnap(body: unknown, query: SnapQuery): SnapAnswer {
  const places = requireEach(readWire(locateBody, body), 'places', query.positions.length);
  return {
    points: query.positions.map((given, index): SnappedPoint => {
      const [nearest] = candidatesOf(places[index], given, query.radiusMeters);
      return nearest ?? { position: null };
    }),
    warnings: [],
    attribution,
    raw: body,
  };
}

export function decodeNearest(body: unknown, query: NearestQuery): NearestAnswer {
  const places = requireEach(readWire(locateBody, body), 'places', 1);
  const candidates = candidatesOf(places[0], query.position, query.radiusMeters);
  const points = candidates.slice(0, query.limit);
  return { points, warnings: radiusWarning(query, points.length), attribution, raw: body };
}

// The nearest first, each place once: the two directions of a road give the same place.
function candidatesOf(
  located: z.infer<typeof place> | undefined,
  given: Position,
  radiusMeters: number,
): SnappedPoint[] {
  const edges = (located?.edges ?? []).map(({ correlated_lon: lon, correlated_lat: lat, edge_info }) => ({
    position: withoutElevation([lon, lat]),
    name: edge_info?.names?.[0],
  }));
  const nodes = (located?.nodes ?? []).map(({ lon, lat }) => ({
    position: withoutElevation([lon, lat]),
    name: undefined,
  }));
  const byPlace = new Map([...edges, ...nodes].reverse().map((found) => [String(found.position), found]));
  return [...byPlace.values()]
    .reverse()
    .map(({ position, name }) => ({
      position,
      ...(name === undefined ? {} : { name }),
      distanceMeters: distanceBetween(given, position),
    }))
    .filter(({ distanceMeters }) => distanceMeters <= radiusMeters)
    .sort((a, b) => a.distanceMeters - b.distanceMeters);
}

/** Source: valhalla/valhalla scripts/valhalla_build_config, `max_radius`. */
const maxRadiusMeters = 200;

function radiusWarning({ limit, radiusMeters }: NearestQuery, found: number): RoutingWarning[] {
  if (limit < 2 || found >= limit || radiusMeters <= maxRadiusMeters) return [];
  const message = `Valhalla lists several roads only up to ${maxRadiusMeters} m from the place.`;
  return [{ kind: 'notice', message }];
}
