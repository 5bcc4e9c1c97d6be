// A service whose lists have another separator, and whose totals are texts: BRouter.
// Source: abrensch/brouter brouter-core/src/main/java/btools/router/FormatJson.java, and brouter-server,
// RouteServer.java (`/brouter?lonlats=…|…&profile=…&alternativeidx=…&format=geojson`).
import { noAuth } from '@org/core';
import { createRoutingClient } from '@org/routing';
import { generic } from '@org/routing/generic';
import { describe, expect, it } from 'vitest';
import { failureOf, scriptedFetch } from '../scripted-fetch.ts';

const brouter = {
  name: 'brouter',
  baseUrl: 'https://brouter.example',
  auth: noAuth(),
  profiles: { cycling: 'trekking', driving: 'car-fast' },
  directions: {
    method: 'GET',
    path: '/brouter',
    separator: '|',
    fields: { waypoints: 'lonlats', profile: 'profile' },
    constants: { alternativeidx: 0, format: 'geojson' },
    routes: {
      items: 'features',
      distance: 'properties.track-length',
      duration: 'properties.total-time',
      geometry: 'geometry',
    },
  },
} as const;

const waypoints = [
  [8.68, 49.41],
  [8.69, 49.42],
] as const;

function open(totals: object, status = 200) {
  const geometry = {
    type: 'LineString',
    coordinates: [
      [8.68, 49.41, 112.5],
      [8.69, 49.42, 118],
    ],
  };
  const properties = { creator: 'BRouter-1.7.8', 'track-length': '1326', 'total-time': '265', ...totals };
  const body = { type: 'FeatureCollection', features: [{ type: 'Feature', properties, geometry }] };
  const network = scriptedFetch({ body, status });
  const runtime = network.runtime;
  return { ...network, routing: createRoutingClient({ driver: generic(brouter), limiter: false, runtime }) };
}

describe('generic() with lists by a separator', () => {
  it('R3: routes with BRouter', async () => {
    const { routing, sent } = open({});
    const { routes } = await routing.directions({ profile: 'cycling', waypoints });
    expect(Object.fromEntries(sent[0]?.url.searchParams ?? [])).toEqual({
      lonlats: '8.68,49.41|8.69,49.42',
      profile: 'trekking',
      alternativeidx: '0',
      format: 'geojson',
    });
    expect(routes[0]).toMatchObject({ distanceMeters: 1326, durationSeconds: 265 });
    expect(routes[0].geometry.coordinates.length).toBe(2);
  });

  it.each(['', ' 1326', '1e3', '-5', '0x10', 'NaN', '1326 m', 'Infinity', '1,326'])(
    'R8: %o is not a number',
    async (text) => {
      const { routing } = open({ 'track-length': text });
      const error = await failureOf(routing.directions({ profile: 'cycling', waypoints }));
      expect(error).toMatchObject({ code: 'response-format' });
      expect(String(error)).toContain('features[0].properties.track-length must be a number');
    },
  );
});
