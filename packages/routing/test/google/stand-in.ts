import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { encodePolyline, type Position } from '@org/routing';
import { distanceBetween } from '@org/routing/driver';

interface LatLng {
  readonly latitude: number;
  readonly longitude: number;
}
interface Waypoint {
  readonly location: { readonly latLng: LatLng };
  readonly via?: boolean;
}
interface Body {
  readonly origin: Waypoint;
  readonly destination: Waypoint;
  readonly intermediates?: readonly Waypoint[];
  readonly polylineQuality?: string;
  readonly origins: readonly { readonly waypoint: Waypoint }[];
  readonly destinations: readonly { readonly waypoint: Waypoint }[];
  readonly location: LatLng;
  readonly travelDuration: string;
}
type Answer = readonly [status: number, body: unknown];

const metersPerSecond = 10;
const placeOf = ({ location: { latLng } }: Waypoint): Position => [latLng.longitude, latLng.latitude];
const refuse = (code: number, status: string, message: string): Answer => [
  code,
  { error: { code, message, status } },
];

/**
 * Both APIs on loopback, over a plane without obstacles. No road leads to one place. As the service, it sends
 * the fields of the mask alone, leaves zero values out, and the elements of a matrix in no order.
 *
 * Sources: google/maps/routing/v2 of googleapis; protobuf.dev, "ProtoJSON Format";
 * developers.google.com/maps/documentation/isochrones (2026-11).
 */
export async function startGoogle(key: string, remote: Position) {
  const server = createServer(async (request, response) => {
    const [status, body] = await answer(request, key, remote);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

async function answer(request: IncomingMessage, key: string, remote: Position): Promise<Answer> {
  const body = (await json(request)) as Body;
  const mask = request.headers['x-goog-fieldmask'];
  if (request.headers['x-goog-api-key'] !== key)
    return refuse(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.');
  if (typeof mask !== 'string') return refuse(400, 'INVALID_ARGUMENT', 'FieldMask is a required parameter.');
  const isRemote = (place: Position) => distanceBetween(place, remote) < 350;
  if (request.url === '/directions/v2:computeRoutes') return [200, masked(routes(body, isRemote), mask)];
  if (request.url === '/distanceMatrix/v2:computeRouteMatrix')
    return [200, matrix(body, isRemote).map((element) => masked(element, mask))];
  return [200, masked(isochrone(body), mask)];
}

function routes(body: Body, isRemote: (place: Position) => boolean): unknown {
  const { origin, destination, intermediates = [] } = body;
  const stops = [origin, ...intermediates, destination].map(placeOf);
  if (stops.some(isRemote)) return { geocodingResults: {} };
  const legs = stops.slice(1).map((to, index) => legOf(stops[index] ?? to, to));
  const distanceMeters = legs.reduce((sum, leg) => sum + leg.distanceMeters, 0);
  const seconds = legs.reduce((sum, leg) => sum + Number.parseFloat(leg.duration), 0);
  const polyline = { encodedPolyline: encodePolyline(stops, { precision: 5 }) };
  const route = { distanceMeters, duration: `${seconds}s`, polyline, legs };
  return { routes: [route], geocodingResults: {} };
}

function legOf(from: Position, to: Position) {
  const distanceMeters = Math.round(distanceBetween(from, to));
  const duration = `${distanceMeters / metersPerSecond}s`;
  const middle: Position = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const half = Math.round(distanceMeters / 2);
  const steps = [
    { distanceMeters: half, line: [from, middle], maneuver: 'DEPART' },
    { distanceMeters: distanceMeters - half, line: [middle, to], maneuver: 'TURN_LEFT' },
  ].map(({ line, maneuver, ...step }) => ({
    ...step,
    staticDuration: `${step.distanceMeters / metersPerSecond}s`,
    polyline: { encodedPolyline: encodePolyline(line, { precision: 5 }) },
    navigationInstruction: { maneuver, instructions: 'Go' },
  }));
  const polyline = { encodedPolyline: encodePolyline([from, to], { precision: 5 }) };
  return { distanceMeters, duration, polyline, steps };
}

function matrix({ origins, destinations }: Body, isRemote: (place: Position) => boolean) {
  const elements = origins.flatMap(({ waypoint: from }, originIndex) =>
    destinations.map(({ waypoint: to }, destinationIndex) => {
      const pair = { originIndex, destinationIndex, status: {} };
      const [start, end] = [placeOf(from), placeOf(to)];
      if (isRemote(start) || isRemote(end)) return { ...pair, condition: 'ROUTE_NOT_FOUND' };
      const distanceMeters = Math.round(distanceBetween(start, end));
      const duration = `${distanceMeters / metersPerSecond}s`;
      return { ...pair, condition: 'ROUTE_EXISTS', distanceMeters, duration };
    }),
  );
  return elements.reverse();
}

function isochrone({ location, travelDuration }: Body) {
  const { latitude, longitude } = location;
  const half = (Number.parseFloat(travelDuration) * metersPerSecond) / 111_000;
  const ring = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ].map(([x = 0, y = 0]) => [longitude + x * half, latitude + y * half]);
  return { isochrone: { geoJson: { type: 'Polygon', coordinates: [ring] } } };
}

/** The fields of a mask. Zero values of proto3 are left out, but for those of `optional` fields. */
function masked(value: unknown, mask: string): unknown {
  const paths = mask.split(',').map((path) => path.split('.'));
  return pick(value, paths);
}

const optional: readonly string[] = ['originIndex', 'destinationIndex'];

function pick(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (paths.some((path) => path.length === 0)) return withoutZeros(value);
  if (Array.isArray(value)) return value.map((item) => pick(item, paths));
  const entries = Object.entries(Object(value)).flatMap(([name, inner]) => {
    const rest = paths.filter(([first]) => first === name).map((path) => path.slice(1));
    if (rest.length === 0 || (inner === 0 && !optional.includes(name))) return [];
    return [[name, pick(inner, rest)]];
  });
  return Object.fromEntries(entries);
}

function withoutZeros(value: unknown): unknown {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== 0));
}
