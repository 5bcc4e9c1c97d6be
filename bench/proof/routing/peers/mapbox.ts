import type { Peer } from '../../peer.ts';
import type { Place, RouteClient } from '../route-client.ts';

interface Request {
  send(): Promise<{ readonly body: unknown }>;
  abort(): void;
}
interface Directions {
  readonly default: (options: object) => { getDirections(options: object): Request };
}

/** Its token has the form of one: it reads the account in it. */
export const mapboxToken = `pk.${Buffer.from('{"u":"proof"}').toString('base64url')}.proof_0123456789abcdef`;

export const mapboxSdk: Peer<RouteClient> = {
  name: "Mapbox's SDK",
  packages: ['@mapbox/mapbox-sdk'],
  program: `export { default } from '@mapbox/mapbox-sdk/services/directions.js'`,
  async open(load, origin) {
    const { default: open } = await load<Directions>('@mapbox/mapbox-sdk/services/directions.js');
    const service = open({ accessToken: mapboxToken, origin });
    return {
      canAbort: true,
      async directions(places, { signal, extra } = {}) {
        const waypoints = places.map((coordinates: Place) => ({ coordinates: [...coordinates] }));
        const request = service.getDirections({ profile: 'driving', waypoints, ...extra });
        signal?.addEventListener('abort', () => request.abort());
        return (await request.send()).body;
      },
    };
  },
};
