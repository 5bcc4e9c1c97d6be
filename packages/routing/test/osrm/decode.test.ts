import { encodePolyline, type Position } from '@org/routing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fastestOf3 } from '../fastest-of.ts';
import { failureOf } from '../scripted-fetch.ts';
import { open, recording } from './open.ts';

const profile = 'driving';
const waypoints = [
  [10.0112, 50.0081],
  [10.014, 50.0081],
] as const;

async function codeOf(body: unknown): Promise<unknown> {
  const { routing } = open([{ body }]);
  const error = await failureOf(routing.directions({ profile, waypoints }));
  return (error as { code?: unknown }).code;
}

const good = recording('route over the roundabout').body as { routes: object[]; waypoints: object[] };

describe('R5: responses in another form', () => {
  it.each([
    ['HTML', '<html>Welcome to nginx</html>'],
    ['cut JSON', JSON.stringify(good).slice(0, 300)],
    ['nothing', ''],
    ['null', null],
    ['no routes', { ...good, routes: [] }],
    ['no waypoints', { code: 'Ok', routes: good.routes }],
    ['too few waypoints', { ...good, waypoints: good.waypoints.slice(1) }],
    ['a route without legs', { ...good, routes: [{ distance: 1, duration: 1, legs: [] }] }],
    ['a leg without steps', { ...good, routes: [oneLeg({ steps: [] })] }],
    ['no distance', { ...good, routes: [{ ...good.routes[0], distance: null }] }],
    ['a position of texts', { ...good, waypoints: [{ location: ['10', '50'] }, good.waypoints[1]] }],
    ['a broken line', { ...good, routes: [oneLeg({ steps: [stepOf('\u0001')] })] }],
  ])('%s is a ResponseFormatError', async (_, body) => {
    expect(await codeOf(body)).toBe('response-format');
  });

  it.each([
    [
      'a short row',
      {
        durations: [[0, 1]],
        distances: [
          [0, 1],
          [1, 0],
        ],
      },
    ],
    [
      'a text as a cell',
      {
        durations: [
          [0, 'far'],
          [1, 0],
        ],
        distances: [
          [0, 1],
          [1, 0],
        ],
      },
    ],
    [
      'no table',
      {
        distances: [
          [0, 1],
          [1, 0],
        ],
      },
    ],
    [
      'too many sources',
      {
        durations: [
          [0, 1],
          [1, 0],
        ],
        distances: [
          [0, 1],
          [1, 0],
        ],
        sources: [],
      },
    ],
  ])('a matrix with %s is a ResponseFormatError', async (_, tables) => {
    const { routing } = open([{ body: { code: 'Ok', ...tables } }]);
    const error = await failureOf(routing.matrix({ profile, origins: waypoints }));
    expect(error).toMatchObject({ code: 'response-format' });
  });

  it('trips of places that no route joins are not a route', async () => {
    const trip = recording('trip').body as { trips: object[]; waypoints: object[] };
    const places = trip.waypoints.length;
    const { routing } = open([{ body: { ...trip, trips: [trip.trips[0], trip.trips[0]] } }]);
    const positions = Array.from({ length: places }, (_, index) => [10 + 0.0014 * index, 50] as const);
    const call = routing.directions({ profile, waypoints: positions, optimizeOrder: true });
    await expect(call).rejects.toMatchObject({ code: 'no-route' });
  });

  it('trips with an index twice are a ResponseFormatError', async () => {
    const trip = recording('trip').body as { trips: object[]; waypoints: object[] };
    const same = trip.waypoints.map((place) => ({ ...place, waypoint_index: 0 }));
    const { routing } = open([{ body: { ...trip, waypoints: same } }]);
    const positions = same.map((_, index) => [10 + 0.0014 * index, 50] as const);
    const call = routing.directions({ profile, waypoints: positions, optimizeOrder: true });
    await expect(call).rejects.toMatchObject({ code: 'response-format' });
  });

  it('a trip with an index far beyond its places is a ResponseFormatError at once', async () => {
    const trip = recording('trip').body as { trips: object[]; waypoints: object[] };
    const far = trip.waypoints.map((place) => ({ ...place, waypoint_index: 150_000_000 }));
    const positions = far.map((_, index) => [10 + 0.0014 * index, 50] as const);
    const refused = () => {
      const { routing } = open([{ body: { ...trip, waypoints: far } }]);
      const call = routing.directions({ profile, waypoints: positions, optimizeOrder: true });
      return expect(call).rejects.toMatchObject({ code: 'response-format' });
    };
    // A list with as many holes takes seconds.
    expect(await fastestOf3(refused)).toBeLessThan(1000);
  });

  it('a point of a track on a route that is not there is a ResponseFormatError', async () => {
    const match = recording('match').body as { tracepoints: object[] };
    const tracepoints = match.tracepoints.map((point) => ({ ...point, matchings_index: 7 }));
    const { routing } = open([{ body: { ...match, tracepoints } }]);
    const trace = tracepoints.map((_, index) => [10 + 0.0014 * index, 50] as const);
    await expect(routing.match({ profile, trace })).rejects.toMatchObject({ code: 'response-format' });
  });

  it('a left-out point of a track is null', async () => {
    const match = recording('match').body as { tracepoints: unknown[] };
    const tracepoints = [null, ...match.tracepoints.slice(1)];
    const { routing } = open([{ body: { ...match, tracepoints } }]);
    const trace = tracepoints.map((_, index) => [10 + 0.0014 * index, 50] as const);
    const { points } = await routing.match({ profile, trace });
    expect(points[0]).toBe(null);
    expect(points[1]?.routeIndex).toBe(0);
  });
});

function stepOf(geometry: string, distance = 1, duration = 1) {
  return { distance, duration, geometry, name: '', maneuver: { type: 'depart' } };
}

function oneLeg({ steps }: { readonly steps: readonly object[] }, totals = { distance: 1, duration: 1 }) {
  return { ...totals, legs: [{ ...totals, steps }] };
}

const degree = 111_195;

/** A route along a meridian, of 5 to 300 km at 3 to 40 m/s, with one part of the response changed. */
const scene = fc.record({
  longitude: fc.double({ min: -85, max: 85, noNaN: true }),
  latitude: fc.double({ min: -60, max: 60, noNaN: true }),
  kilometers: fc.double({ min: 5, max: 300, noNaN: true }),
  speed: fc.double({ min: 3, max: 40, noNaN: true }),
});

type Scene = Readonly<Record<'longitude' | 'latitude' | 'kilometers' | 'speed', number>>;

interface Wire {
  readonly line: (positions: readonly Position[]) => string;
  readonly location: (position: Position) => readonly number[];
  readonly meters: number;
  readonly seconds: number;
}

const right: Wire = {
  line: (positions) => encodePolyline(positions, { precision: 6 }),
  location: ([longitude, latitude]) => [longitude, latitude],
  meters: 1,
  seconds: 1,
};
const swap = ([longitude, latitude]: Position): [number, number] => [latitude, longitude];

function bodyOf(places: readonly Position[], meters: number, seconds: number, wire: Wire) {
  const totals = { distance: meters * wire.meters, duration: seconds * wire.seconds };
  const steps = [stepOf(wire.line(places), totals.distance, totals.duration)];
  const locations = places.map((position) => ({ location: wire.location(position), name: '' }));
  return { code: 'Ok', routes: [oneLeg({ steps }, totals)], waypoints: locations };
}

async function outcomeOf(seed: Scene, wire: Wire): Promise<unknown> {
  const { longitude, latitude, kilometers, speed } = seed;
  const meters = kilometers * 1000;
  const places: readonly [Position, Position] = [
    [longitude, latitude],
    [longitude, latitude + meters / degree],
  ];
  const { routing } = open([{ body: bodyOf(places, meters, meters / speed, wire) }]);
  const call = routing.directions({ profile, waypoints: places });
  return call.then(
    () => 'accepted',
    (error: { code?: unknown }) => error.code,
  );
}

describe('R2: a response in other units, axes or precision', () => {
  it('the right form is accepted', async () => {
    await fc.assert(
      fc.asyncProperty(scene, async (seed) => {
        expect(await outcomeOf(seed, right)).toBe('accepted');
      }),
      { numRuns: 50 },
    );
  });

  const mistakes: Readonly<Record<string, Partial<Wire>>> = {
    kilometres: { meters: 0.001 },
    milliseconds: { seconds: 1000 },
    'precision 5': { line: (positions) => encodePolyline(positions, { precision: 5 }) },
    'a line with swapped axes': { line: (positions) => right.line(positions.map(swap)) },
    'places with swapped axes': { location: swap },
  };
  it.each(Object.entries(mistakes))('%s: always detected', async (_, wire) => {
    await fc.assert(
      fc.asyncProperty(
        scene.filter(({ longitude, latitude }) => Math.abs(longitude - latitude) > 3),
        async (seed) => {
          expect(await outcomeOf(seed, { ...right, ...wire })).toBe('response-format');
        },
      ),
      { numRuns: 50 },
    );
  });
});
