import { InvalidInputError } from '@org/core';
import { describe, expect, it } from 'vitest';
import { snapDoor } from './places/snap.ts';
import { isochronesDoor } from './reach/isochrones.ts';
import { matrixDoor } from './reach/matrix.ts';
import { directionsDoor } from './routes/directions.ts';

const a = [8.681, 49.414] as const;
const b = [8.687, 49.42] as const;
const waypoints = [a, b];

function issuesOf(run: () => unknown): readonly { path: string; message: string }[] {
  try {
    run();
  } catch (error) {
    if (InvalidInputError.isInstance(error)) return error.issues ?? [];
    throw error;
  }
  throw new Error('The request was accepted.');
}

describe('the door of directions', () => {
  const parse = (request: object) => directionsDoor.read({ profile: 'driving', waypoints, ...request });

  it('sets defaults, and does not change the request', () => {
    const request = Object.freeze({
      profile: 'driving',
      waypoints: Object.freeze([a, { position: b }]),
    } as const);
    const place = { snapRadiusMeters: undefined, bearing: undefined, side: 'any', role: 'stop' };
    expect(directionsDoor.read(request)).toStrictEqual({
      profile: 'driving',
      waypoints: [
        { position: a, ...place },
        { position: b, ...place },
      ],
      preference: 'recommended',
      alternatives: 0,
      avoid: { features: [], areas: [], points: [], countries: [], borders: undefined },
      vehicle: undefined,
      departAt: undefined,
      arriveBy: undefined,
      optimizeOrder: false,
      attributes: [],
      steps: true,
      elevation: false,
      language: 'en',
      continueStraight: false,
      approximate: false,
      snapRadiusMeters: undefined,
      providerOptions: undefined,
    });
  });

  it.each<[string, object, string, RegExp]>([
    ['an unknown profile', { profile: 'teleport' }, 'profile', /one of driving, truck/],
    ['one waypoint', { waypoints: [a] }, 'waypoints', /two or more/],
    ['no list', { waypoints: 'here' }, 'waypoints', /list/],
    ['lat,lon order', { waypoints: [a, [49.42, 108.6]] }, 'waypoints[1]', /looks like lat,lon order/],
    ['both off the globe', { waypoints: [[181, 99], a] }, 'waypoints[0]', /latitude outside/],
    ['a longitude off the globe', { waypoints: [[181, 9], a] }, 'waypoints[0]', /longitude outside/],
    ['not a number', { waypoints: [a, [Number.NaN, 1]] }, 'waypoints[1]', /finite/],
    ['infinity', { waypoints: [a, [1, Number.NEGATIVE_INFINITY]] }, 'waypoints[1]', /finite/],
    ['text', { waypoints: [a, ['8', '49']] }, 'waypoints[1]', /finite/],
    ['null', { waypoints: [a, null] }, 'waypoints[1]', /longitude, latitude/],
    ['four numbers', { waypoints: [a, [1, 2, 3, 4]] }, 'waypoints[1]', /two numbers/],
    [
      'an object of another library',
      { waypoints: [a, { lat: 1, lon: 2 }] },
      'waypoints[1]',
      /positions are \[lon, lat\]: pass \[place\.lon, place\.lat\]/,
    ],
    ['an object in other words', { waypoints: [a, { place: a }] }, 'waypoints[1].place', /not an option/],
    ['a misspelt option', { waypionts: [] }, 'waypionts', /not an option/],
    ['half an alternative', { alternatives: 0.5 }, 'alternatives', /whole number/],
    ['alternatives over a stop', { alternatives: 1, waypoints: [a, b, a] }, 'alternatives', /two waypoints/],
    ['an unknown feature', { avoid: { features: ['dragons'] } }, 'avoid.features[0]', /one of tolls/],
    ['a ring of two corners', { avoid: { areas: [[a, b, a]] } }, 'avoid.areas[0]', /three corners/],
    ['a ring off the globe', { avoid: { areas: [[a, b, [0, 95]]] } }, 'avoid.areas[0][2]', /latitude/],
    ['a vehicle of no height', { vehicle: { heightMeters: 0 } }, 'vehicle.heightMeters', /from 0.001/],
    ['a language that is none', { language: 'english please' }, 'language', /tag/],
    ['a truth that is text', { steps: 'yes' }, 'steps', /true or false/],
    ['no radius', { snapRadiusMeters: -1 }, 'snapRadiusMeters', /from 0.001/],
    ['a radius below a millimetre', { snapRadiusMeters: 1e-7 }, 'snapRadiusMeters', /from 0.001/],
    ['a radius beyond the Earth', { snapRadiusMeters: 1e21 }, 'snapRadiusMeters', /to 40000000/],
    ['a day that no month has', { departAt: '2026-02-31T08:30' }, 'departAt', /exists/],
    ['a leap day of another year', { arriveBy: '2026-02-29T08:30' }, 'arriveBy', /exists/],
    ['the end of a day', { departAt: '2026-05-04T24:00' }, 'departAt', /exists/],
    ['a year before there were engines', { departAt: '0001-01-01T00:00' }, 'departAt', /from 1970/],
    ['a time with a zone', { departAt: '2026-05-04T08:30Z' }, 'departAt', /without a zone/],
    ['provider options as a list', { providerOptions: [] }, 'providerOptions', /object/],
  ])('R8: refuses %s', (_name, request, path, message) => {
    const issues = issuesOf(() => parse(request));
    expect(issues).toContainEqual({ path, message: expect.stringMatching(message) });
  });

  it('R8: names everything that is wrong, and no coordinates', () => {
    const run = () =>
      parse({ profile: 'x', waypoints: [[49.123456, 108.654321], a], steps: 1, language: '' });
    expect(issuesOf(run).map(({ path }) => path)).toEqual(['profile', 'waypoints[0]', 'steps', 'language']);
    expect(run).not.toThrow(/49\.1|108\.6/);
  });

  it.each([undefined, null, 'text', 5, []])('R8: refuses %j as a request', (request) => {
    expect(issuesOf(() => directionsDoor.read(request as never))).toHaveLength(1);
  });

  it('ignores the members of a prototype', () => {
    expect(issuesOf(() => parse(JSON.parse('{"__proto__": {"profile": "walking"}}')))[0]?.path).toBe(
      '__proto__',
    );
  });
});

describe('the door of isochrones', () => {
  const parse = (request: object) =>
    isochronesDoor.read({ profile: 'walking', locations: [a], ranges: [300], ...request });

  it('sorts the ranges and removes duplicates', () => {
    expect(parse({ ranges: [600, 300, 600] })).toMatchObject({
      ranges: [300, 600],
      rangeType: 'time',
      direction: 'from',
    });
  });

  it.each<[string, object, string]>([
    ['no location', { locations: [] }, 'locations'],
    ['no range', { ranges: [] }, 'ranges'],
    ['a range of nothing', { ranges: [0] }, 'ranges[0]'],
    ['a range without end', { ranges: [Number.POSITIVE_INFINITY] }, 'ranges[0]'],
    ['a hole in the ranges', { ranges: [1, undefined] }, 'ranges[1]'],
    ['an unknown type', { rangeType: 'money' }, 'rangeType'],
    ['an unknown direction', { direction: 'up' }, 'direction'],
  ])('R8: refuses %s', (_name, request, path) => {
    expect(issuesOf(() => parse(request)).map((issue) => issue.path)).toEqual([path]);
  });
});

describe('the door of matrix', () => {
  const parse = (request: object) => matrixDoor.read({ profile: 'driving', origins: waypoints, ...request });

  it('defaults to both metrics', () => {
    expect(parse({})).toMatchObject({ destinations: undefined, metrics: ['duration', 'distance'] });
  });

  it.each<[string, object, string]>([
    ['no origin', { origins: [] }, 'origins'],
    ['no destination', { destinations: [] }, 'destinations'],
    ['no metric', { metrics: [] }, 'metrics'],
    ['an unknown metric', { metrics: ['price'] }, 'metrics[0]'],
  ])('R8: refuses %s', (_name, request, path) => {
    expect(issuesOf(() => parse(request)).map((issue) => issue.path)).toEqual([path]);
  });
});

describe('the door of snap', () => {
  it('R8: refuses a radius of 0', () => {
    const run = () => snapDoor.read({ profile: 'driving', positions: [a], radiusMeters: 0 });
    expect(issuesOf(run).map(({ path }) => path)).toEqual(['radiusMeters']);
  });
});

describe('a hole in a list', () => {
  const hole = (list: readonly unknown[]) => Object.assign(new Array(list.length + 1), { ...list });

  it.each<[string, () => unknown, string]>([
    ['waypoints', () => directionsDoor.read({ profile: 'driving', waypoints: hole([a, b]) }), 'waypoints[2]'],
    [
      'a position',
      () => directionsDoor.read({ profile: 'driving', waypoints: [hole([8]) as never, b] }),
      'waypoints[0]',
    ],
    [
      'areas',
      () =>
        directionsDoor.read({
          profile: 'driving',
          waypoints,
          avoid: { areas: [hole([a, b, a])] as never },
        }),
      'avoid.areas[0][3]',
    ],
    [
      'features',
      () => directionsDoor.read({ profile: 'driving', waypoints, avoid: { features: hole(['tolls']) } }),
      'avoid.features[1]',
    ],
    [
      'ranges',
      () => isochronesDoor.read({ profile: 'walking', locations: [a], ranges: hole([300]) }),
      'ranges[1]',
    ],
    [
      'locations',
      () => isochronesDoor.read({ profile: 'walking', locations: hole([a]), ranges: [300] }),
      'locations[1]',
    ],
    ['origins', () => matrixDoor.read({ profile: 'driving', origins: hole([a]) }), 'origins[1]'],
    [
      'metrics',
      () => matrixDoor.read({ profile: 'driving', origins: [a], metrics: hole(['duration']) }),
      'metrics[1]',
    ],
    ['positions', () => snapDoor.read({ profile: 'driving', positions: hole([a]) }), 'positions[1]'],
  ])('is an error, not a null for the service: %s', (_what, run, path) => {
    expect(issuesOf(run).map((issue) => issue.path)).toEqual([path]);
  });
});
