import type { Position } from '@org/routing';

/** One request with an option at an end of its range, or just beyond. */
export interface BoundaryCall {
  readonly name: string;
  readonly method: string;
  readonly request: Readonly<Record<string, unknown>>;
}

/** Places on a map that the engine has. */
export interface BoundaryPlaces {
  readonly connected: readonly [Position, Position, Position, ...Position[]];
  /** The corners of the map, and a place just outside. */
  readonly edges: readonly Position[];
  readonly remote: Position;
}

const profile = 'driving';
const headings = [0, -0, 0.4, 89.5, 179.5, 359, 359.4, 359.5, 359.999, 360, 360.001, -1, Number.NaN];
const tolerances = [0, 0.4, 1, 89.5, 90, 179.5, 180, 180.5, 359.5, 360, 361];
const radii = [
  Number.MIN_VALUE,
  1e-7,
  0.001,
  0.5,
  35,
  349.9,
  1e5,
  1e7,
  1e15,
  Number.MAX_VALUE,
  0,
  -1,
  Infinity,
];
const counts = [0, 1, 2, 3, 10, 100, 1e4, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 1.5, -1];
const times = [
  ...['2026-02-28T00:00', '2026-02-29T08:00', '2026-02-31T08:00', '2028-02-29T08:00', '2026-04-31T08:00'],
  ...['2026-13-01T08:00', '2026-00-10T08:00', '2026-05-00T08:00', '2026-05-04T24:00', '2026-05-04T23:59'],
  ...['2026-05-04T25:00', '2026-05-04T08:60', '0000-01-01T00:00', '0001-01-01T00:00', '1969-12-31T23:59'],
  ...['1970-01-01T00:00', '9999-12-31T23:59', '+010000-01-01T00:00', '2026-03-29T02:30', '2026-10-25T02:30'],
];
const languages = [
  ...['en', 'EN', 'de', 'de-AT', 'pt-BR', 'pt_BR', 'zh-Hant', 'zh-Hant-TW', 'sr-Latn-RS', 'tlh', 'xx', 'no'],
  ...['de-DE-1996', 'en-x-pirate', 'en-US-u-hc-h12', 'iw', 'i-klingon', 'und', 'x', ''],
];
const poles: readonly Position[] = [
  [0, 90],
  [0, -90],
  [180, 0],
  [-180, 0],
  [179.999999999, 50],
  [-0, -0],
  [180.0000001, 0],
  [0, 90.0000001],
];

const antipodeOf = ([longitude, latitude]: Position): Position => [
  longitude > 0 ? longitude - 180 : longitude + 180,
  -latitude,
];

/** Requests with every option at its ends. `caps` are the places of one request of each method. */
export function* boundaryCalls(
  places: BoundaryPlaces,
  methods: ReadonlySet<string>,
): Generator<BoundaryCall> {
  for (const call of allCalls(places)) if (methods.has(call.method)) yield call;
}

function* allCalls(places: BoundaryPlaces): Generator<BoundaryCall> {
  yield* waypointCalls(places);
  yield* routeCalls(places);
  yield* placeCalls(places);
  yield* tableCalls(places);
  yield* areaCalls(places);
  yield* trackCalls(places);
  yield* tripCalls(places);
}

const directions = (name: string, waypoints: readonly unknown[], options: object = {}): BoundaryCall => ({
  name: `directions, ${name}`,
  method: 'directions',
  request: { profile, waypoints, ...options },
});

function* waypointCalls({ connected: [a, b, c] }: BoundaryPlaces): Generator<BoundaryCall> {
  for (const degrees of headings) {
    yield directions(`a heading of ${degrees}`, [{ position: a, bearing: { degrees } }, b]);
    yield directions(`a heading of ${degrees} on the way`, [a, { position: c, bearing: { degrees } }, b]);
  }
  for (const toleranceDegrees of tolerances)
    yield directions(`a tolerance of ${toleranceDegrees}`, [
      { position: a, bearing: { degrees: 359.6, toleranceDegrees } },
      b,
    ]);
  for (const snapRadiusMeters of radii) {
    yield directions(`a radius of ${snapRadiusMeters}`, [{ position: a, snapRadiusMeters }, b]);
    yield directions(`radii of ${snapRadiusMeters}`, [a, b], { snapRadiusMeters });
  }
  for (const count of [2, 3, 24, 25, 26, 49, 50, 51, 99, 100, 101, 249, 250, 251, 500, 501]) {
    const list = Array.from({ length: count }, (_, index) => [a, b, c][index % 3]);
    const each = { bearing: { degrees: 45, toleranceDegrees: 180 }, snapRadiusMeters: 1_000.123 };
    const approximate = { approximate: true };
    yield directions(`${count} places`, list, approximate);
    yield directions(
      `${count} places with a side`,
      list.map((position) => ({ position, side: 'same' })),
      approximate,
    );
    yield directions(
      `${count} places with all`,
      list.map((position) => ({ position, ...each, side: 'opposite' })),
      approximate,
    );
    const vias = list.map((position, index) => ({ position, role: index % 2 === 0 ? 'stop' : 'via' }));
    yield directions(`${count} places, half of them vias`, vias, approximate);
  }
}

function* routeCalls({ connected: [a, b, c] }: BoundaryPlaces): Generator<BoundaryCall> {
  for (const time of times) {
    yield directions(`from ${time}`, [a, b], { departAt: time });
    yield directions(`until ${time}`, [a, b], { arriveBy: time });
  }
  for (const language of languages) yield directions(`in "${language}"`, [a, b], { language });
  for (const alternatives of counts)
    yield directions(`${alternatives} alternatives`, [a, b], { alternatives });
  for (const size of [Number.MIN_VALUE, 1e-9, 0.1, 2.5, 4, 100, 1e9, Number.MAX_VALUE])
    for (const name of ['heightMeters', 'widthMeters', 'lengthMeters', 'weightTonnes', 'axleLoadTonnes'])
      yield directions(`${name}: ${size}`, [a, b], { vehicle: { [name]: size } });
  const around = ([x, y]: Position, size: number) => [
    [x - size, y - size],
    [x + size, y - size],
    [x + size, y + size],
    [x - size, y + size],
  ];
  for (const size of [1e-9, 1e-5, 0.001, 0.1, 9])
    yield directions(`an area of ${size} degrees`, [a, b], { avoid: { areas: [around(c, size)] } });
  yield directions('an area around the start', [a, b], { avoid: { areas: [around(a, 0.0001)] } });
  yield directions('100 areas', [a, b], { avoid: { areas: Array(100).fill(around(c, 1e-5)) } });
  yield directions('a point to avoid', [a, b], { avoid: { points: [c] } });
  yield directions('all attributes and heights', [a, b], {
    attributes: ['wayId', 'surface'],
    elevation: true,
  });
  yield directions('the best order of two', [a, b], { optimizeOrder: true });
  yield directions('the best order of three', [a, b, c], { optimizeOrder: true });
  yield directions('the best order of the same', [a, a, a, a, a], { optimizeOrder: true });
  yield directions('no U-turns, the same', [a, a, a], { continueStraight: true });
}

function* placeCalls({ connected: [a, b], edges, remote }: BoundaryPlaces): Generator<BoundaryCall> {
  const odd = [...edges, remote, ...poles, antipodeOf(a)];
  yield directions('zero movement', [a, a]);
  yield directions('zero movement of three', [a, a, a]);
  yield directions('a millimetre', [a, [a[0] + 1e-8, a[1]]]);
  yield directions('a place twice', [a, a, b]);
  yield directions('there and back', [a, b, a]);
  for (const place of odd) {
    yield directions(`to ${place}`, [a, place]);
    yield directions(`from ${place}`, [place, b]);
    for (const method of ['nearest'])
      yield { name: `${method} of ${place}`, method, request: { profile, position: place } };
    yield { name: `snap ${place}`, method: 'snap', request: { profile, positions: [a, place] } };
  }
  for (const radiusMeters of radii) {
    yield {
      name: `nearest within ${radiusMeters}`,
      method: 'nearest',
      request: { profile, position: a, radiusMeters },
    };
    yield {
      name: `snap within ${radiusMeters}`,
      method: 'snap',
      request: { profile, positions: [a, b], radiusMeters },
    };
  }
  for (const limit of counts)
    yield { name: `${limit} nearest`, method: 'nearest', request: { profile, position: a, limit } };
}

function* tableCalls({ connected, edges, remote }: BoundaryPlaces): Generator<BoundaryCall> {
  const [a, b, c] = connected;
  const matrix = (name: string, request: object): BoundaryCall => ({
    name: `matrix, ${name}`,
    method: 'matrix',
    request: { profile, ...request },
  });
  yield matrix('one cell', { origins: [a], destinations: [b] });
  yield matrix('one cell of the same', { origins: [a], destinations: [a] });
  yield matrix('the same thrice', { origins: [a, a, a] });
  yield matrix('the edges', { origins: edges, destinations: [a] });
  yield matrix('a remote place', { origins: [a, remote], destinations: [b, remote] });
  for (const pole of poles) yield matrix(`${pole}`, { origins: [a, pole], destinations: [b] });
  for (const radius of radii)
    yield matrix(`a radius of ${radius}`, { origins: [a, b], snapRadiusMeters: radius });
  for (const [rows, columns] of [
    [1, 100],
    [100, 1],
    [50, 50],
    [101, 101],
    [1, 400],
    [400, 1],
  ] as const) {
    const list = (length: number) => Array.from({ length }, (_, index) => [a, b, c][index % 3]);
    yield matrix(`${rows} × ${columns}`, { origins: list(rows), destinations: list(columns) });
  }
  yield matrix('only distances', { origins: [a, b], metrics: ['distance'] });
}

function* areaCalls({ connected: [a, b], edges, remote }: BoundaryPlaces): Generator<BoundaryCall> {
  const isochrones = (name: string, request: object): BoundaryCall => ({
    name: `isochrones, ${name}`,
    method: 'isochrones',
    request: { profile, locations: [a], ranges: [60], approximate: true, ...request },
  });
  for (const rangeType of ['time', 'distance'])
    for (const range of [Number.MIN_VALUE, 1e-6, 0.4, 0.5, 1, 59.5, 61, 3_600, 7_200, 7_201, 1e5, 1e6, 1e12])
      yield isochrones(`${rangeType} of ${range}`, { ranges: [range], rangeType });
  for (const count of [1, 4, 5, 10, 11, 30])
    yield isochrones(`${count} ranges`, { ranges: Array.from({ length: count }, (_, index) => 60 + index) });
  yield isochrones('ranges that nearly equal', { ranges: [60, 60.0000001] });
  yield isochrones('ranges that round to one', { ranges: [60.1, 60.2, 60.3] });
  for (const smoothing of [0, Number.MIN_VALUE, 0.5, 1, 1.0001])
    yield isochrones(`smooth: ${smoothing}`, { smoothing });
  yield isochrones('to a place', { direction: 'to' });
  yield isochrones('of the same place twice', { locations: [a, a] });
  yield isochrones('at the edges', { locations: edges });
  yield isochrones('of a remote place', { locations: [a, remote] });
  for (const pole of poles) yield isochrones(`at ${pole}`, { locations: [pole] });
  yield isochrones('of many', { locations: Array.from({ length: 30 }, (_, index) => [a, b][index % 2]) });
}

function* trackCalls({ connected: [a, b], remote }: BoundaryPlaces): Generator<BoundaryCall> {
  const along = (count: number, step = 0.0001): readonly Position[] =>
    Array.from({ length: count }, (_, index) => [a[0] + step * index, a[1]]);
  const match = (name: string, trace: readonly unknown[], options: object = {}): BoundaryCall => ({
    name: `match, ${name}`,
    method: 'match',
    request: { profile, trace, ...options },
  });
  const timed = (secondsOf: (index: number) => number, count = 5) =>
    along(count).map((position, index) => ({ position, timeSeconds: secondsOf(index) }));
  yield match('two points', along(2));
  yield match('the same point', [a, a]);
  yield match('the same point ten times', Array(10).fill(a));
  yield match('a point away', [a, remote, b]);
  yield match('far points', [a, remote]);
  yield match(
    'equal times',
    timed(() => 7),
  );
  yield match(
    'milliseconds',
    timed((index) => index / 1_000),
  );
  yield match(
    'fractions',
    timed((index) => 1_780_000_000.123 + index * 0.9),
  );
  yield match(
    'from zero',
    timed((index) => index),
  );
  yield match(
    'a pause of a day',
    timed((index) => (index < 3 ? index : 86_400 + index)),
  );
  yield match(
    'milliseconds since 1970',
    timed((index) => 1_780_000_000_000 + index * 1_000),
  );
  yield match(
    'times without bounds',
    timed((index) => index * 1e18),
  );
  // Each of the roads within it is a candidate: an engine takes minutes for a town.
  for (const accuracyMeters of [...radii.filter((radius) => !(radius > 35)), 1e9])
    yield match(
      `accuracies of ${accuracyMeters}`,
      along(5).map((position) => ({ position, accuracyMeters })),
    );
  for (const count of [99, 100, 101, 500, 501, 2_000]) yield match(`${count} points`, along(count, 0.00001));
  for (const language of languages) yield match(`in "${language}"`, along(5), { language, steps: true });
}

function* tripCalls({ connected: [a], remote }: BoundaryPlaces): Generator<BoundaryCall> {
  const trip = (name: string, options: object): BoundaryCall => ({
    name: `roundTrip, ${name}`,
    method: 'roundTrip',
    request: { profile, start: a, lengthMeters: 1_000, ...options },
  });
  for (const lengthMeters of [Number.MIN_VALUE, 0.1, 1, 10, 999.5, 1e5, 1e7, 1e15])
    yield trip(`${lengthMeters} m`, { lengthMeters });
  for (const count of counts) {
    yield trip(`seed ${count}`, { seed: count });
    yield trip(`${count} points`, { points: count });
  }
  yield trip('from nowhere', { start: remote });
}
