import type { SandboxRequest } from '../../../http/exchange.ts';
import { readJsonObject } from '../../../json.ts';
import { isWithin, type Position } from '../../engine/position.ts';
import { invalid } from './problem.ts';

// A query repeats the singular, with the latitude first; JSON has a list, with the longitude first.
const pointLists = { point: 'points', from_point: 'from_points', to_point: 'to_points' } as const;
const lists: Readonly<Record<string, string>> = {
  ...pointLists,
  details: 'details',
  heading: 'headings',
  curbside: 'curbsides',
  out_array: 'out_arrays',
  snap_prevention: 'snap_preventions',
};

/** A request by GET or POST with the same names: those of POST. */
export type GraphHopperRequest = ReturnType<typeof readRequest>;

/** Source: GraphHopper Directions API, "GET" and "POST" of each endpoint. @throws {GraphHopperProblem} */
export function readRequest(request: SandboxRequest) {
  const values = request.method === 'POST' ? parseObject(request.text()) : readQuery(request.query);
  return { values, signal: request.signal };
}

function readQuery(query: URLSearchParams): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = Object.create(null);
  for (const name of new Set(query.keys())) {
    const all = query.getAll(name);
    const list = lists[name];
    if (list === undefined) values[name] = convert(all.at(-1) ?? '');
    else values[list] = name in pointLists ? all.map(readPoint) : all.map(convert);
  }
  return values;
}

function readPoint(text: string): number[] {
  return text
    .split(',')
    .map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
    .reverse();
}

function convert(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  const value = readJsonObject(text);
  if (value === undefined) throw invalid('Unable to process JSON');
  return value;
}

/** Places of a list; `undefined` without the list. @throws {GraphHopperProblem} */
export function readPoints({ values }: GraphHopperRequest, name: string): Position[] | undefined {
  const list = values[name];
  if (list === undefined || list === null) return undefined;
  if (!Array.isArray(list)) throw invalid(`${name} must be a list of points`);
  return list.map((point: unknown, index) => {
    const [longitude, latitude]: unknown[] = Array.isArray(point) ? point : [];
    if (!isWithin(longitude, 180) || !isWithin(latitude, 90))
      throw invalid(`Point ${index} in ${name} is not a valid point`);
    return [longitude, latitude];
  });
}

/** A list of words. @throws {GraphHopperProblem} */
export function readWords({ values }: GraphHopperRequest, name: string): string[] {
  const list = values[name] ?? [];
  if (!Array.isArray(list) || !list.every((word) => typeof word === 'string'))
    throw invalid(`${name} must be a list of words`);
  return list;
}

/** A number in a range. @throws {GraphHopperProblem} */
export function readNumber(
  { values }: GraphHopperRequest,
  name: string,
  { otherwise, least, most }: { otherwise: number; least: number; most: number },
): number {
  const value = values[name] ?? otherwise;
  if (typeof value === 'number' && value >= least && value <= most) return value;
  throw invalid(`${name} must be between ${least} and ${most}`);
}

export function isSet({ values }: GraphHopperRequest, name: string, otherwise: boolean): boolean {
  const value = values[name] ?? otherwise;
  return value === true || value === 'true';
}

/** The engine's costing for a profile. @throws {GraphHopperProblem} */
export function costingOf({ values }: GraphHopperRequest): string {
  const profile = values['profile'] ?? 'car';
  const costing = findCosting(profile);
  if (costing === undefined) throw invalid(`The requested profile '${String(profile)}' does not exist`);
  return costing;
}

/** The same, `undefined` for an unknown profile. */
export function findCosting(profile: unknown): string | undefined {
  return costings.get(profile);
}

const costings: ReadonlyMap<unknown, string> = new Map([
  ['car', 'auto'],
  ['car_delivery', 'auto'],
  ['small_truck', 'truck'],
  ['truck', 'truck'],
  ['scooter', 'motor_scooter'],
  ['bike', 'bicycle'],
  ['mtb', 'bicycle'],
  ['racingbike', 'bicycle'],
  ['foot', 'pedestrian'],
  ['hike', 'pedestrian'],
]);
