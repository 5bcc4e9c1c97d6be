import * as z from 'zod/mini';
import { lazily } from '../../internal/lazily.ts';
import type { MatrixAnswer, MatrixQuery } from '../../model/matrix.ts';
import type { Position } from '../../model/position.ts';
import type { RoutingWarning, SnappedPoint } from '../../model/result.ts';
import type { SnapAnswer, SnapQuery } from '../../model/snap.ts';
import { distanceBetween } from '../../model/sphere.ts';
import { readAnswer, readTable, requireEach } from '../read-answer.ts';
import { attributionOf, Metadata } from './answer.ts';

const Place = lazily(() =>
  z.nullable(
    z.object({
      location: z.tuple([z.number(), z.number()]),
      name: z.optional(z.string()),
      snapped_distance: z.optional(z.number()),
    }),
  ),
);

/** Source: openrouteservice API reference, "Matrix", responses. */
const MatrixBody = lazily(() =>
  z.object({
    durations: z.optional(z.unknown()),
    distances: z.optional(z.unknown()),
    sources: z.optional(z.array(Place())),
    destinations: z.optional(z.array(Place())),
    metadata: Metadata(),
  }),
);

/** Source: openrouteservice API reference, "Snapping", JSON responses. */
const SnapBody = lazily(() => z.object({ locations: z.array(Place()), metadata: Metadata() }));

export function mapOpenrouteserviceMatrix(value: unknown, query: MatrixQuery): MatrixAnswer {
  const body = readAnswer(MatrixBody, value);
  const size = { rows: query.origins.length, columns: query.destinations.length };
  requireEach(body.sources, 'sources', size.rows);
  requireEach(body.destinations, 'destinations', size.columns);
  const { metrics } = query;
  return {
    ...(metrics.includes('duration')
      ? { durationsSeconds: readTable(body.durations, 'durations', size) }
      : {}),
    ...(metrics.includes('distance')
      ? { distancesMeters: readTable(body.distances, 'distances', size) }
      : {}),
    origins: query.origins.map((given, index) => mapPlace(body.sources?.[index], given)),
    destinations: query.destinations.map((given, index) => mapPlace(body.destinations?.[index], given)),
    warnings: profileWarning(query),
    attribution: attributionOf(body.metadata),
    raw: value,
  };
}

export function mapOpenrouteserviceSnap(value: unknown, query: SnapQuery): SnapAnswer {
  const body = readAnswer(SnapBody, value);
  requireEach(body.locations, 'locations', query.positions.length);
  return {
    points: query.positions.map((given, index) => mapPlace(body.locations[index], given)),
    warnings: [],
    attribution: attributionOf(body.metadata),
    raw: value,
  };
}

// Buses share the profile of trucks, and only the other endpoints can be told which it is.
function profileWarning({ profile }: MatrixQuery): RoutingWarning[] {
  if (profile !== 'bus') return [];
  return [
    {
      kind: 'not-honoured',
      message: 'The durations and distances are those of trucks: the service has no matrix for buses.',
    },
  ];
}

/** `null` is "nothing near"; a list that is not there says nothing. */
function mapPlace(place: z.infer<ReturnType<typeof Place>> | undefined, given: Position): SnappedPoint {
  if (place === undefined) return {};
  if (place === null) return { position: null };
  const { location, name, snapped_distance: distance } = place;
  return {
    position: location,
    distanceMeters: distance ?? distanceBetween(given, location),
    ...(name === undefined || name === '' || name === '-' ? {} : { name }),
  };
}
