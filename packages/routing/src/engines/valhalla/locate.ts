import * as z from 'zod/mini';
import { lazily } from '../../internal/lazily.ts';
import { type Coordinate, flat } from '../../model/position.ts';
import type { SnappedPoint } from '../../model/result.ts';
import type { SnapAnswer, SnapQuery } from '../../model/snap.ts';
import { distanceBetween } from '../../model/sphere.ts';
import { readAnswer, requireEach } from '../read-answer.ts';
import { valhallaAttribution } from './warnings.ts';

const Edge = lazily(() =>
  z.object({
    correlated_lat: z.number(),
    correlated_lon: z.number(),
    edge_info: z.optional(z.object({ names: z.optional(z.array(z.string())) })),
  }),
);

/** Source: valhalla/valhalla docs, "Locate API". */
const LocateAnswer = lazily(() =>
  z.array(
    z.object({
      edges: z.nullable(z.array(Edge())),
      nodes: z.nullish(z.array(z.object({ lat: z.number(), lon: z.number() }))),
    }),
  ),
);

export function mapValhallaLocate(value: unknown, query: SnapQuery): SnapAnswer {
  const places = readAnswer(LocateAnswer, value);
  requireEach(places, 'places', query.positions.length);
  return {
    points: query.positions.map((given, index): SnappedPoint => {
      const candidates = candidatesOf(places[index]).map((point) => ({
        ...point,
        distanceMeters: distanceBetween(given, point.position),
      }));
      const nearest = candidates.sort((a, b) => a.distanceMeters - b.distanceMeters)[0];
      return nearest !== undefined && nearest.distanceMeters <= query.radiusMeters
        ? nearest
        : { position: null };
    }),
    warnings: [],
    attribution: valhallaAttribution,
    raw: value,
  };
}

function candidatesOf(
  place: z.infer<ReturnType<typeof LocateAnswer>>[number] | undefined,
): { position: Coordinate; name?: string }[] {
  const edges = (place?.edges ?? []).map(({ correlated_lon, correlated_lat, edge_info }) => {
    const name = edge_info?.names?.[0];
    const position = flat([correlated_lon, correlated_lat]);
    return name === undefined ? { position } : { position, name };
  });
  const nodes = (place?.nodes ?? []).map(({ lon, lat }) => ({ position: flat([lon, lat]) }));
  return [...edges, ...nodes];
}
