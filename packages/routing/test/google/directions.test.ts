// Names and rules of google/maps/routing/v2 of googleapis (@googlemaps/routing 2.2.1 of npm).
import { encodePolyline, type Position } from '@org/routing';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../scripted-fetch.ts';
import { open, profile, waypoints } from './open.ts';

const polylineOf = (...line: readonly Position[]) => ({
  encodedPolyline: encodePolyline(line, { precision: 5 }),
});
const [a, b] = waypoints;
const middle = [8.685, 49.415] as const;
const step = (maneuver: string | undefined, from: Position, to: Position) => ({
  distanceMeters: 663,
  staticDuration: '60s',
  polyline: polylineOf(from, to),
  navigationInstruction: { ...(maneuver && { maneuver }), instructions: `${maneuver} here` },
});
const leg = {
  distanceMeters: 1326,
  duration: '160.5s',
  steps: [step('DEPART', a, middle), step('RAMP_RIGHT', middle, b)],
};
const route = { distanceMeters: 1326, duration: '160.5s', polyline: polylineOf(a, b), legs: [leg] };
const found = { routes: [route], geocodingResults: {} };

describe('google(): directions as they are sent', () => {
  it('R3: with the key in a header, places as latLng, and the cheapest preference', async () => {
    const { routing, sent } = open(found);
    await routing.directions({ profile, waypoints, language: 'de' });
    const [request] = sent;
    expect(request?.url.href).toBe('https://routes.googleapis.com/directions/v2:computeRoutes');
    expect(request?.headers.get('x-goog-api-key')).toBe('key.1');
    expect(request?.body).toEqual({
      origin: { location: { latLng: { latitude: 49.41, longitude: 8.68 } } },
      destination: { location: { latLng: { latitude: 49.42, longitude: 8.69 } } },
      travelMode: 'DRIVE',
      polylineQuality: 'HIGH_QUALITY',
      polylineEncoding: 'ENCODED_POLYLINE',
      languageCode: 'de',
    });
  });

  it.each([
    [{ steps: false }, [], ['legs.steps', 'legs.polyline', 'duration2', 'localizedValues']],
    [
      {},
      ['routes.legs.steps.navigationInstruction', 'routes.legs.steps.staticDuration'],
      ['routes.legs.polyline'],
    ],
    [{ waypoints: [a, middle, b], steps: false }, ['routes.legs.polyline.encodedPolyline'], ['legs.steps']],
    [
      { waypoints: [a, middle, b], optimizeOrder: true },
      ['routes.optimizedIntermediateWaypointIndex', 'routes.legs.polyline.encodedPolyline'],
      ['localizedValues'],
    ],
    [{ providerOptions: { extraComputations: ['toString'] } }, [], ['native', 'function']],
    [
      { providerOptions: { extraComputations: ['TOLLS'] } },
      ['routes.travelAdvisory.tollInfo', 'routes.legs.travelAdvisory.tollInfo'],
      ['fuelConsumption'],
    ],
    [
      { providerOptions: { extraComputations: ['FUEL_CONSUMPTION', 'TRAFFIC_ON_POLYLINE'] } },
      ['routes.travelAdvisory.fuelConsumptionMicroliters', 'routes.travelAdvisory.speedReadingIntervals'],
      ['toll'],
    ],
    [
      { providerOptions: { requestedReferenceRoutes: ['SHORTER_DISTANCE'] } },
      ['routes.routeLabels'],
      ['toll'],
    ],
  ])('R3: the mask of %o has what is asked for, and no more', async (more, has, hasNot) => {
    const { routing, maskOf } = open(found);
    await routing.directions({ profile, waypoints, ...more } as never).catch(() => {});
    const mask = maskOf(0);
    // Google refuses `polylineQuality` with a mask without a polyline (vivet/GoogleApi#414), and spaces.
    expect(mask).toEqual(
      expect.arrayContaining([
        'routes.duration',
        'routes.polyline.encodedPolyline',
        'geocodingResults',
        ...has,
      ]),
    );
    expect(mask.filter((name) => hasNot.some((part) => name.includes(part)))).toEqual([]);
    expect(new Set(mask).size).toBe(mask.length);
    expect(mask.join()).not.toMatch(/\s|\*/);
  });

  it('R3: fields of the options are added, each to its own method', async () => {
    const { routing, maskOf } = open(found, { fields: ['routes.description', 'localizedValues'] });
    await routing.directions({ profile, waypoints });
    await routing.matrix({ profile, origins: [a] }).catch(() => {});
    expect(maskOf(0)).toContain('routes.description');
    expect(maskOf(0)).not.toContain('localizedValues');
    expect(maskOf(1)).toContain('localizedValues');
    expect(maskOf(1)).not.toContain('routes.description');
  });

  it('R3: vias, headings, sides of the road, features to avoid and alternatives', async () => {
    const { routing, sent } = open(found);
    await routing
      .directions({
        profile: 'motorcycle',
        waypoints: [
          { position: a, bearing: { degrees: 359.6 } },
          { position: middle, role: 'via' },
          { position: b, side: 'same' },
        ],
        avoid: { features: ['tolls', 'motorways', 'ferries'] },
      })
      .catch(() => {});
    expect(sent[0]?.body).toMatchObject({
      origin: { location: { heading: 0 } },
      intermediates: [{ via: true }],
      destination: { sideOfRoad: true },
      travelMode: 'TWO_WHEELER',
      routeModifiers: { avoidTolls: true, avoidHighways: true, avoidFerries: true },
    });
    await routing.directions({ profile, waypoints, alternatives: 2 });
    expect(sent[1]?.body).toMatchObject({ computeAlternativeRoutes: true });
  });

  it.each([
    [{ waypoints: [a, { position: b, side: 'opposite' }] }, 'side "opposite"'],
    [
      { profile: 'walking', waypoints: [{ position: a, bearing: { degrees: 9 } }, b] },
      'bearing of a waypoint',
    ],
    [{ waypoints: [a, { position: middle, role: 'via' }, b], optimizeOrder: true }, 'role "via"'],
    [{ waypoints: [a, { position: middle, role: 'via', side: 'same' }, b] }, 'side of a waypoint with role'],
    [{ profile: 'walking', avoid: { features: ['tolls'] } }, 'avoid.features'],
  ] as const)('R8: %o is refused by name, before a request', async (more, words) => {
    const { routing, sent } = open(found);
    const error = await failureOf(routing.directions({ profile, waypoints, ...more } as never));
    expect(error).toMatchObject({ code: 'unsupported', outcome: 'not-sent' });
    expect(String(error)).toContain(words);
    expect(sent).toEqual([]);
  });

  it.each([
    [false, 'driving', undefined],
    [true, 'driving', 'TRAFFIC_AWARE'],
    ['optimal', 'motorcycle', 'TRAFFIC_AWARE_OPTIMAL'],
    // The request fails with a preference in other modes.
    [true, 'walking', undefined],
    ['optimal', 'cycling', undefined],
  ] as const)('R3: traffic %s of %s is the preference %s', async (traffic, by, routingPreference) => {
    const { routing, sent } = open(found, { traffic });
    await routing.directions({ profile: by, waypoints });
    expect(Object(sent[0]?.body).routingPreference).toBe(routingPreference);
  });

  it.each([
    [false, 'driving', true],
    [true, 'driving', true],
    ['optimal', 'driving', false],
    ['optimal', 'motorcycle', false],
    // No preference is sent: Google optimises.
    ['optimal', 'walking', true],
  ] as const)('R8: traffic %s of %s has an optimised order: %s', async (traffic, by, isOptimized) => {
    const { routing, sent } = open({}, { traffic });
    const call = routing.directions({ profile: by, waypoints: [a, middle, b], optimizeOrder: true });
    const error = await failureOf(call);
    expect(sent.map(({ body }) => Object(body).optimizeWaypointOrder)).toEqual(isOptimized ? [true] : []);
    if (!isOptimized) {
      expect(error).toMatchObject({ code: 'unsupported', outcome: 'not-sent' });
      expect(String(error)).toContain('optimizeOrder with traffic "optimal"');
    }
  });

  it('R3: instants and a model of traffic are provider options', async () => {
    const { routing, sent } = open(found, { traffic: 'optimal' });
    const providerOptions = {
      departureTime: '2030-05-04T06:30:00Z',
      trafficModel: 'PESSIMISTIC',
      units: 'IMPERIAL',
    };
    await routing.directions({ profile, waypoints, providerOptions });
    expect(sent[0]?.body).toMatchObject(providerOptions);
  });
});

describe('google(): directions as they are read', () => {
  it('R2: durations as texts, a line of the steps, and the arrival', async () => {
    const { routing } = open(found);
    const { routes, waypoints: snapped, meta } = await routing.directions({ profile, waypoints });
    const [best] = routes;
    expect(best).toMatchObject({ distanceMeters: 1326, durationSeconds: 160.5 });
    expect(best.geometry.coordinates).toEqual([a, middle, b]);
    expect(best.legs[0]?.steps.map(({ maneuver, geometryRange }) => [maneuver, geometryRange])).toEqual([
      [{ kind: 'depart', providerType: 'DEPART' }, [0, 1]],
      [{ kind: 'ramp-on', direction: 'right', providerType: 'RAMP_RIGHT' }, [1, 2]],
      [{ kind: 'arrive', providerType: 'arrive' }, [2, 2]],
    ]);
    expect(best.legs[0]?.steps[1]).toMatchObject({ instruction: 'RAMP_RIGHT here', durationSeconds: 60 });
    expect(snapped.map(({ position }) => position)).toEqual([a, b]);
    expect(meta).toMatchObject({ provider: 'google', attribution: ['Google Maps'] });
  });

  it('R2: zero values are left out', async () => {
    const still = { polyline: polylineOf(a, a), navigationInstruction: { instructions: 'Stay' } };
    const { routing } = open({
      routes: [{ duration: '0s', polyline: polylineOf(a, a), legs: [{ duration: '0s', steps: [still] }] }],
      geocodingResults: {},
    });
    const { routes } = await routing.directions({ profile, waypoints: [a, a] });
    expect(routes[0]).toMatchObject({
      distanceMeters: 0,
      durationSeconds: 0,
      geometry: { coordinates: [a, a] },
    });
    expect(routes[0].legs[0]?.steps[0]?.maneuver.providerType).toBe('MANEUVER_UNSPECIFIED');
  });

  it('R2: a leg between equal stops has no steps and no line', async () => {
    for (const at of [0, 1, 2]) {
      const legs = [leg, leg].toSpliced(at, 0, { duration: '0s' } as never);
      const stops = [a, b, a].toSpliced(at, 0, [a, b, a][at] ?? a);
      const back = { ...leg, steps: [step('DEPART', b, middle), step('RAMP_RIGHT', middle, a)] };
      const { routing } = open({
        routes: [{ ...route, polyline: polylineOf(a, b, a), legs: legs.with(legs.lastIndexOf(leg), back) }],
        geocodingResults: {},
      });
      const { routes } = await routing.directions({ profile, waypoints: stops });
      const { coordinates } = routes[0].geometry;
      const ranges = routes[0].legs.map(({ geometryRange }) => geometryRange);
      expect(coordinates).toEqual([a, middle, b, middle, a]);
      expect(ranges).toEqual(
        [
          [0, 2],
          [2, 4],
        ].toSpliced(at, 0, [2 * at, 2 * at]),
      );
    }
  });

  // Recorded by a public program (2025): 29 bytes, status 200, for places in Tokyo.
  it('R8: geocoding results alone are no route', async () => {
    const error = await failureOf(open({ geocodingResults: {} }).routing.directions({ profile, waypoints }));
    expect(error).toMatchObject({ code: 'no-route' });
  });

  it.each([undefined, '160', '160S', '', '-3s', 'PT3S', '1.2345678901s', 160])(
    'R8: %o is not a duration',
    async (duration) => {
      const { routing } = open({ ...found, routes: [{ ...route, duration }] });
      const error = await failureOf(routing.directions({ profile, waypoints }));
      expect(error).toMatchObject({ code: 'response-format' });
      expect(String(error)).toContain('routes[0].duration');
    },
  );

  it('R2: the order of stops is in indexes of the request', async () => {
    const stops = [a, [8.683, 49.413], [8.686, 49.416], b] as const;
    const [, c, d] = stops;
    const legs = [
      [a, d],
      [d, c],
      [c, b],
    ].map(([from, to]) => ({
      distanceMeters: 442,
      duration: '50s',
      steps: [step(undefined, from as Position, to as Position)],
    }));
    const optimizedIntermediateWaypointIndex = [1, 0];
    const body = { ...found, routes: [{ ...route, legs, optimizedIntermediateWaypointIndex }] };
    const { routes, waypoints: snapped } = await open(body).routing.directions({
      profile,
      waypoints: stops,
      optimizeOrder: true,
    });
    expect(routes[0].waypointOrder).toEqual([0, 2, 1, 3]);
    expect(snapped.map(({ position }) => position)).toEqual([...stops]);
    for (const wrong of [[0, 0], [2, 1], [0], undefined]) {
      const route = { ...body.routes[0], optimizedIntermediateWaypointIndex: wrong };
      const call = open({ ...body, routes: [route] }).routing.directions({
        profile,
        waypoints: stops,
        optimizeOrder: true,
      });
      expect(await failureOf(call)).toMatchObject({ code: 'response-format' });
    }
  });

  it('R2: a via ends no leg, and the legs of several stops have their own lines', async () => {
    const line = (from: Position, to: Position) => ({
      distanceMeters: 663,
      duration: '80s',
      polyline: polylineOf(from, to),
    });
    const legs = [line(a, middle), line(middle, b)];
    const { routing } = open({ ...found, routes: [{ ...route, legs }] });
    const via = { position: [8.682, 49.412] as const, role: 'via' } as const;
    const { routes, waypoints: snapped } = await routing.directions({
      profile,
      waypoints: [a, via, middle, b],
      steps: false,
    });
    expect(routes[0].legs.map(({ geometryRange }) => geometryRange)).toEqual([
      [0, 1],
      [1, 2],
    ]);
    expect(snapped.map(({ position }) => position)).toEqual([a, undefined, middle, b]);
  });

  it('R8: a fallback and an ignored tolerance are not honoured; warnings are notices', async () => {
    const fallbackInfo = { routingMode: 'FALLBACK_TRAFFIC_UNAWARE', reason: 'LATENCY_EXCEEDED' };
    const { routing } = open({
      ...found,
      fallbackInfo,
      routes: [{ ...route, warnings: ['Walking is in beta.'] }],
    });
    const bearing = { degrees: 10, toleranceDegrees: 20 };
    const { warnings } = await routing.directions({ profile, waypoints: [{ position: a, bearing }, b] });
    expect(warnings.map(({ kind, providerCode }) => [kind, providerCode])).toEqual([
      ['not-honoured', 'LATENCY_EXCEEDED'],
      ['notice', undefined],
      ['not-honoured', undefined],
    ]);
  });

  it('R8: a road farther away than the snap radius is none', async () => {
    const { routing } = open(found);
    const far = [8.68, 49.405] as const;
    const error = await failureOf(routing.directions({ profile, waypoints: [far, b] }));
    expect(error).toMatchObject({ code: 'point-not-found', pointIndex: 0 });
    const near = { position: far, snapRadiusMeters: 1_000 };
    expect((await routing.directions({ profile, waypoints: [near, b] })).routes.length).toBe(1);
  });
});
