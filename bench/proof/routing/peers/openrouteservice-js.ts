import type { Peer } from '../../peer.ts';
import { key, type RouteClient } from '../route-client.ts';

interface Service {
  calculate(request: object): Promise<unknown>;
}
interface OpenrouteserviceJs {
  readonly default: Record<'Directions' | 'Matrix', new (options: object) => Service>;
}

export const openrouteserviceJs: Peer<RouteClient> = {
  name: 'openrouteservice-js',
  packages: ['openrouteservice-js'],
  program: `export { default } from 'openrouteservice-js'`,
  async open(load, host) {
    const { default: services } = await load<OpenrouteserviceJs>('openrouteservice-js');
    const [directions, matrix] = [services.Directions, services.Matrix].map(
      (Service) => new Service({ api_key: key, host }),
    );
    const usual = { profile: 'driving-car', api_version: 'v2' };
    return {
      canAbort: false,
      directions: async (coordinates, { extra } = {}) =>
        directions?.calculate({ ...usual, coordinates, format: 'json', ...extra }),
      matrix: async (locations) => matrix?.calculate({ ...usual, locations, metrics: ['duration'] }),
    };
  },
};
