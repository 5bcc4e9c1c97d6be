import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodePolyline, type Position } from '@org/routing';
import { distanceBetween } from '@org/routing/driver';

/** A request as it arrived: its path, and its query with every name once. */
export interface OsrmRequest {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

/** A response to send instead of the engine's own. */
export interface OsrmReply {
  readonly status: number;
  readonly body: unknown;
}

/** OSRM's HTTP API on loopback, as far as its documentation and the driver under test go. */
export async function startOsrm() {
  const requests: OsrmRequest[] = [];
  const replies: OsrmReply[] = [];
  const server = createServer((request, response) => {
    const url = new URL(decodeURIComponent(request.url ?? ''), 'http://osrm');
    requests.push({ path: url.pathname, query: Object.fromEntries(url.searchParams) });
    const { status, body } = replies.shift() ?? reply(url);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, requests, replies, [Symbol.dispose]: close };
}

const generalOptions = ['radiuses', 'exclude', 'generate_hints'];
const services: Readonly<Record<string, { readonly options: readonly string[]; readonly run: Service }>> = {
  route: {
    options: ['alternatives', 'steps', 'annotations', 'geometries', 'overview', 'continue_straight'],
    run: route,
  },
  table: { options: ['sources', 'destinations', 'annotations'], run: table },
  nearest: { options: ['number'], run: nearest },
};

type Service = (places: readonly Place[], query: URLSearchParams) => OsrmReply;

function reply(url: URL): OsrmReply {
  const [, name = '', version, , coordinates = ''] = url.pathname.split('/');
  const service = services[name];
  if (service === undefined) return refuse('InvalidService', 'Service name is invalid.');
  if (version !== 'v1') return refuse('InvalidVersion', 'Version is not found.');
  for (const option of url.searchParams.keys())
    if (![...service.options, ...generalOptions].includes(option))
      return refuse('InvalidQuery', `Query string malformed close to position ${option}`);
  if (url.searchParams.has('exclude'))
    return refuse('InvalidValue', 'Exclude flag combination is not supported.');
  const positions = coordinates.split(';').map((pair) => pair.split(',').map(Number) as [number, number]);
  const radiuses = url.searchParams.get('radiuses')?.split(';') ?? positions.map(() => 'unlimited');
  if (radiuses.length !== positions.length)
    return refuse('InvalidOptions', 'Number of radiuses does not match number of coordinates');
  const places = positions.map((position, index) => snap(position, Number(radiuses[index])));
  const remote = places.indexOf(undefined);
  if (remote >= 0) return refuse('NoSegment', `Could not find a matching segment for coordinate ${remote}`);
  return service.run(places as Place[], url.searchParams);
}

function refuse(code: string, message?: string): OsrmReply {
  return { status: 400, body: { code, message } };
}

/** A place on the road: on the mainland, or on an island without a bridge. */
interface Place {
  readonly name: string;
  readonly location: [number, number];
  readonly distance: number;
}

const lands = [
  { name: 'Main Street', west: 9.99, east: 10.02, south: 49.99, north: 50.02 },
  { name: 'Island Road', west: 10.1, east: 10.11, south: 50, north: 50.01 },
];

/** Roads are everywhere on land, one every ten-thousandth of a degree. */
function snap(position: readonly [number, number], radius: number): Place | undefined {
  const places = lands.map(({ name, west, east, south, north }): Place => {
    const location: [number, number] = [clamp(position[0], west, east), clamp(position[1], south, north)];
    return { name, location, distance: distanceBetween(position, location) };
  });
  const [nearest] = places.sort((a, b) => a.distance - b.distance);
  return nearest === undefined || nearest.distance > radius ? undefined : nearest;
}

function clamp(value: number, low: number, high: number): number {
  return Math.round(Math.min(Math.max(value, low), high) * 10_000) / 10_000;
}

function nearest(places: readonly Place[]): OsrmReply {
  if (places.length !== 1) return refuse('InvalidOptions', 'Only one input coordinate is supported');
  return { status: 200, body: { code: 'Ok', waypoints: places } };
}

/** Along the parallel to the meridian of the destination, then along that. */
function lineBetween(from: Place, to: Place): [Position, Position, Position] | undefined {
  if (from.name !== to.name) return undefined;
  return [from.location, [to.location[0], from.location[1]], to.location];
}

const speed = 10;

function measure(line: readonly Position[]) {
  const parts = line.slice(1).map((position, index) => distanceBetween(line[index] ?? position, position));
  const distance = Math.round(parts.reduce((sum, part) => sum + part, 0) * 10) / 10;
  return { distance, duration: Math.round(distance) / speed };
}

function route(places: readonly Place[], query: URLSearchParams): OsrmReply {
  if (places.length > 500) return refuse('TooBig', 'Number of entries is higher than current maximum (500)');
  const legs = places.slice(1).map((to, index) => lineBetween(places[index] ?? to, to));
  if (legs.includes(undefined)) return refuse('NoRoute', 'Impossible route between points');
  const hasSteps = query.get('steps') === 'true';
  const precision = query.get('geometries') === 'polyline6' ? 6 : 5;
  const readLegs = legs.map((line = [places[0], places[0], places[0]] as never) => {
    const [from, corner, to] = line;
    const steps = [
      createStep([from, corner], { type: 'depart', modifier: 'right' }, precision),
      createStep([corner, to], { type: 'end of road', modifier: 'sharp left' }, precision),
      createStep([to, to], { type: 'arrive' }, precision),
    ];
    return { ...sum(steps), summary: '', steps: hasSteps ? steps : [] };
  });
  const best = { ...sum(readLegs), legs: readLegs, weight_name: 'routability' };
  const count = 1 + Number(query.get('alternatives')?.replace('false', '0') ?? 0);
  const routes = Array.from({ length: Math.min(count, 2) }, () => best);
  return { status: 200, body: { code: 'Ok', routes, waypoints: places } };
}

function createStep(line: readonly Position[], maneuver: object, precision: 5 | 6) {
  const geometry = encodePolyline(line, { precision });
  return { ...measure(line), geometry, name: 'Main Street', mode: 'driving', maneuver };
}

function sum(parts: readonly { readonly distance: number; readonly duration: number }[]) {
  const total = (name: 'distance' | 'duration') => parts.reduce((result, part) => result + part[name], 0);
  return { distance: total('distance'), duration: total('duration') };
}

function table(places: readonly Place[], query: URLSearchParams): OsrmReply {
  if (places.length > 100) return refuse('TooBig', 'Too many table coordinates');
  const chosen = (name: string) =>
    query
      .get(name)
      ?.split(';')
      .flatMap((index) => places[Number(index)] ?? []) ?? places;
  const [sources, destinations] = [chosen('sources'), chosen('destinations')];
  const cells = (name: 'distance' | 'duration') =>
    sources.map((from) =>
      destinations.map((to) => {
        const line = lineBetween(from, to);
        return line === undefined ? null : measureSteps(line)[name];
      }),
    );
  const annotations = query.get('annotations') ?? 'duration';
  return {
    status: 200,
    body: {
      code: 'Ok',
      sources,
      destinations,
      ...(annotations.includes('duration') && { durations: cells('duration') }),
      ...(annotations.includes('distance') && { distances: cells('distance') }),
    },
  };
}

function measureSteps([from, corner, to]: readonly [Position, Position, Position]) {
  return sum([measure([from, corner]), measure([corner, to])]);
}
