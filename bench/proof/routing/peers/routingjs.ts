import type { Peer } from '../../peer.ts';
import { key, type RouteClient } from '../route-client.ts';

/** `retryOverQueryLimit` is its option to repeat after a 429. */
export const routingjs: Peer<RouteClient> = {
  name: 'routingjs',
  packages: ['@routingjs/ors'],
  program: `export { ORS } from '@routingjs/ors'`,
  async open(load, baseUrl) {
    const { ORS } = await load<typeof import('@routingjs/ors')>('@routingjs/ors');
    const client = new ORS({ apiKey: key, baseUrl, retryOverQueryLimit: true });
    const pairs = (places: readonly (readonly [number, number])[]) =>
      places.map(([lon, lat]): [number, number] => [lon, lat]);
    return {
      canAbort: false,
      directions: (places, { extra } = {}) => client.directions(pairs(places), 'driving-car', { ...extra }),
      matrix: (places) => client.matrix(pairs(places), 'driving-car', { metrics: ['duration'] }),
    };
  },
};
