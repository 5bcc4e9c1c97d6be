import { createRoutingClient, isOrgError, routingProfiles } from '@org/routing';
import { openrouteservice } from '@org/routing/openrouteservice';
import { valhalla } from '@org/routing/valhalla';
import { describe, expect, it } from 'vitest';
import { avoidFeatures } from '../src/model/travel/avoid.ts';
import { vehicleFields } from '../src/model/travel/vehicle.ts';
import { failureOf, scriptedFetch } from './scripted-fetch.ts';

const waypoints = [
  [8.68, 49.41],
  [8.69, 49.42],
] as const;

const drivers = {
  valhalla: () => valhalla({ baseUrl: 'https://valhalla.example.com' }),
  openrouteservice: () => openrouteservice({ apiKey: 'test' }),
};

/** The body of the one request that the call sends; the code of the error when it sends none. */
async function bodyOf(
  driver: keyof typeof drivers,
  call: (routing: ReturnType<typeof open>['routing']) => Promise<unknown>,
): Promise<unknown> {
  const { routing, sent } = open(driver);
  const error = await failureOf(call(routing));
  return sent[0]?.body ?? (isOrgError(error) && error.code);
}

function open(driver: keyof typeof drivers) {
  const { runtime, sent } = scriptedFetch({ body: 'no answer: these tests look at the request' });
  return { sent, routing: createRoutingClient({ driver: drivers[driver](), limiter: false, runtime }) };
}

const words: Record<keyof typeof drivers, Record<string, RegExp>> = {
  valhalla: {
    tolls: /"exclude_tolls":true/,
    motorways: /"exclude_highways":true/,
    ferries: /"exclude_ferries":true/,
    tunnels: /"exclude_tunnels":true/,
    bridges: /"exclude_bridges":true/,
    unpaved: /"exclude_unpaved":true/,
    heightMeters: /"height":1/,
    widthMeters: /"width":1/,
    lengthMeters: /"length":1/,
    weightTonnes: /"weight":1/,
    axleLoadTonnes: /"axle_load":1/,
    hazardous: /"hazmat":true/,
  },
  openrouteservice: {
    tolls: /tollways/,
    motorways: /highways/,
    ferries: /ferries/,
    fords: /fords/,
    steps: /steps/,
    heightMeters: /"height":1/,
    widthMeters: /"width":1/,
    lengthMeters: /"length":1/,
    weightTonnes: /"weight":1/,
    axleLoadTonnes: /"axleload":1/,
    hazardous: /"hazmat":true/,
  },
};

// A feature that a profile never uses is not sent: the service refuses it.
const neverUsed = /^(driving|truck|bus) steps$|^(cycling|walking|hiking|wheelchair)\S* motorways$/;

describe.each(['valhalla', 'openrouteservice'] as const)(
  '%s: an option reaches the engine or is refused',
  (name) => {
    it.each(routingProfiles)('avoid, with profile %s', async (profile) => {
      for (const feature of avoidFeatures) {
        const avoid = { features: [feature] };
        const bodies = [
          await bodyOf(name, (routing) => routing.directions({ profile, waypoints, avoid })),
          await bodyOf(name, (routing) =>
            routing.isochrones({ profile, locations: waypoints, ranges: [60], avoid }),
          ),
          ...(name === 'valhalla'
            ? [await bodyOf(name, (routing) => routing.matrix({ profile, origins: waypoints, avoid }))]
            : []),
        ];
        for (const body of bodies) {
          if (body === 'unsupported') continue;
          if (name === 'openrouteservice' && neverUsed.test(`${profile} ${feature}`)) continue;
          expect(JSON.stringify(body), `${profile} ${feature}`).toMatch(
            words[name][feature] ?? 'no word known',
          );
        }
      }
    });

    it.each(routingProfiles)('vehicle, with profile %s', async (profile) => {
      for (const field of vehicleFields) {
        const vehicle = { [field]: field === 'hazardous' ? true : 1 };
        const body = await bodyOf(name, (routing) => routing.directions({ profile, waypoints, vehicle }));
        if (body === 'unsupported') continue;
        expect(JSON.stringify(body), `${profile} ${field}`).toMatch(words[name][field] ?? 'no word known');
      }
    });
  },
);

describe('valhalla honours by profile', () => {
  const sends = async (profile: (typeof routingProfiles)[number], more: object) =>
    (await bodyOf('valhalla', (routing) => routing.directions({ profile, waypoints, ...more }))) !==
    'unsupported';

  it.each(['walking', 'hiking', 'wheelchair', 'cycling', 'cycling-road', 'cycling-mountain'] as const)(
    'bridges, tunnels, tolls and ferries for %s, and refuses unpaved',
    async (profile) => {
      for (const feature of ['bridges', 'tunnels', 'tolls', 'ferries', 'motorways'])
        expect(await sends(profile, { avoid: { features: [feature] } }), feature).toBe(true);
      expect(await sends(profile, { avoid: { features: ['unpaved'] } })).toBe(false);
    },
  );

  it('the weight of a truck, and refuses that of a car, which the engine ignores', async () => {
    expect(await sends('truck', { vehicle: { weightTonnes: 10 } })).toBe(true);
    expect(await sends('driving', { vehicle: { heightMeters: 3 } })).toBe(true);
    expect(await sends('driving', { vehicle: { weightTonnes: 10 } })).toBe(false);
    expect(await sends('moped', { vehicle: { heightMeters: 3 } })).toBe(false);
  });
});

describe('providerOptions', () => {
  const truck = {
    profile: 'truck',
    waypoints,
    vehicle: { heightMeters: 4 },
    avoid: { features: ['tolls'] },
  } as const;

  it('are merged into the request at any depth, and replace nothing', async () => {
    const costing_options = { truck: { use_tracks: 0 }, auto: { top_speed: 100 } };
    const providerOptions = { costing_options, id: 'trip-1' };
    expect(
      await bodyOf('valhalla', (routing) => routing.directions({ ...truck, providerOptions })),
    ).toMatchObject({
      id: 'trip-1',
      costing_options: {
        truck: { height: 4, exclude_tolls: true, use_tracks: 0 },
        auto: { top_speed: 100 },
      },
    });
    const options = { avoid_borders: 'all', profile_params: { surface_quality_known: true } };
    const body = await bodyOf('openrouteservice', (routing) =>
      routing.directions({ ...truck, providerOptions: { options } }),
    );
    expect(body).toMatchObject({
      options: {
        avoid_borders: 'all',
        avoid_features: ['tollways'],
        vehicle_type: 'hgv',
        profile_params: { restrictions: { height: 4 }, surface_quality_known: true },
      },
    });
  });

  it.each([
    [
      'valhalla',
      { costing_options: { truck: { height: 2 } } },
      'providerOptions.costing_options.truck.height',
    ],
    ['valhalla', { units: 'miles' }, 'providerOptions.units'],
    ['valhalla', { costing_options: 'fast' }, 'providerOptions.costing_options'],
    ['openrouteservice', { units: 'km' }, 'providerOptions.units'],
    ['openrouteservice', { elevation: true }, 'providerOptions.elevation'],
    [
      'openrouteservice',
      { options: { profile_params: { restrictions: { height: 2 } } } },
      'providerOptions.options.profile_params.restrictions.height',
    ],
  ] as const)(
    'of %s that the request sets itself are refused by name: %o',
    async (name, providerOptions, path) => {
      const { routing, sent } = open(name);
      const error = await failureOf(routing.directions({ ...truck, providerOptions }));
      expect(error).toMatchObject({ code: 'invalid-input', outcome: 'not-sent', issues: [{ path }] });
      expect(String(error)).toContain(path);
      expect(sent).toEqual([]);
    },
  );

  it.each(['valhalla', 'openrouteservice'] as const)(
    'of %s cannot change the units of a matrix',
    async (name) => {
      const call = (routing: ReturnType<typeof open>['routing']) =>
        routing.matrix({ profile: 'driving', origins: waypoints, providerOptions: { units: 'mi' } });
      expect(await bodyOf(name, call)).toBe('invalid-input');
    },
  );

  it('of openrouteservice cannot change the units of isochrones', async () => {
    const request = {
      profile: 'driving',
      locations: waypoints,
      ranges: [500],
      rangeType: 'distance',
    } as const;
    const body = await bodyOf('openrouteservice', (routing) =>
      routing.isochrones({ ...request, providerOptions: { units: 'mi' } }),
    );
    expect(body).toBe('invalid-input');
  });

  it('security: a key named __proto__ is a key, and changes no prototype', async () => {
    const providerOptions = JSON.parse(
      '{"__proto__":{"polluted":true},"costing_options":{"__proto__":{"x":1}}}',
    );
    const body = await bodyOf('valhalla', (routing) => routing.directions({ ...truck, providerOptions }));
    expect(Object.keys(body as object)).toContain('__proto__');
    expect({}).not.toHaveProperty('polluted');
  });

  it('are not split into several requests: they may refer to a waypoint by its index', async () => {
    const many = Array.from({ length: 60 }, (_, index) => [8 + index / 1000, 49] as const);
    const call =
      (providerOptions: Record<string, unknown>) => (routing: ReturnType<typeof open>['routing']) =>
        routing.directions({ profile: 'driving', waypoints: many, providerOptions });
    expect(await bodyOf('openrouteservice', call({ skip_segments: [55] }))).toBe('limit-exceeded');
  });
});
