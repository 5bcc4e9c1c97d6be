import type { HttpRequest } from '@org/core';
import { mergeProviderOptions } from '@org/core/driver';
import {
  type Coordinate,
  type ElevationAnswer,
  type ElevationQuery,
  type Position,
  readWire,
  unexpectedResponse,
  withoutElevation,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import type { Decoded } from './decode.ts';

/** Source: openrouteservice API reference, "Elevation". A line needs two places. */
export function encodeElevation({ positions, providerOptions }: ElevationQuery): HttpRequest {
  const places = positions.map(withoutElevation);
  const [only] = places;
  const body =
    places.length === 1
      ? { format_in: 'point', format_out: 'point', geometry: only }
      : { format_in: 'polyline', format_out: 'polyline', geometry: places };
  return {
    method: 'POST',
    path: places.length === 1 ? '/point' : '/line',
    headers: { accept: 'application/json' },
    json: mergeProviderOptions(body, providerOptions),
  };
}

const pointBody = z.object({ geometry: z.coordinate });
const lineBody = z.object({ geometry: z.array(z.coordinate) });

export function decodeElevation(body: unknown, { positions }: ElevationQuery): Decoded<ElevationAnswer> {
  const places =
    positions.length === 1 ? [readWire(pointBody, body).geometry] : readWire(lineBody, body).geometry;
  return { heightsMeters: alignHeights(places, positions), warnings: [] };
}

// The service rounds to the sixth decimal.
const toleranceDegrees = 1e-5;

// The service leaves out the places without data, and keeps the order of the others.
function alignHeights(places: readonly Coordinate[], positions: readonly Position[]): (number | null)[] {
  let next = 0;
  const heights = positions.map((position) => {
    const place = places[next];
    if (place === undefined || !isNear(place, position)) return null;
    next += 1;
    return place[2] ?? null;
  });
  if (next < places.length) throw unexpectedResponse('geometry', 'must have the places of the request');
  return heights;
}

function isNear(place: Coordinate, position: Position): boolean {
  return [0, 1].every((axis) => Math.abs(Number(place[axis]) - Number(position[axis])) < toleranceDegrees);
}
