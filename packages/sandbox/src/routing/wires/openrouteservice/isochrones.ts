import type { Engine } from '@org/routing/embedded';
import type { SandboxResponse } from '../../../http/exchange.ts';
import { type BoundingBox, boundingBox, ringArea } from '../../engine/geometry.ts';
import { type Position, roundTo, toLocation } from '../../engine/position.ts';
import { type SnappedPoint, snap } from '../../engine/snap.ts';
import { badFormat, badValue, missing, OrsError, overLimit } from './errors.ts';
import {
  type OrsCall,
  type Parameters,
  readBoolean,
  readChoice,
  readChoices,
  readPositions,
  refuseUnknown,
} from './parameters.ts';
import { convertRouteOptions } from './route-options.ts';

const base = 3000;
const known = [
  ...[
    'id',
    'locations',
    'range',
    'range_type',
    'units',
    'interval',
    'location_type',
    'smoothing',
    'area_units',
  ],
  ...['attributes', 'intersections', 'options', 'time'],
];
const maxLocations = 5;
const maxRanges = 10;

export interface IsochronesCall extends OrsCall {
  readonly profile: string;
}

/** `POST /v2/isochrones/{profile}`. */
export async function handleIsochrones({
  engine,
  costing,
  profile,
  request,
  body,
}: IsochronesCall): Promise<SandboxResponse> {
  const query = readQuery(body);
  const options = convertRouteOptions(base, profile, costing, body);
  const snapped = await snap(engine, costing, query.locations, request.signal);
  // As from the service's fast method. The slower one, for requests with options, omits the location.
  if (body['options'] === undefined && snapped.includes(undefined))
    throw new OrsError(500, 3099, 'The closest node is null.');
  const features: object[] = [];
  const boxes: BoundingBox[] = [];
  for (const [index, point] of snapped.entries()) {
    if (point === undefined) continue;
    const rings = await askEngine(engine, { ...options, costing }, query, index, request.signal);
    for (const [step, ring] of rings.entries()) {
      features.push(toFeature(query, { index, point, value: query.ranges[step] ?? 0, ring }));
      boxes.push(boundingBox(ring.coordinates.flat()));
    }
  }
  const corners = boxes.flatMap(([west, south, east, north]): Position[] => [
    [west, south],
    [east, north],
  ]);
  const metadata = { attribution: 'OpenStreetMap contributors', service: 'isochrones', query: { ...body } };
  const bbox = corners.length === 0 ? {} : { bbox: boundingBox(corners) };
  return { status: 200, json: { type: 'FeatureCollection', ...bbox, features, metadata } };
}

interface Query {
  readonly locations: readonly Position[];
  /** Ascending, in seconds or metres. */
  readonly ranges: readonly number[];
  readonly rangeType: 'time' | 'distance';
  readonly reverse: boolean;
  readonly areaUnits: 'm' | 'km' | 'mi';
  readonly withArea: boolean;
}

function readQuery(body: Parameters): Query {
  refuseUnknown(base, body, known);
  const locations = readPositions(base, body, 'locations', 1);
  if (locations.length > maxLocations) {
    throw new OrsError(
      400,
      3004,
      `Parameter 'locations=${locations.length}' is out of range. Maximum possible value is ${maxLocations}.`,
    );
  }
  const attributes = readChoices(base, body, 'attributes', ['area', 'reachfactor', 'total_pop']);
  if (attributes.some((name) => name !== 'area') || readBoolean(base, body, 'intersections', false)) {
    throw new OrsError(
      400,
      3005,
      'The sandbox knows neither population nor reach factors nor intersections.',
    );
  }
  const rangeType = readChoice(base, body, 'range_type', ['time', 'distance']);
  const units = readChoice(base, body, 'units', ['m', 'km', 'mi']);
  const factor = rangeType === 'time' ? 1 : metersPerUnit[units];
  return {
    locations,
    rangeType,
    ranges: readRanges(body).map((range) => range * factor),
    reverse: readChoice(base, body, 'location_type', ['start', 'destination']) === 'destination',
    areaUnits: readChoice(base, body, 'area_units', ['m', 'km', 'mi']),
    withArea: attributes.includes('area'),
  };
}

const metersPerUnit = { m: 1, km: 1000, mi: 1609.344 } as const;

function readRanges(body: Parameters): number[] {
  const { range, interval } = body;
  if (range === undefined || range === null) throw missing(base, 'range');
  if (!Array.isArray(range) || !range.every((value) => typeof value === 'number'))
    throw badFormat(base, 'range');
  if (range.length === 0 || range.some((value) => !(value > 0))) throw badValue(base, 'range', range);
  const ranges =
    interval === undefined || range.length > 1
      ? [...(range as number[])]
      : expand(range[0] as number, interval);
  if (ranges.length > maxRanges) {
    throw new OrsError(400, 3012, `The number of intervals must not be greater than ${maxRanges}.`);
  }
  return [...new Set(ranges)].sort((left, right) => left - right);
}

/** Ranges at each interval, and the range itself. */
function expand(range: number, interval: unknown): number[] {
  if (typeof interval !== 'number') throw badFormat(base, 'interval');
  if (!(interval > 0)) throw badValue(base, 'interval', interval);
  const count = Math.ceil(range / interval);
  if (count > 1000) throw overLimit(base, 'Too many intervals.');
  return Array.from({ length: count }, (_, index) => Math.min(range, (index + 1) * interval));
}

interface Ring {
  readonly type: string;
  readonly coordinates: readonly Position[][];
}

async function askEngine(
  engine: Engine,
  costing: object,
  query: Query,
  index: number,
  signal: AbortSignal,
): Promise<Ring[]> {
  const contour = (value: number) =>
    query.rangeType === 'time' ? { time: value / 60 } : { distance: value / 1000 };
  const body = {
    ...costing,
    locations: [toLocation(query.locations[index] ?? [0, 0])],
    contours: query.ranges.map(contour),
    polygons: true,
    reverse: query.reverse,
  };
  const answer = (await engine.call('isochrone', body, signal)) as {
    readonly features: readonly { readonly geometry: Ring }[];
  };
  // Largest contour first with the engine, smallest first with the service.
  return answer.features.map(({ geometry }) => geometry).reverse();
}

function toFeature(
  query: Query,
  { index, point, value, ring }: { index: number; point: SnappedPoint; value: number; ring: Ring },
) {
  const squareMeters = ring.coordinates.reduce(
    (sum, line, hole) => sum + (hole === 0 ? 1 : -1) * ringArea(line),
    0,
  );
  const area = roundTo(squareMeters / metersPerUnit[query.areaUnits] ** 2, 2);
  return {
    type: 'Feature',
    properties: {
      group_index: index,
      value: roundTo(value, 2),
      center: point.position,
      ...(query.withArea && { area }),
    },
    geometry: ring,
  };
}
