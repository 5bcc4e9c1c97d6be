import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanTrack, type TrackPoint } from '../../src/files/index.ts';
import { distanceBetween } from '../../src/model/geometry/position.ts';

/** A degree of latitude is 111,195 m on the sphere. */
const north = (meters: number, timeSeconds?: number): TrackPoint => ({
  position: [8, 49 + meters / 111_195.08],
  ...(timeSeconds === undefined ? {} : { timeSeconds }),
});

/** How many points are inside of groups that stand, by a search from each point. */
function standingIn(
  points: readonly TrackPoint[],
  limits: { standingMeters: number; standingSeconds: number; standingPoints: number },
): number {
  let count = 0;
  for (let from = 0; from < points.length; ) {
    const first = points[from] as TrackPoint;
    const far = points.findIndex(
      ({ position }, at) => at > from && distanceBetween(first.position, position) > limits.standingMeters,
    );
    const end = far === -1 ? points.length : far;
    const { timeSeconds } = points[end - 1] as TrackPoint;
    const stands =
      timeSeconds === undefined
        ? end - from >= limits.standingPoints
        : timeSeconds - Number(first.timeSeconds) >= limits.standingSeconds;
    if (stands && end - from > 2) {
      count += end - from - 2;
      from = end;
    } else from += 1;
  }
  return count;
}

const none = {
  ...{ repeated: 0, tooSoon: 0, backwards: 0, standing: 0, alone: 0, timesRemoved: 0, gaps: 0, pauses: 0 },
};
const clean = (points: readonly TrackPoint[], options = {}) =>
  cleanTrack([{ name: 'Ride', points }], options);

describe('what is dropped, each by its reason', () => {
  it('a group of standing points becomes its first and its last', () => {
    const standing = Array.from({ length: 50 }, (_, at) => north(100 + (at % 7), 20 + at * 2));
    const { segments, dropped } = clean([north(0, 0), north(50, 10), ...standing, north(200, 140)]);
    expect(dropped).toEqual({ ...none, points: 53, kept: 5, standing: 48 });
    expect(segments).toEqual([
      { name: 'Ride', points: [north(0, 0), north(50, 10), standing[0], standing[49], north(200, 140)] },
    ]);
  });

  it('a slow walk is not standing', () => {
    const walk = Array.from({ length: 60 }, (_, at) => north(at, at));
    expect(clean(walk).dropped).toEqual({ ...none, points: 60, kept: 60 });
  });

  it('without times, ten points within 15 m stand', () => {
    const blob = Array.from({ length: 20 }, (_, at) => north(100 + (at % 5)));
    expect(clean([north(0), ...blob, north(200)]).dropped).toEqual({
      ...none,
      points: 22,
      kept: 4,
      standing: 18,
    });
  });

  it('repeated points, several in a second, and times out of order', () => {
    const track = [
      north(0, 0),
      north(0, 1),
      north(20, 2),
      north(22, 2.1),
      north(24, 2.9),
      north(40, 1),
      north(60, 4),
    ];
    expect(clean(track).dropped).toEqual({
      ...none,
      points: 7,
      kept: 3,
      repeated: 1,
      tooSoon: 2,
      backwards: 1,
    });
    expect(clean(track, { minSeconds: 0 }).dropped).toMatchObject({ tooSoon: 0, kept: 5 });
  });

  it('a gap starts a segment; a pause does not', () => {
    const gap = clean([north(0, 0), north(100, 10), north(9000, 20), north(9100, 30)]);
    expect(gap.dropped).toEqual({ ...none, points: 4, kept: 4, gaps: 1 });
    expect(gap.segments.map(({ points }) => points.length)).toEqual([2, 2]);
    const pause = clean([north(0, 0), north(100, 10), north(101, 4000), north(200, 4010)]);
    expect(pause.dropped).toMatchObject({ gaps: 0, pauses: 1 });
    expect(pause.segments).toHaveLength(1);
    const tunnel = clean([north(0, 0), north(100, 10), north(1500, 900), north(1600, 910)]);
    expect(tunnel.dropped).toMatchObject({ gaps: 1, pauses: 0 });
  });

  it('times of some points only are removed: https://github.com/tumic0/GPXSee/issues/237', () => {
    const { segments, dropped } = clean([north(0, 0), north(100), north(200, 20)]);
    expect(dropped).toMatchObject({ timesRemoved: 2, kept: 3 });
    expect(segments[0]?.points.every(({ timeSeconds }) => timeSeconds === undefined)).toBe(true);
  });

  it('segments of one point are one track: https://github.com/tumic0/GPXSee/issues/432', () => {
    const segments = Array.from({ length: 30 }, (_, at) => ({ points: [north(at * 50, at * 10)] }));
    const { segments: joined, dropped } = cleanTrack(segments);
    expect(joined.map(({ points }) => points.length)).toEqual([30]);
    expect(dropped).toMatchObject({ kept: 30, alone: 0 });
  });

  it('a segment of one point far away is alone', () => {
    const far = { points: [north(90_000, 9000)] };
    const { dropped } = cleanTrack([{ points: [north(0, 0), north(100, 10)] }, far]);
    expect(dropped).toMatchObject({ kept: 2, alone: 1 });
  });

  it.each([{ gapMeters: -1 }, { minSeconds: Number.NaN }, { standingPoints: '3' }])(
    '%j is refused',
    (options) => {
      expect(() => clean([], options)).toThrow(`${Object.keys(options)[0]} must be a number of at least 0`);
    },
  );

  it('a misspelt option is refused', () => {
    expect(() => clean([], { gapMetres: 1 })).toThrow('gapMetres');
  });
});

describe('a wrong time', () => {
  const ride = Array.from({ length: 9 }, (_, at) => north(at * 50, 1e9 + at * 10));

  it.each([0, 4, 8].flatMap((at) => [0, 1e8, 4e9].map((wrong): [number, number] => [at, wrong])))(
    'at point %i, of %i s, drops that point alone',
    (at, wrong) => {
      const points = ride.with(at, { ...(ride[at] as TrackPoint), timeSeconds: wrong });
      const { segments, dropped } = clean(points);
      expect(segments).toEqual([{ name: 'Ride', points: ride.toSpliced(at, 1) }]);
      expect(dropped.backwards + dropped.alone).toBe(1);
    },
  );
});

describe('logs of a high rate', () => {
  it('all points of a log of 1 Hz with jitter are kept', () => {
    const jitter = [0, -0.002, 0.003, -0.001, 0.002];
    const log = Array.from({ length: 50 }, (_, at) => north(at * 20, at + (jitter[at % 5] ?? 0)));
    expect(clean(log).dropped).toEqual({ ...none, points: 50, kept: 50 });
  });

  it.each([
    ['waits 59 s, and leaves', (at: number) => (at % 7) / 10 + (at > 59_000 ? (at - 59_000) / 20 : 0)],
    ['goes 20 m and comes back', (at: number) => (at % 7) / 10 + 20 * Math.sin((at / 60_000) * Math.PI)],
    ['walks at 0.2 m/s', (at: number) => at / 5000],
    ['walks at 0.5 m/s', (at: number) => at / 2000],
  ])('a log of 1 kHz that %s is read a few times for each point', (_, metersAt) => {
    let reads = 0;
    const log = Array.from({ length: 62_000 }, (_, at) => {
      const { position } = north(metersAt(at));
      return {
        timeSeconds: at / 1000,
        get position() {
          reads += 1;
          return position;
        },
      };
    });
    clean(log, { minSeconds: 0 });
    expect(reads / log.length).toBeLessThan(40);
  });
});

describe('for all tracks', () => {
  const point = fc.record(
    {
      position: fc
        .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 }))
        .map(([east, up]): [number, number] => [8 + east / 5000, 49 + up / 5000]),
      timeSeconds: fc.integer({ min: 0, max: 4000 }).map((value) => value / 4),
    },
    { requiredKeys: ['position'] },
  );
  const tracks = fc.array(
    fc.array(point, { maxLength: 30 }).map((points) => ({ points })),
    { maxLength: 4 },
  );

  it('each point is kept, or counted once', () => {
    fc.assert(
      fc.property(tracks, (segments) => {
        const { segments: kept, dropped } = cleanTrack(segments);
        const { points, repeated, tooSoon, backwards, standing, alone } = dropped;
        expect(dropped.kept + repeated + tooSoon + backwards + standing + alone).toBe(points);
        expect(kept.flatMap((segment) => segment.points)).toHaveLength(dropped.kept);
      }),
      { numRuns: 500 },
    );
  });

  it('groups that stand are those of a plain search', () => {
    const limit = fc.integer({ min: 0, max: 40 });
    const options = fc.record({ standingMeters: limit, standingSeconds: limit, standingPoints: limit });
    const steps = fc.array(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: 1, max: 9 })));
    fc.assert(
      fc.property(steps, options, fc.boolean(), (list, limits, isTimed) => {
        let [meters, seconds] = [0, 0];
        const points = list.flatMap(([by, after]) => {
          if (by === 0) return [];
          meters += by;
          seconds += after;
          return [north(meters, isTimed ? seconds : undefined)];
        });
        const { dropped } = clean(points, limits);
        expect(dropped.standing).toBe(standingIn(points, limits));
        expect(dropped.repeated + dropped.tooSoon + dropped.backwards).toBe(0);
      }),
      { numRuns: 1000 },
    );
  });

  it('match() takes what is kept: two points or more, times at all or none, never backwards', () => {
    fc.assert(
      fc.property(tracks, (segments) => {
        for (const { points } of cleanTrack(segments).segments) {
          expect(points.length).toBeGreaterThan(1);
          const times = points.flatMap(({ timeSeconds }) => timeSeconds ?? []);
          expect([0, points.length]).toContain(times.length);
          expect([...times].sort((a, b) => a - b)).toEqual(times);
        }
      }),
      { numRuns: 500 },
    );
  });
});
