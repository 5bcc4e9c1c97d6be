import { decodePolyline, encodePolyline } from '@org/routing';
import type { Engine } from '@org/routing/embedded';
import type { SandboxRequest, SandboxResponse } from '../../../http/exchange.ts';
import { readJsonObject } from '../../../json.ts';
import { isWithin, type Position } from '../../engine/position.ts';
import { readKnownHeights } from './heights.ts';
import type { Parameters } from './parameters.ts';

const maxVertices = 2000;

/** A request that the elevation service refuses, with its own codes. */
class ElevationProblem extends Error {
  override readonly name = 'ElevationProblem';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * `/elevation/point` and `/elevation/line` over the engine's heights; without any, the service's error for
 * places outside of its data. Source: GIScience/openelevationservice, `api_exceptions.py`; openrouteservice
 * API reference, "Elevation".
 */
export async function handleElevation(
  engine: Engine,
  kind: 'point' | 'line',
  request: SandboxRequest,
): Promise<SandboxResponse> {
  try {
    const body = request.method === 'GET' ? readQuery(request.query) : readBody(request);
    const positions = readGeometry(body, kind);
    if (positions.length > maxVertices)
      throw new ElevationProblem(4004, `The number of vertices must not be greater than ${maxVertices}.`);
    const heights = await readKnownHeights(engine, positions, request.signal);
    // The service leaves out the places without data.
    const places = positions.flatMap(([longitude, latitude], index) => {
      const height = heights[index];
      return height === undefined ? [] : [[longitude, latitude, height] as const];
    });
    if (places.length === 0)
      throw new ElevationProblem(4002, 'The requested geometry is outside the bounds of the dataset.');
    const shared = { attribution: 'service by the sandbox', version: '0.2.1', timestamp: Date.now() / 1000 };
    return { status: 200, json: { ...shared, geometry: render(places, body['format_out'], kind) } };
  } catch (error) {
    if (!(error instanceof ElevationProblem)) throw error;
    return { status: 400, json: { code: error.code, message: error.message } };
  }
}

function readQuery(query: URLSearchParams): Parameters {
  const geometry = (query.get('geometry') ?? '').split(',').map(Number);
  return { format_in: 'point', format_out: query.get('format_out') ?? 'geojson', geometry };
}

function readBody(request: SandboxRequest): Parameters {
  const body = readJsonObject(request.text());
  if (body === undefined) throw new ElevationProblem(4001, 'The body is not a JSON object.');
  return body;
}

function readGeometry({ format_in: format, geometry }: Parameters, kind: 'point' | 'line'): Position[] {
  const formats =
    kind === 'point' ? ['geojson', 'point'] : ['geojson', 'polyline', ...Object.keys(precisions)];
  if (typeof format !== 'string' || !formats.includes(format))
    throw new ElevationProblem(4001, `format_in must be one of ${formats.join(', ')}.`);
  const precision = precisions[format];
  if (precision !== undefined) return decode(geometry, precision);
  const value =
    format === 'geojson' ? (geometry as { coordinates?: unknown } | null | undefined)?.coordinates : geometry;
  const list: unknown = kind === 'point' ? [value] : value;
  if (!Array.isArray(list) || list.length === 0 || !list.every(isPosition))
    throw new ElevationProblem(4003, 'The geometry is not valid.');
  return list.map(([longitude, latitude]) => [longitude, latitude]);
}

const precisions: Readonly<Record<string, 5 | 6>> = { encodedpolyline5: 5, encodedpolyline6: 6 };

function decode(geometry: unknown, precision: 5 | 6): Position[] {
  try {
    return decodePolyline(String(geometry), { precision }).map(([longitude, latitude]) => [
      longitude,
      latitude,
    ]);
  } catch {
    throw new ElevationProblem(4003, 'The encoded polyline is not valid.');
  }
}

function isPosition(value: unknown): value is Position {
  if (!Array.isArray(value) || value.length < 2) return false;
  const [longitude, latitude] = value as unknown[];
  return isWithin(longitude, 180) && isWithin(latitude, 90);
}

function render(
  places: readonly (readonly [number, number, number])[],
  format: unknown,
  kind: 'point' | 'line',
): unknown {
  const precision = precisions[String(format)];
  if (precision !== undefined) return encodePolyline(places, { precision, elevation: true });
  const coordinates = kind === 'point' ? places[0] : places;
  if (format === 'point' || format === 'polyline') return coordinates;
  return { type: kind === 'point' ? 'Point' : 'LineString', coordinates };
}
