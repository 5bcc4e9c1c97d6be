import { type OptionNames, optionKinds, requireArgument, requireOptions } from '@org/core/basics';
import { meantOption } from '@org/core/driver';
import { startEngine } from '@org/routing/embedded';
import type { Fault } from '../faults/fault.ts';
import { type FaultDoor, wrapWithFaults } from '../faults/http-faults.ts';
import type { SandboxHandler } from '../http/exchange.ts';
import { startHttpServer } from '../http/server.ts';
import { createMapSource, type MapSource } from '../map/map-source.ts';
import { enginePlace } from '../map/missing-engine.ts';
import type { Town } from '../map/town.ts';
import type { RateLimitOptions } from '../rate-limit.ts';
import { createSharedParts } from '../shared-parts.ts';
import { withCors } from './wires/cors.ts';
import { openWires, prefixes, wireOf } from './wires/open-wires.ts';

const startRoutingServiceNames: OptionNames<RoutingServiceOptions> = {
  tilesDirectory: 0,
  port: 0,
  rateLimit: 0,
  dailyQuota: 0,
  apiKey: 0,
  elevationDirectory: 0,
  osmFile: 0,
  town: 0,
};

/** Map, port and limits of the routing service. */
export interface RoutingServiceOptions {
  /** Folder from `prepareTown` or `prepareOsm`. */
  readonly tilesDirectory: string;
  /** Folder with SRTM `.hgt` tiles. @default none: there are no heights */
  readonly elevationDirectory?: string;
  /** The made-up town of `prepareTown`, for the names of the geocoder. */
  readonly town?: Town | undefined;
  /** The file of `prepareOsm`, for the names of the geocoder, and for the page. */
  readonly osmFile?: string;
  /** @default 0, any free port */
  readonly port?: number;
  /**
   * Responds with 429 above this limit: for Valhalla's and OSRM's API of all callers together, for
   * openrouteservice's of each endpoint, for GraphHopper's of all requests.
   *
   * @default false, none
   */
  readonly rateLimit?: Pick<RateLimitOptions, 'limit' | 'windowMs' | 'now'> | false;
  /**
   * Requests a day to each endpoint of openrouteservice's API. Above it, the response is a 403.
   *
   * @default none
   */
  readonly dailyQuota?: number;
  /**
   * The key of openrouteservice's and GraphHopper's API. The others have none.
   *
   * @default 'sandbox-routing-key'
   */
  readonly apiKey?: string;
}

/** A routing service on this machine. */
export interface RoutingService {
  /** Valhalla's API, `http://127.0.0.1:port`. */
  readonly url: string;
  /** openrouteservice's API on the same engine, `http://127.0.0.1:port/ors`. */
  readonly openrouteserviceUrl: string;
  /** OSRM's API on the same engine, `http://127.0.0.1:port/osrm`. */
  readonly osrmUrl: string;
  /** GraphHopper's API on the same engine, `http://127.0.0.1:port/graphhopper`. */
  readonly graphhopperUrl: string;
  /** Variables for the drivers of `@org/routing`. */
  readonly env: Readonly<Record<string, string>>;
  readonly apiKey: string;
  /** Lines and names of the map. */
  readonly map: MapSource;
  /** Received requests, and those with a 429, from the rate limit or a fault. */
  readonly stats: { readonly requests: number; readonly refused: number };
  /** Injects a failure into the next requests, on all APIs. */
  failNext(fault: Fault): void;
  /** Forgets used-up limits, jobs and counts. Faults stay. */
  reset(): void;
  /** Stops listening, cuts open connections and ends the engine's process. May be called more than once. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Serves the HTTP APIs of the routing services on loopback, from one engine in a separate process: a long
 * calculation blocks no other service.
 *
 * @throws ConfigurationError without the engine or its tiles, PortInUseError when a port is in use
 */
export async function startRoutingService(
  options: RoutingServiceOptions,
  { faults, requests, failures, access } = createSharedParts(),
): Promise<RoutingService> {
  requireOptions(options, startRoutingServiceNames, 'startRoutingService()', meantOption);
  const { apiKey = 'sandbox-routing-key', dailyQuota, elevationDirectory, tilesDirectory } = options;
  requireArgument('tilesDirectory', tilesDirectory, optionKinds.text);
  const map = createMapSource(options);
  const engine = await startEngine({ tilesDirectory, elevationDirectory, ...enginePlace() });
  const parts = { engine, map, apiKey, rateLimit: options.rateLimit || undefined, dailyQuota };
  let wires = openWires(parts);
  const door: FaultDoor = {
    service: 'routing',
    describe: (status, request) => wireOf(wires, request)?.describe(status),
    limitHeaders: (verdict, request, isQuota) => wireOf(wires, request)?.limitHeaders(verdict, isQuota) ?? {},
    throttled: (verdict, request, isQuota) => wireOf(wires, request)?.throttled(verdict, isQuota) ?? notFound,
    onFault: (faultId) => requests.note({ faultId }),
  };
  const faulty = wrapWithFaults(faults, door, (request) => {
    const wire = wireOf(wires, request);
    if (wire === undefined) return notFound;
    return wire.handler({ ...request, path: request.path.slice(wire.prefix.length) });
  });
  const answer = withCors((request) => wireOf(wires, request)?.cors, faulty);
  const counts = { requests: 0, refused: 0 };
  const count: SandboxHandler = async (request) => {
    counts.requests += 1;
    const given = await answer(request);
    if (given.status === 429) counts.refused += 1;
    return given;
  };
  const server = await startHttpServer(count, {
    port: options.port ?? 0,
    observer: requests.observer('routing'),
    onFailure: failures.add,
    access,
  }).catch(async (error: unknown) => {
    await engine.close();
    throw error;
  });
  const close = async () => {
    await Promise.all([server.close(), engine.close()]);
  };
  const url = server.doorUrl;
  const addresses = addressesOf(url);
  return {
    url,
    ...addresses,
    apiKey,
    map,
    env: {
      GRAPHHOPPER_API_KEY: apiKey,
      GRAPHHOPPER_BASE_URL: addresses.graphhopperUrl,
      OPENROUTESERVICE_API_KEY: apiKey,
      OPENROUTESERVICE_BASE_URL: addresses.openrouteserviceUrl,
      OSRM_BASE_URL: addresses.osrmUrl,
      VALHALLA_BASE_URL: url,
    },
    get stats() {
      return { ...counts };
    },
    failNext: (fault) => void faults.add({ ...fault, service: 'routing' }),
    reset: () => {
      wires = openWires(parts);
      Object.assign(counts, { requests: 0, refused: 0 });
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

const notFound = { status: 404, json: { error: 'Not found' } };

function addressesOf(origin: string) {
  return {
    openrouteserviceUrl: `${origin}${prefixes.openrouteservice}`,
    osrmUrl: `${origin}${prefixes.osrm}`,
    graphhopperUrl: `${origin}${prefixes.graphhopper}`,
  };
}
