import { encodePolyline } from '@org/routing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../scripted-fetch.ts';
import { a, b, c, recordedRoute, straightRoute } from './answers.ts';
import { openHosted } from './open.ts';

const between = { profile: 'driving', waypoints: [a, b, c] } as const;
const [path] = recordedRoute.paths;

const resultOf = (body: unknown, request: object = {}) =>
  openHosted([{ body }]).routing.directions({ ...between, ...request });
const withPath = (fields: object) => ({ ...recordedRoute, paths: [{ ...path, ...fields }] });

describe('a route of GraphHopper', () => {
  it('has legs from its instructions, and seconds from milliseconds', async () => {
    const { routes, waypoints, meta } = await resultOf(recordedRoute);
    const [route] = routes;
    expect(route).toMatchObject({ distanceMeters: 1365.16, durationSeconds: 171.347 });
    const legs = route.legs.map(({ steps, ...leg }) => ({
      ...leg,
      kinds: steps.map((s) => s.maneuver.kind),
    }));
    expect(legs).toEqual([
      {
        distanceMeters: 886.158,
        durationSeconds: 113.938,
        geometryRange: [0, 9],
        kinds: ['depart', 'turn', 'turn', 'turn', 'arrive'],
      },
      {
        distanceMeters: 479.002,
        durationSeconds: 57.409,
        geometryRange: [9, 15],
        kinds: ['depart', 'turn', 'turn', 'arrive'],
      },
    ]);
    expect(route.legs[0]?.steps[1]).toEqual({
      maneuver: { kind: 'turn', direction: 'right', position: expect.any(Array), providerType: 2 },
      instruction: 'Turn right onto Mönchhofstraße',
      name: 'Mönchhofstraße',
      distanceMeters: 253.182,
      durationSeconds: 32.554,
      geometryRange: [5, 7],
    });
    expect(waypoints[2]?.position).toEqual([8.687872, 49.420319]);
    expect(waypoints[2]?.distanceMeters).toBeLessThan(0.2);
    expect(meta.attribution).toEqual(['GraphHopper', '© OpenStreetMap contributors']);
  });

  it('has the attributes as runs that cover the line', async () => {
    const names = ['surface', 'toll', 'speedLimit', 'roadClass'] as const;
    const { routes } = await resultOf(recordedRoute, { attributes: names });
    expect(routes[0].attributes).toEqual({
      surface: [
        { geometryRange: [0, 6], value: 'asphalt' },
        { geometryRange: [6, 7], value: null },
        { geometryRange: [7, 8], value: 'asphalt' },
        { geometryRange: [8, 12], value: null },
        { geometryRange: [12, 13], value: 'asphalt' },
        { geometryRange: [13, 15], value: null },
      ],
      toll: [
        { geometryRange: [0, 12], value: false },
        { geometryRange: [12, 13], value: true },
        { geometryRange: [13, 15], value: false },
      ],
      speedLimit: [
        { geometryRange: [0, 12], value: 30 },
        { geometryRange: [12, 13], value: 50 },
        { geometryRange: [13, 15], value: 30 },
      ],
      roadClass: [
        { geometryRange: [0, 12], value: 'residential' },
        { geometryRange: [12, 13], value: 'primary' },
        { geometryRange: [13, 15], value: 'residential' },
      ],
    });
  });

  it('has no leg that ends at a via', async () => {
    const { routes } = await resultOf(recordedRoute, { waypoints: [a, { position: b, role: 'via' }, c] });
    const [route] = routes;
    expect(route.legs.map(({ geometryRange }) => geometryRange)).toEqual([[0, 15]]);
    expect(route.legs[0]?.steps.map(({ maneuver }) => maneuver.kind)).toEqual([
      'depart',
      'turn',
      'turn',
      'turn',
      'continue',
      'turn',
      'turn',
      'arrive',
    ]);
    expect(route.legs[0]?.distanceMeters).toBe(1365.16);
  });

  it('has the order of its waypoints, and places in the order of the request', async () => {
    const body = straightRoute([a, c, b], [785, 140]);
    const ordered = { ...body, paths: [{ ...body.paths[0], points_order: [0, 2, 1] }] };
    const { routes, waypoints } = await resultOf(ordered, { optimizeOrder: true });
    expect(routes[0].waypointOrder).toEqual([0, 2, 1]);
    expect(waypoints.map(({ position }) => position)).toEqual([a, b, c]);
    const wrong = { ...body, paths: [{ ...body.paths[0], points_order: [0, 1, 1] }] };
    expect(await failureOf(resultOf(wrong, { optimizeOrder: true }))).toMatchObject({
      code: 'response-format',
    });
  });

  it('of one place has no length and two points', async () => {
    const points = encodePolyline([a], { precision: 6 });
    const arrival = { distance: 0, time: 0, sign: 4, interval: [0, 0], text: 'Arrive' };
    const body = withPath({
      distance: 0,
      time: 0,
      points,
      instructions: [arrival],
      snapped_waypoints: `${points}??`,
    });
    const { routes } = await resultOf(body, { waypoints: [a, a] });
    expect(routes[0].geometry.coordinates).toEqual([a, a]);
    expect(routes[0].legs[0]?.steps[0]?.maneuver.kind).toBe('arrive');
  });

  it('has heights in a line of three numbers, and their sums', async () => {
    const line = [
      [...a, 113.95],
      [...b, 108.4],
    ] as const;
    const encoded = encodePolyline(line, { precision: 6, elevation: true });
    const body = straightRoute([a, b], [649]);
    const fields = { points: encoded, snapped_waypoints: encoded, ascend: 1, descend: 6.55 };
    const high = { ...body, paths: [{ ...body.paths[0], ...fields }] };
    const { routes } = await resultOf(high, { waypoints: [a, b], elevation: true });
    expect(routes[0]).toMatchObject({ ascentMeters: 1, descentMeters: 6.55 });
    expect(routes[0].legs[0]).toMatchObject({ ascentMeters: 1, descentMeters: 6.55 });
    expect(routes[0].geometry.coordinates[1]).toEqual([...b, 108.4]);
  });

  it('says no heights of legs, of which the service has none', async () => {
    const line = [a, b, c].map((place) => [...place, 100] as const);
    const encoded = encodePolyline(line, { precision: 6, elevation: true });
    const body = straightRoute([a, b, c], [649, 140]);
    const fields = { points: encoded, snapped_waypoints: encoded, ascend: 1, descend: 2 };
    const high = { ...body, paths: [{ ...body.paths[0], ...fields }] };
    const { routes } = await resultOf(high, { waypoints: [a, b, c], elevation: true });
    expect(routes[0]).toMatchObject({ ascentMeters: 1, descentMeters: 2 });
    expect(routes[0].legs).toHaveLength(2);
    for (const leg of routes[0].legs) expect(leg).not.toHaveProperty('ascentMeters');
  });

  it.each([
    [-98, 'u-turn', undefined],
    [-8, 'u-turn', 'left'],
    [-7, 'fork', 'left'],
    [-6, 'roundabout-exit', undefined],
    [-3, 'turn', 'sharp-left'],
    [-2, 'turn', 'left'],
    [-1, 'turn', 'slight-left'],
    [0, 'continue', 'straight'],
    [1, 'turn', 'slight-right'],
    [2, 'turn', 'right'],
    [3, 'turn', 'sharp-right'],
    [6, 'roundabout', undefined],
    [7, 'fork', 'right'],
    [8, 'u-turn', 'right'],
    [9, 'ferry', undefined],
    [101, 'transit', undefined],
    [-99, 'other', undefined],
    [4711, 'other', undefined],
  ])('has sign %s as %s %s', async (sign, kind, direction) => {
    const instructions = path?.instructions.map((each, at) =>
      at === 1 ? { ...each, sign, exit_number: 2 } : each,
    );
    const { routes } = await resultOf(withPath({ instructions }));
    const { maneuver } = routes[0].legs[0]?.steps[1] ?? {};
    expect(maneuver).toMatchObject({ kind, exit: 2, providerType: sign });
    expect(maneuver?.direction).toBe(direction);
  });

  it('has no exit of a roundabout that the route does not leave', async () => {
    const instructions = path?.instructions.map((each, at) =>
      at === 1 ? { ...each, sign: 6, exit_number: 0 } : each,
    );
    const { routes } = await resultOf(withPath({ instructions }));
    expect(routes[0].legs[0]?.steps.some(({ maneuver }) => 'exit' in maneuver)).toBe(false);
  });

  it('warns about a language and a tolerance that the service does not have', async () => {
    const waypoints = [{ position: a, bearing: { degrees: 90, toleranceDegrees: 20 } }, b, c];
    const { warnings } = await resultOf(recordedRoute, { waypoints, language: 'mt' });
    expect(warnings.map(({ kind }) => kind)).toEqual(['not-honoured', 'not-honoured']);
    const strict = openHosted([{ body: recordedRoute }]).routing;
    const refused = strict.directions({ ...between, language: 'mt' }, { strict: true });
    expect(await failureOf(refused)).toMatchObject({ code: 'unsupported' });
  });

  it('from a road beyond snapRadiusMeters is a waypoint without a road', async () => {
    const far = [8.69, 49.43] as const;
    const body = straightRoute([a, b], [649]);
    const error = await failureOf(resultOf(body, { waypoints: [a, far] }));
    expect(error).toMatchObject({ code: 'point-not-found', pointIndex: 1 });
    const result = await resultOf(body, { waypoints: [a, far], snapRadiusMeters: 2000 });
    expect(result.waypoints[1]?.distanceMeters).toBeGreaterThan(1000);
  });
});

describe('R2: a route of GraphHopper in another form than documented', () => {
  const places = fc.tuple(
    fc.double({ min: 5, max: 15, noNaN: true }),
    fc.double({ min: 45, max: 55, noNaN: true }),
  );
  const metersTo = (latitude: number) => latitude * 111_195;
  const routeTo = ([longitude, latitude]: readonly [number, number], north: number) => {
    const from = [longitude, latitude] as const;
    const to = [longitude, latitude + north] as const;
    return { from, to, body: straightRoute([from, to], [metersTo(north)]) };
  };
  const failureWith = async (
    change: (wire: Record<string, unknown>, line: readonly (readonly number[])[]) => object,
  ) => {
    await fc.assert(
      fc.asyncProperty(places, fc.double({ min: 0.01, max: 0.5, noNaN: true }), async (place, north) => {
        const { from, to, body } = routeTo(place, north);
        const [wire] = body.paths;
        const changed = { ...body, paths: [{ ...wire, ...change({ ...wire }, [from, to]) }] };
        const error = await failureOf(resultOf(changed, { waypoints: [from, to] }));
        expect(error).toMatchObject({ code: 'response-format' });
      }),
      { numRuns: 25 },
    );
  };

  it('is accepted in the documented form', async () => {
    await fc.assert(
      fc.asyncProperty(places, fc.double({ min: 0.01, max: 0.5, noNaN: true }), async (place, north) => {
        const { from, to, body } = routeTo(place, north);
        const { routes } = await resultOf(body, { waypoints: [from, to] });
        expect(routes[0].distanceMeters).toBeCloseTo(metersTo(north), 6);
      }),
      { numRuns: 25 },
    );
  });

  it('is refused with swapped axes', () =>
    failureWith((_, line) => {
      const swapped = encodePolyline(
        line.map(([x = 0, y = 0]) => [y, x] as const),
        { precision: 6 },
      );
      return { points: swapped, snapped_waypoints: swapped };
    }));

  it('is refused with the other precision', () => failureWith(() => ({ points_encoded_multiplier: 1e5 })));

  it('is refused with kilometres', () =>
    failureWith(({ distance }) => ({ distance: Number(distance) / 1000 })));

  it('is refused with seconds', () => failureWith(({ time }) => ({ time: Number(time) / 1000 })));

  it('is refused with microseconds', () => failureWith(({ time }) => ({ time: Number(time) * 1000 * 1000 })));
});

describe('R5: a hostile answer of GraphHopper', () => {
  it.each([
    ['HTML', '<html>captive portal</html>'],
    ['a cut body', '{"paths":[{"distance":12'],
    ['nothing', ''],
    ['no path', { paths: [] }],
    ['a path without a line', withPath({ points: undefined })],
    ['a line that is cut', withPath({ points: `${path?.points}_` })],
    ['an unknown multiplier', withPath({ points_encoded_multiplier: 1e7 })],
    ['a distance as a text', withPath({ distance: '12' })],
    ['a distance without a number', withPath({ distance: null })],
    ['too few legs', withPath({ instructions: path?.instructions.slice(5) })],
    ['no arrival', withPath({ instructions: path?.instructions.slice(0, -1) })],
    [
      'an index beyond the line',
      withPath({ instructions: path?.instructions.map((s) => ({ ...s, interval: [99, 120] })) }),
    ],
    [
      'an index below 0',
      withPath({ instructions: path?.instructions.map((s) => ({ ...s, interval: [-1, 0] })) }),
    ],
    ['too few waypoints', withPath({ snapped_waypoints: 'c|_g}Am`{pO' })],
  ])('%s is a ResponseFormatError', async (_name, body) => {
    const { routing } = openHosted([{ body }]);
    const error = await failureOf(routing.directions(between));
    expect(error).toMatchObject({ code: 'response-format' });
    expect(JSON.stringify(error)).not.toContain('8.68');
  });

  it.each([
    [
      'gaps',
      [
        [0, 3, 'asphalt'],
        [5, 15, 'gravel'],
      ],
    ],
    [
      'an end before its begin',
      [
        [0, 15, 'asphalt'],
        [15, 3, 'gravel'],
        [3, 15, 'asphalt'],
      ],
    ],
    ['an end before the line ends', [[0, 3, 'asphalt']]],
    ['an end beyond the line', [[0, 99, 'asphalt']]],
    ['a text for an index', [['0', 15, 'asphalt']]],
  ])('runs of attributes with %s are a ResponseFormatError', async (_name, surface) => {
    const body = withPath({ details: { surface } });
    expect(await failureOf(resultOf(body, { attributes: ['surface'] }))).toMatchObject({
      code: 'response-format',
    });
  });
});
