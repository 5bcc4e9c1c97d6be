import type { Peer } from '../../peer.ts';
import { key, type Place, type RouteClient } from '../route-client.ts';

interface Routes {
  readonly v2: {
    readonly RoutesClient: new (
      options: object,
    ) => { computeRoutes(request: object, call: object): Promise<unknown>; close(): Promise<void> };
  };
}
interface MapsServices {
  readonly Client: new (options: object) => { directions(request: object): Promise<{ data: unknown }> };
}

const point = ([longitude, latitude]: Place) => ({ location: { latLng: { latitude, longitude } } });
const pair = ([lng, lat]: Place) => ({ lat, lng });

/** The client of the Routes API, in its REST mode. */
export const googleRoutes: Peer<RouteClient> = {
  name: '@googlemaps/routing',
  packages: ['@googlemaps/routing'],
  program: `export { v2 } from '@googlemaps/routing'`,
  async open(load, origin) {
    const { v2 } = await load<Routes>('@googlemaps/routing');
    const { hostname, port } = new URL(origin);
    const address = { apiEndpoint: hostname, port: Number(port), protocol: 'http', fallback: true };
    const client = new v2.RoutesClient({ apiKey: key, ...address });
    const headers = { 'X-Goog-FieldMask': 'routes.distanceMeters,routes.duration,routes.polyline' };
    return {
      canAbort: false,
      directions: ([from, to], { extra } = {}) =>
        client.computeRoutes(
          { origin: from && point(from), destination: to && point(to), travelMode: 'DRIVE', ...extra },
          { otherArgs: { headers } },
        ),
      close: () => client.close(),
    };
  },
};

/** The client of the older Directions API. `url` is an option of each call. */
export const googleServices: Peer<RouteClient> = {
  name: 'google-maps-services-js',
  packages: ['@googlemaps/google-maps-services-js'],
  program: `export { Client } from '@googlemaps/google-maps-services-js'`,
  async open(load, origin) {
    const { Client } = await load<MapsServices>('@googlemaps/google-maps-services-js');
    const client = new Client({});
    return {
      canAbort: true,
      async directions([from, to], { signal, extra } = {}) {
        const params = { origin: from && pair(from), destination: to && pair(to), key, ...extra };
        return (await client.directions({ url: `${origin}/maps/api/directions/json`, params, signal })).data;
      },
    };
  },
};
