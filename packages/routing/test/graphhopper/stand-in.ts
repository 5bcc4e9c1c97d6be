import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { distanceBetween } from '../../src/driver.ts';
import type { Position } from '../../src/index.ts';
import { straightRoute } from './answers.ts';

/** A service with the hosted API over a plane without obstacles, at 10 m/s. One place has no road. */
export interface StandIn {
  readonly url: string;
  readonly close: () => Promise<void>;
}

type Answer = readonly [status: number, body: unknown];

interface Body {
  readonly points?: readonly Position[];
  readonly from_points?: readonly Position[];
  readonly to_points?: readonly Position[];
  readonly out_arrays?: readonly string[];
  readonly instructions?: boolean;
}

export async function startStandIn(key: string, remote: Position): Promise<StandIn> {
  const jobs = new Map<string, { body: Body; checks: number }>();
  const isRemote = (place: Position) => distanceBetween(place, remote) < 350;
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.searchParams.get('key') !== key) return [401, { message: 'Wrong credentials' }];
    const path = url.pathname;
    if (path === '/isochrone') return isochrone(url.searchParams, isRemote);
    if (path.startsWith('/matrix/solution/')) return solutionOf(jobs.get(path.slice(17)), isRemote);
    const body: Body = JSON.parse(await text(request));
    if (path === '/route') return route(body, isRemote);
    if (path === '/matrix') return [200, matrix(body, isRemote)];
    if (path !== '/matrix/calculate') return [404, { message: 'HTTP 404 Not Found' }];
    const id = `job-${jobs.size}`;
    jobs.set(id, { body, checks: 0 });
    return [200, { job_id: id }];
  };
  const server = createServer(async (request, response) => {
    const [status, body] = await answer(request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()));
  return { url: `http://127.0.0.1:${port}`, close };
}

function route({ points = [], instructions }: Body, isRemote: (place: Position) => boolean): Answer {
  const index = points.findIndex(isRemote);
  if (index >= 0) {
    const [longitude, latitude] = points[index] ?? [0, 0];
    const message = `Cannot find point ${index}: ${latitude},${longitude}`;
    const details = 'com.graphhopper.util.exceptions.PointNotFoundException';
    return [400, { message, hints: [{ message, details, point_index: index }] }];
  }
  const meters = points.slice(1).map((to, at) => distanceBetween(points[at] ?? to, to));
  const answer = straightRoute(points, meters);
  const [path] = answer.paths;
  return [200, { ...answer, paths: [instructions ? path : { ...path, instructions: undefined }] }];
}

function matrix(body: Body, isRemote: (place: Position) => boolean) {
  const { points = [], from_points: from = points, to_points: to = points, out_arrays: names = [] } = body;
  const isOff = (a: Position, b: Position) => isRemote(a) || isRemote(b);
  const table = (cell: (a: Position, b: Position) => number) =>
    from.map((a) => to.map((b) => (isOff(a, b) ? null : cell(a, b))));
  const indexes = (places: readonly Position[]) =>
    places.flatMap((place, at) => (isRemote(place) ? [at] : []));
  return {
    ...(names.includes('times') ? { times: table((a, b) => Math.round(distanceBetween(a, b) / 10)) } : {}),
    ...(names.includes('distances') ? { distances: table((a, b) => Math.round(distanceBetween(a, b))) } : {}),
    hints: [{ message: 'x', invalid_from_points: indexes(from), invalid_to_points: indexes(to) }],
  };
}

function solutionOf(
  job: { body: Body; checks: number } | undefined,
  isRemote: (place: Position) => boolean,
): Answer {
  if (job === undefined) return [404, { message: 'no such job' }];
  job.checks += 1;
  if (job.checks < 2) return [200, { status: 'processing' }];
  return [200, { status: 'finished', solution: matrix(job.body, isRemote) }];
}

function isochrone(query: URLSearchParams, isRemote: (place: Position) => boolean): Answer {
  const [latitude = 0, longitude = 0] = (query.get('point') ?? '').split(',').map(Number);
  if (isRemote([longitude, latitude])) return [400, { message: `Point not found:${latitude},${longitude}` }];
  const buckets = Number(query.get('buckets'));
  const limit = Number(query.get('distance_limit') ?? Number(query.get('time_limit')) * 10);
  const polygons = Array.from({ length: buckets }, (_, bucket) => {
    const degrees = (limit * (bucket + 1)) / buckets / 111_195;
    const corners = [
      [-degrees, -degrees],
      [degrees, -degrees],
      [degrees, degrees],
      [-degrees, degrees],
      [-degrees, -degrees],
    ];
    const line = corners.map(([x = 0, y = 0]) => [longitude + x, latitude + y]);
    const geometry = { type: 'Polygon', coordinates: [line] };
    return { type: 'Feature', properties: { bucket }, geometry };
  });
  return [200, { polygons }];
}
