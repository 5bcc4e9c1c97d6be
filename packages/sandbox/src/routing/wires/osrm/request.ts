import { decodePolyline } from '@org/routing';
import type { SandboxRequest } from '../../../http/exchange.ts';
import { readJsonObject } from '../../../json.ts';
import type { Position } from '../../engine/position.ts';
import { invalidOptions, invalidValue, OsrmProblem } from './problem.ts';

/** A request of OSRM: `/{service}/v1/{profile}/{coordinates}?options`, or POST with the same as JSON. */
export interface OsrmRequest {
  readonly service: string;
  readonly profile: string;
  readonly positions: readonly Position[];
  /** Each value as in a query. */
  readonly options: ReadonlyMap<string, string>;
  readonly signal: AbortSignal;
}

// Since 26.1.
const postServices = ['route', 'table', 'match'];

/** Source: Project-OSRM/osrm-backend docs/http.md, "Requests". @throws {OsrmProblem} */
export function readRequest(request: SandboxRequest, services: readonly string[]): OsrmRequest {
  const [service = '', version, profile = '', coordinates, ...rest] = segmentsOf(request.path);
  if (!services.includes(service)) throw new OsrmProblem('InvalidService', `Service ${service} not found!`);
  if (version !== 'v1')
    throw new OsrmProblem('InvalidVersion', `Service ${service} not found for version: ${version}`);
  if (profile === '' || rest.length > 0) throw malformedUrl(request.path.length);
  const shared = { service, profile, signal: request.signal };
  if (request.method === 'POST' && coordinates === undefined) {
    if (!postServices.includes(service))
      throw new OsrmProblem('NotImplemented', `Service ${service} does not take POST.`);
    return { ...shared, ...readBody(request) };
  }
  if (request.method !== 'GET' || coordinates === undefined) throw malformedUrl(request.path.length);
  const options = new Map([...request.query].filter(([name]) => name !== ''));
  const positions = service === 'tile' ? [] : readCoordinates(withoutFormat(coordinates));
  return { ...shared, positions, options };
}

function segmentsOf(path: string): string[] {
  try {
    return path.slice(1).split('/').map(decodeURIComponent);
  } catch {
    throw malformedUrl(1);
  }
}

function malformedUrl(position: number): OsrmProblem {
  return new OsrmProblem('InvalidUrl', `URL string malformed close to position ${position}`);
}

function withoutFormat(text: string): string {
  if (text.endsWith('.flatbuffers'))
    throw new OsrmProblem('NotImplemented', 'The sandbox answers in JSON only.');
  return text.endsWith('.json') ? text.slice(0, -'.json'.length) : text;
}

function readCoordinates(text: string): Position[] {
  for (const [prefix, precision] of [
    ['polyline(', 5],
    ['polyline6(', 6],
  ] as const) {
    if (text.startsWith(prefix) && text.endsWith(')'))
      return readLine(text.slice(prefix.length, -1), precision);
  }
  return text.split(';').map((pair) => requireOnGlobe(pair.split(',').map(readNumber)));
}

function readLine(text: string, precision: 5 | 6): Position[] {
  try {
    return decodePolyline(text, { precision }).map(([longitude, latitude]) => [longitude, latitude]);
  } catch {
    throw new OsrmProblem('InvalidQuery', 'Query string malformed: the polyline is not valid.');
  }
}

function requireOnGlobe(pair: readonly number[]): Position {
  const [longitude, latitude] = pair;
  if (pair.length !== 2 || longitude === undefined || latitude === undefined)
    throw new OsrmProblem('InvalidQuery', 'Query string malformed close to position 1');
  if (Math.abs(longitude) > 180 || Math.abs(latitude) > 90) throw invalidOptions('Invalid coordinate value.');
  return [longitude, latitude];
}

function readNumber(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(value)) return value;
  throw new OsrmProblem('InvalidQuery', 'Query string malformed close to position 1');
}

function readBody(request: SandboxRequest): Pick<OsrmRequest, 'positions' | 'options'> {
  const body = parseObject(request.text());
  const { coordinates, ...others } = body;
  const entries = Object.entries(others).map(([name, value]) => [name, textOf(name, value)] as const);
  const positions =
    typeof coordinates === 'string'
      ? readCoordinates(coordinates)
      : listOf(coordinates).map((pair) => requireOnGlobe(listOf(pair).map((part) => readNumber(`${part}`))));
  return { positions, options: new Map(entries) };
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  const value = readJsonObject(text);
  if (value === undefined) throw new OsrmProblem('InvalidQuery', 'The body is not a JSON object.');
  return value;
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new OsrmProblem('InvalidQuery', 'coordinates must be a list of pairs.');
}

// A list of words has commas, all others have an item for each coordinate.
function textOf(name: string, value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  const separator = name === 'exclude' || name === 'annotations' ? ',' : ';';
  return value.map((item) => (item === null ? '' : String(item))).join(separator);
}

/** The items of an option that has one for each coordinate. @throws {OsrmProblem} for another count */
export function readEach({ options, positions }: OsrmRequest, name: string): (string | undefined)[] {
  const text = options.get(name);
  if (text === undefined) return positions.map(() => undefined);
  const items = text.split(';');
  if (items.length !== positions.length)
    throw invalidOptions(`Number of ${name} does not match number of coordinates`);
  return items.map((item) => (item === '' ? undefined : item));
}

/** The indexes of an option; all without it. @throws {OsrmProblem} */
export function readIndexes({ options, positions }: OsrmRequest, name: string): number[] {
  const text = options.get(name) ?? 'all';
  if (text === 'all') return positions.map((_, index) => index);
  return text.split(';').map((item) => {
    const index = Number(item);
    if (item === '' || !Number.isInteger(index) || index < 0 || index >= positions.length)
      throw invalidOptions(`${name} must be indexes of coordinates.`);
    return index;
  });
}

/** One of the given words. @throws {OsrmProblem} */
export function readChoice<Word extends string>(
  { options }: OsrmRequest,
  name: string,
  choices: readonly [Word, ...Word[]],
): Word {
  const text = options.get(name) ?? choices[0];
  const choice = choices.find((word) => word === text);
  if (choice === undefined) throw invalidValue(`${name} must be one of ${choices.join(', ')}.`);
  return choice;
}

/** A number that is not negative. @throws {OsrmProblem} */
export function readAmount(name: string, text: string): number {
  const value = Number(text);
  if (text === '' || !(value >= 0)) throw invalidValue(`${name} must be a number that is not negative.`);
  return value;
}

/** Words with commas between them. @throws {OsrmProblem} */
export function readWords({ options }: OsrmRequest, name: string, known: readonly string[]): string[] {
  const words = (options.get(name) ?? '').split(',').filter((word) => word !== '');
  const unknown = words.find((word) => !known.includes(word));
  if (unknown !== undefined) throw invalidValue(`${name} does not know ${unknown}.`);
  return words;
}
