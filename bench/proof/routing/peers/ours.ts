import type { Peer } from '../../peer.ts';
import { key, type RouteClient } from '../route-client.ts';

const ours = (driverName: string, options: object): Peer<RouteClient> => ({
  name: '@org/routing',
  packages: ['@org/routing'],
  program: `export { createRoutingClient, ${driverName} } from '@org/routing/${driverName}/directions'`,
  async open(load, baseUrl, pace) {
    const { createRoutingClient } = await load<typeof import('@org/routing')>('@org/routing');
    const module = await load<Record<string, (options: object) => unknown>>(`@org/routing/${driverName}`);
    const driver = module[driverName]?.({ baseUrl, ...options });
    type Driver = ReturnType<typeof import('@org/routing/openrouteservice').openrouteservice>;
    const { createLimiter, maxConcurrency } =
      await load<typeof import('@org/routing/engine')>('@org/routing/engine');
    const limiter = createLimiter({ limits: [maxConcurrency(5)] });
    const routing = createRoutingClient({ driver: driver as Driver, ...(pace && { limiter }) });
    return {
      canAbort: true,
      directions: (waypoints, { signal, extra } = {}) =>
        routing.directions({ profile: 'driving', waypoints, ...extra }, { ...(signal && { signal }) }),
      matrix: (origins) => routing.matrix({ profile: 'driving', origins }),
      close: () => routing.close(),
    };
  },
});

export const oursOnOpenrouteservice = ours('openrouteservice', { apiKey: key });
export const oursOnMapbox = ours('mapbox', { accessToken: key });
export const oursOnGoogle = ours('google', { apiKey: key });
