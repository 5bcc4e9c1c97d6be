import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { encodePolyline, type Position } from '@org/routing';
import { distanceBetween } from '@org/routing/driver';

type Place = readonly [latitude: number, longitude: number];

const kilometersPerMinute = 0.5;
const flip = ([latitude, longitude]: Place): Position => [longitude, latitude];
const kilometers = (from: Place, to: Place) => distanceBetween(flip(from), flip(to)) / 1000;
const isLand = ([, longitude]: Place) => longitude < 10.2;

/** The service on loopback: roads are everywhere west of 10.2 degrees. */
export async function startAcme() {
  const requests: { readonly path: string; readonly body: Readonly<Record<string, unknown>> }[] = [];
  const server = createServer(async (request, response) => {
    const { status, body } = await answer(request, requests);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, requests, [Symbol.dispose]: close };
}

async function answer(request: IncomingMessage, requests: { path: string; body: Record<string, unknown> }[]) {
  if (request.headers.authorization !== 'Bearer good') return refuse(401, 'KEY');
  const path = request.url ?? '';
  if (path === '/v1/resources') return { status: 200, body: { resources: ['map'] } };
  const body = (await json(request)) as Record<string, unknown>;
  requests.push({ path, body });
  const run = services[path.replace(/car|foot/, '{profile}')];
  if (run === undefined) return refuse(404, 'NOT_HERE');
  return run(body as never);
}

function refuse(status: number, code: string) {
  return { status, body: { error: { code, message: 'no road near 10.300000,50.300000' } } };
}

const services: Readonly<Record<string, (body: never) => { status: number; body: unknown }>> = {
  '/v1/{profile}/directions': ({ trip }: { trip: { stops: Place[]; more?: number } }) => {
    if (!trip.stops.every(isLand)) return refuse(400, 'NO_ROAD');
    const legs = trip.stops.slice(1).map((to, index) => {
      const from = trip.stops[index] ?? to;
      const shape = encodePolyline([flip(from), flip(to)], { precision: 6 });
      const length = kilometers(from, to);
      return { length, time: length / kilometersPerMinute, shape };
    });
    const length = legs.reduce((sum, leg) => sum + leg.length, 0);
    const route = { length, time: length / kilometersPerMinute, legs };
    return { status: 200, body: { data: { routes: [route] } } };
  },
  '/v1/reach': ({ places, limits, unit }: { places: Place[]; limits: number[]; unit: string }) => {
    if (!places.every(isLand)) return refuse(400, 'NO_ROAD');
    const areas = places.flatMap((place, index) =>
      limits.map((limit) => {
        const half = (unit === 'time' ? limit * kilometersPerMinute : limit) / 111;
        const [latitude, longitude] = place;
        const ring = [
          [-1, -1],
          [1, -1],
          [1, 1],
          [-1, 1],
          [-1, -1],
        ].map(([x = 0, y = 0]) => [longitude + x * half, latitude + y * half]);
        return { place: index, limit, shape: { type: 'Polygon', coordinates: [ring] } };
      }),
    );
    return { status: 200, body: { areas } };
  },
  '/v1/matrix': ({ from, to }: { from: Place[]; to: Place[] }) => {
    if (![...from, ...to].every(isLand)) return refuse(400, 'NO_ROAD');
    const lengths = from.map((origin) => to.map((destination) => kilometers(origin, destination)));
    const times = lengths.map((row) => row.map((length) => length / kilometersPerMinute));
    return { status: 200, body: { times, lengths } };
  },
  '/v1/snap': ({ places }: { places: Place[] }) => ({
    status: 200,
    body: { points: places.map((at) => (isLand(at) ? { at, road: 'Main Street' } : { at: null })) },
  }),
};
