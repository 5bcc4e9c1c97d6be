import { isOrgError } from '@org/core';
import {
  createRoutingClient,
  type DirectionsResult,
  type Isochrone,
  type IsochronesRequest,
  type Position,
  type RoutingClient,
} from '@org/routing';
import { type ValhallaCapabilities, type ValhallaProfile, valhalla } from '@org/routing/valhalla';
import type { SandboxRequest, SandboxResponse } from '../http/exchange.ts';
import { type Route, route } from '../http/router.ts';
import type { Town } from '../map/town.ts';
import { isWithin } from '../routing/engine/position.ts';
import type { RoutingService } from '../routing/service.ts';
import { renderPoints, renderWays, type TownPoint } from './town/town-layers.ts';
import { createTownProjection } from './town/town-projection.ts';
import { renderTownMap } from './town/town-svg.ts';

/**
 * The routes of the map view. The results come from the sandbox's routing service, through `@org/routing`.
 */
export function mapRoutes(routing: Pick<RoutingService, 'url' | 'map'>): readonly Route[] {
  const client = createRoutingClient({
    driver: valhalla({ baseUrl: routing.url, limits: [] }),
    retry: false, // the page shows the service's first response
    timeoutMs: 10_000,
  });
  const onTown =
    (respond: (town: Town, request: SandboxRequest) => SandboxResponse | Promise<SandboxResponse>) =>
    async (request: SandboxRequest): Promise<SandboxResponse> => {
      try {
        const found = await routing.map.read();
        return found === undefined
          ? undrawn('The file of the map is not known.')
          : respond(found.town, request);
      } catch (error) {
        return undrawn(error instanceof Error ? error.message : String(error));
      }
    };
  let svg: string | undefined;
  return [
    route(
      'GET',
      '/api/map',
      onTown((town) => {
        svg ??= renderTownMap(town, {}, { scheme: 'none' });
        return { status: 200, json: { name: town.name, svg, places: town.places } };
      }),
    ),
    route(
      'POST',
      '/api/ways',
      onTown((town, request) => drawWays(request, client, town)),
    ),
  ];
}

function undrawn(reason: string): SandboxResponse {
  return { status: 404, json: { error: `The map cannot be drawn. ${reason}` } };
}

type Client = RoutingClient<ValhallaCapabilities>;

interface WaysRequest {
  readonly profile: ValhallaProfile;
  readonly from: Position;
  readonly to: Position | undefined;
  readonly rangesSeconds: readonly number[];
}

async function drawWays(request: SandboxRequest, client: Client, town: Town): Promise<SandboxResponse> {
  const wish = readWaysRequest(request.json());
  if (wish === undefined)
    return { status: 400, json: { error: 'profile, from, to and rangesSeconds are needed' } };
  const { profile, from, to, rangesSeconds } = wish;
  const { signal } = request;
  const projection = createTownProjection(town);
  const [directions, reach] = await Promise.allSettled([
    to && client.directions({ profile, waypoints: [from, to] }, { signal }),
    rangesSeconds.length === 0 ? undefined : client.isochrones(askReach(wish), { signal }),
  ]);
  const failed = [directions, reach].find(({ status }) => status === 'rejected');
  const result = directions.status === 'fulfilled' ? directions.value : undefined;
  const isochrones = reach.status === 'fulfilled' ? reach.value?.isochrones : undefined;
  const points: TownPoint[] = [{ position: from, label: 'A', kind: 'start' }];
  if (to) points.push({ position: to, label: 'B', kind: 'end' });
  return {
    status: 200,
    json: {
      ways: renderWays(
        { ...(result && { routes: result.routes }), ...(isochrones && { isochrones }) },
        projection,
      ),
      points: renderPoints({ points }, projection),
      ...(result && { route: describeRoute(result) }),
      ...(isochrones && { reach: isochrones.map(describeReach) }),
      ...(failed?.status === 'rejected' && { problem: describeProblem(failed.reason) }),
    },
  };
}

function askReach({ profile, from, rangesSeconds }: WaysRequest): IsochronesRequest<ValhallaCapabilities> {
  return { profile, locations: [from], ranges: rangesSeconds, rangeType: 'time' };
}

function describeRoute({ routes: [best] }: DirectionsResult) {
  return {
    distanceMeters: best.distanceMeters,
    durationSeconds: best.durationSeconds,
    steps: best.legs.flatMap(({ steps }) =>
      steps.map(({ instruction, name, distanceMeters, durationSeconds }) => ({
        instruction: instruction ?? name ?? '',
        distanceMeters,
        durationSeconds,
      })),
    ),
  };
}

function describeReach({ range, areaSquareMeters }: Isochrone) {
  return { rangeSeconds: range, areaSquareMeters };
}

function describeProblem(error: unknown) {
  if (isOrgError(error)) return { code: error.code, message: error.message };
  return { code: 'unknown', message: error instanceof Error ? error.message : String(error) };
}

const offered: readonly ValhallaProfile[] = ['driving', 'truck', 'cycling', 'walking'];

function readWaysRequest(body: unknown): WaysRequest | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { profile, from, to, rangesSeconds = [] } = body as Record<string, unknown>;
  const known = offered.find((name) => name === profile);
  const areRanges = Array.isArray(rangesSeconds) && rangesSeconds.length <= 4 && rangesSeconds.every(isRange);
  if (known === undefined || !isPosition(from) || !areRanges) return undefined;
  if (to !== undefined && !isPosition(to)) return undefined;
  return { profile: known, from, to, rangesSeconds };
}

function isPosition(value: unknown): value is Position {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [longitude, latitude] = value as unknown[];
  return isWithin(longitude, 180) && isWithin(latitude, 90);
}

function isRange(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= 3600;
}
