// The same four requests for every client in the comparison. Each client is loaded only in the process that
// uses it.
import type { EngineOptions } from '@org/core/driver';

export interface Contender {
  /** A route over two places, read. */
  readonly directions?: () => Promise<unknown>;
  /** A matrix of 560 x 560 cells with both metrics, read; ours also checks every cell. */
  readonly matrix?: () => Promise<unknown>;
  /** The same 7 MB, parsed and not read. */
  readonly table?: () => Promise<unknown>;
  /** 5 MB of GeoJSON, parsed and not read. */
  readonly lines?: () => Promise<unknown>;
}

export type Open = (origin: string) => Promise<Contender>;

export type Task = keyof Contender;

const a: [number, number] = [8.681495, 49.41461];
const b: [number, number] = [8.687872, 49.420318];
const origins = Array.from({ length: 560 }, (_, at): [number, number] => [8 + at / 1_000, 49 + at / 1_000]);
const all = origins.map((_, index) => String(index));
const matrixBody = {
  locations: origins,
  sources: all,
  destinations: all,
  metrics: ['duration', 'distance'],
  units: 'm',
};

async function ours(origin: string, options: EngineOptions): Promise<Contender> {
  const { createServiceClient, defineOperation, noAuth } = await import('@org/core');
  const { createRoutingClient } = await import('@org/routing');
  const { openrouteservice } = await import('@org/routing/openrouteservice');
  const engine = { maxResponseBytes: 64_000_000, ...options };
  const driver = openrouteservice({ baseUrl: origin, limits: [], caps: { matrixCells: 1e6 } });
  const routing = createRoutingClient({ driver, ...engine });
  const client = createServiceClient({ name: 'bench', baseUrl: origin, auth: noAuth() }, engine);
  const read = defineOperation({
    name: 'read',
    safety: 'read',
    encode: (path: string) => ({ method: 'GET', path }),
    decode: (response) => response.json(),
  });
  return {
    directions: () => routing.directions({ profile: 'driving', waypoints: [a, b] }),
    matrix: () => routing.matrix({ profile: 'driving', origins }),
    table: () => client.execute(read, '/v2/matrix'),
    lines: () => client.execute(read, '/lines'),
  };
}

export const contenders: Readonly<Record<string, Open>> = {
  async fetch(origin) {
    const get = async (path: string) => JSON.parse(await (await fetch(`${origin}${path}`)).text());
    const post = async (path: string, body: unknown) => {
      const headers = { 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      return JSON.parse(await (await fetch(`${origin}${path}`, init)).text());
    };
    return {
      directions: () => post('/v2/directions/driving-car/json', { coordinates: [a, b] }),
      matrix: () => post('/v2/matrix/driving-car/json', matrixBody),
      table: () => get('/v2/matrix'),
      lines: () => get('/lines'),
    };
  },

  async ky(origin) {
    const { default: ky } = await import('ky');
    return {
      directions: () => ky.post(`${origin}/v2/directions/driving-car/json`, { json: [a, b] }).json(),
      matrix: () => ky.post(`${origin}/v2/matrix/driving-car/json`, { json: matrixBody }).json(),
      table: () => ky(`${origin}/v2/matrix`).json(),
      lines: () => ky(`${origin}/lines`).json(),
    };
  },

  async 'openrouteservice-js'(origin) {
    const name: string = 'openrouteservice-js';
    const { default: Openrouteservice } = await import(name);
    const options = { api_key: 'a-key-for-the-bench', host: origin };
    const directions = new Openrouteservice.Directions(options);
    const matrix = new Openrouteservice.Matrix(options);
    const query = { profile: 'driving-car', api_version: 'v2' };
    return {
      directions: () => directions.calculate({ ...query, coordinates: [a, b], format: 'json' }),
      matrix: () => matrix.calculate({ ...query, ...matrixBody }),
    };
  },

  async '@routingjs/ors'(origin) {
    const { ORS } = await import('@routingjs/ors');
    const client = new ORS({ apiKey: 'a-key-for-the-bench', baseUrl: origin });
    return {
      directions: () => client.directions([a, b], 'driving-car'),
      matrix: () => client.matrix(origins, 'driving-car', { metrics: ['duration', 'distance'] }),
    };
  },

  '@org/routing on fetch': (origin) => ours(origin, { runtime: { fetch: (url, init) => fetch(url, init) } }),

  async '@org/routing on node:http'(origin) {
    const { createNodeTransport } = await import('@org/routing/node');
    return ours(origin, { transport: createNodeTransport() });
  },

  async '@org/routing on undici'(origin) {
    const { createUndiciTransport } = await import('@org/routing/undici');
    return ours(origin, { transport: createUndiciTransport() });
  },
};
