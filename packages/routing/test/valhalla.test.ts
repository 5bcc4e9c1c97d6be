import { isOrgError } from '@org/core';
import { createRoutingClient, encodePolyline } from '@org/routing';
import { type ValhallaOptions, valhalla } from '@org/routing/valhalla';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { failureOf, type ScriptedAnswer, scriptedFetch } from './scripted-fetch.ts';

const start = [10.007, 50.0045] as const;
const end = [10.007, 50.0054] as const;
const request = { profile: 'driving', waypoints: [start, end] } as const;

const summary = { time: 59.424, length: 0.5 };
const trip = {
  legs: [
    {
      maneuvers: [
        {
          type: 1,
          instruction: 'Drive west.',
          street_names: ['Row 5', 'B 5'],
          time: 59.424,
          length: 0.5,
          begin_shape_index: 0,
          end_shape_index: 5,
        },
        { type: 26, time: 0, length: 0, begin_shape_index: 5, end_shape_index: 5, roundabout_exit_count: 2 },
        {
          type: 4,
          instruction: 'You have arrived.',
          time: 0,
          length: 0,
          begin_shape_index: 5,
          end_shape_index: 5,
        },
      ],
      summary,
      shape: 'g``k~Ao|waR?nvA?nvAgw@??ovA?ovA',
    },
  ],
  summary,
  units: 'kilometers',
  language: 'en-US',
};

function open(answers: readonly ScriptedAnswer[], options: Partial<ValhallaOptions> = {}) {
  const network = scriptedFetch(...answers);
  const driver = valhalla({ baseUrl: 'https://valhalla.example.com', ...options });
  return { ...network, routing: createRoutingClient({ driver, limiter: false, runtime: network.runtime }) };
}

describe('valhalla requests', () => {
  it('have minReachableNodes at each place, and leave it to the server otherwise', async () => {
    const table = { sources_to_targets: { durations: [[1]], distances: [[0.1]] }, units: 'kilometers' };
    const { routing, sent } = open([{ body: table }, { body: { trip } }], { minReachableNodes: 1 });
    await routing.matrix({ profile: 'driving', origins: [start], destinations: [end] });
    await routing.directions(request);
    const places = sent.flatMap(({ body }) => {
      const { sources = [], targets = [], locations = [] } = Object(body);
      return [...sources, ...targets, ...locations];
    });
    expect(places.length).toBeGreaterThanOrEqual(4);
    for (const place of places) expect(place).toMatchObject({ minimum_reachability: 1, search_cutoff: 350 });
    const plain = open([{ body: { trip } }]);
    await plain.routing.directions(request);
    expect(JSON.stringify(plain.sent[0]?.body)).not.toContain('reachability');
  });

  it.each([-1, 1.5, 101, Number.NaN])('minReachableNodes is not %s', (minReachableNodes) => {
    expect(() => open([], { minReachableNodes })).toThrow('a whole number from 0 to 100');
  });

  it('a place that was moved far carries a notice', async () => {
    const { routing } = open([{ body: { trip } }, { body: { trip } }]);
    const [longitude, latitude] = start;
    const waypoints = [[longitude - 0.002, latitude], end] as const;
    const { warnings } = await routing.directions({ profile: 'driving', waypoints });
    expect(warnings).toEqual([
      { kind: 'notice', message: expect.stringMatching(/^Waypoint 0 is 14\d m from the road/) },
    ]);
    expect((await routing.directions(request)).warnings).toEqual([]);
  });

  it('have the largest distance to a road, which is 35 km in the engine', async () => {
    const { routing, sent } = open([{ body: { trip } }]);
    await routing.directions({ ...request, language: 'de', continueStraight: true, snapRadiusMeters: 100 });
    expect(sent[0]?.url.href).toBe('https://valhalla.example.com/route');
    expect(sent[0]?.headers.get('authorization')).toBe(null);
    const near = { search_cutoff: 100, type: 'break' };
    expect(sent[0]?.body).toEqual({
      locations: [
        { lat: 50.0045, lon: 10.007, ...near },
        { lat: 50.0054, lon: 10.007, ...near },
      ],
      costing: 'auto',
      costing_options: { auto: {} },
      units: 'km',
      format: 'json',
      shape_format: 'polyline6',
      language: 'de-DE',
      directions_type: 'instructions',
    });
  });

  it('are JSON; from a page they are text, which needs no preflight request', async () => {
    const sentBy = async (options: Partial<ValhallaOptions>) => {
      const { routing, sent } = open([{ body: { trip } }], options);
      await routing.directions(request);
      return sent[0];
    };
    const json = { 'content-type': 'application/json' };
    expect(Object.fromEntries((await sentBy({}))?.headers ?? [])).toMatchObject(json);

    vi.stubGlobal('document', {});
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0' });
    onTestFinished(() => void vi.unstubAllGlobals());
    const { headers = new Headers(), body } = (await sentBy({})) ?? {};
    expect(Object.fromEntries(headers)).toEqual({ accept: 'application/json', 'content-type': 'text/plain' });
    expect(body).toMatchObject({ costing: 'auto' });
    expect(Object.fromEntries((await sentBy({ apiKey: 'k' }))?.headers ?? [])).toMatchObject(json);
  });

  it('use plain http to another machine only with dangerouslyAllowHttp', async () => {
    const inside = { baseUrl: 'http://valhalla:8002' };
    expect(() => open([{ body: { trip } }], inside)).toThrow(/dangerouslyAllowHttp: true/);
    const { routing, sent } = open([{ body: { trip } }], { ...inside, dangerouslyAllowHttp: true });
    await routing.directions(request);
    expect(sent[0]?.url.href).toBe('http://valhalla:8002/route');
  });

  it('have a key for a gateway', async () => {
    const { routing, sent } = open([{ body: { trip } }], { apiKey: 'planted-key' });
    await routing.directions(request);
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer planted-key');
  });

  it('have hard exclusions, and soft ones for servers that forbid them', async () => {
    const { routing, sent } = open([{ body: { trip } }]);
    const areas = [
      [
        [1, 1],
        [2, 1],
        [2, 2],
      ] as const,
    ];
    await routing.directions({
      ...request,
      profile: 'truck',
      avoid: { features: ['tolls'], areas },
      vehicle: { weightTonnes: 10 },
    });
    expect(sent[0]?.body).toMatchObject({
      costing_options: { truck: { use_tolls: 0, exclude_tolls: true, weight: 10 } },
      exclude_polygons: [[...(areas[0] ?? []), [1, 1]]],
    });
  });

  it('for isochrones are in minutes and kilometres, with one location each', async () => {
    const { routing, sent } = open([{ body: { features: [square(5)] } }]);
    await routing.isochrones({ profile: 'hiking', locations: [start, end], ranges: [300], direction: 'to' });
    expect(sent).toHaveLength(2);
    expect(sent[0]?.body).toMatchObject({
      contours: [{ time: 5 }],
      polygons: true,
      reverse: true,
      costing: 'pedestrian',
    });
  });

  it('of a matrix have one origin for walkers, and as many as possible for drivers', async () => {
    const answer = { sources_to_targets: { durations: [[0, 1]], distances: [[0, 0.1]] } };
    const walking = open([{ body: answer }]);
    await walking.routing.matrix({ profile: 'walking', origins: [start, end] });
    expect(walking.sent).toHaveLength(2);
    const both = {
      sources_to_targets: {
        durations: [
          [0, 1],
          [1, 0],
        ],
        distances: [
          [0, 0.1],
          [0.1, 0],
        ],
      },
    };
    const driving = open([{ body: both }]);
    await driving.routing.matrix({ profile: 'driving', origins: [start, end] });
    expect(driving.sent).toHaveLength(1);
  });
});

describe('valhalla responses', () => {
  it('become metres and seconds', async () => {
    const { routing } = open([{ body: { trip } }]);
    const [route] = (await routing.directions(request)).routes;
    expect(route).toMatchObject({
      distanceMeters: 500,
      durationSeconds: 59.424,
      boundingBox: [10.0042, 50.0045, 10.007, 50.0054],
    });
    expect(route.legs[0]?.steps[0]).toMatchObject({ name: 'Row 5 / B 5', maneuver: { kind: 'depart' } });
    expect(route.legs[0]?.steps[1]?.maneuver).toEqual({ kind: 'roundabout', exit: 2, providerType: 26 });
  });

  it.each([
    ['five digits', encodePolyline([start, end], { precision: 5 })],
    [
      'its axes swapped',
      encodePolyline(
        [
          [50.0045, 10.007],
          [50.0054, 10.007],
        ],
        { precision: 6 },
      ),
    ],
  ])('R2: with a line of %s are an error, not a route elsewhere', async (_name, shape) => {
    const legs = [{ ...trip.legs[0], shape }];
    const error = await failureOf(open([{ body: { trip: { ...trip, legs } } }]).routing.directions(request));
    expect(isOrgError(error) && error.code).toBe('response-format');
  });

  it('in miles, which provider options requested, become metres as well', async () => {
    const { routing } = open([{ body: { trip: { ...trip, units: 'miles' } } }]);
    expect((await routing.directions(request)).routes[0].distanceMeters).toBe(805);
  });

  it('with alternatives have the best route first', async () => {
    const { routing, sent } = open([{ body: { trip, alternates: [{ trip }] } }]);
    expect((await routing.directions({ ...request, alternatives: 1 })).routes).toHaveLength(2);
    expect(sent[0]?.body).toMatchObject({ alternates: 1 });
  });

  it('have a warning for an option that was not honoured', async () => {
    const body = {
      trip,
      warnings: [
        { code: 208, text: 'Hard exclusions are not allowed' },
        { code: 400, text: 'second pass' },
      ],
    };
    const { warnings } = await open([{ body }]).routing.directions({ ...request, language: 'ja' });
    expect(warnings.map(({ kind, providerCode }) => [kind, providerCode])).toEqual([
      ['not-honoured', '208'],
      ['notice', '400'],
      ['not-honoured', undefined],
    ]);
  });

  it('of a matrix: without a duration there is no distance, whatever number the engine sends', async () => {
    const body = { sources_to_targets: { durations: [[null, 7]], distances: [[0, 0.12]] } };
    const result = await open([{ body }]).routing.matrix({
      profile: 'walking',
      origins: [start],
      destinations: [start, end],
    });
    expect(result.durationsSeconds).toEqual([[null, 7]]);
    expect(result.distancesMeters).toEqual([[null, 120]]);
  });

  it('of isochrones are sorted smallest first; parts of one range are one shape', async () => {
    const body = {
      features: [
        square(10),
        square(5),
        square(5),
        { properties: { type: 'snapped' }, geometry: { type: 'MultiPoint', coordinates: [[1, 2]] } },
      ],
    };
    const { isochrones } = await open([{ body }]).routing.isochrones({
      profile: 'walking',
      locations: [start],
      ranges: [600, 300],
    });
    expect(isochrones.map(({ range, geometry, center }) => [range, geometry.type, center])).toEqual([
      [300, 'MultiPolygon', [1, 2]],
      [600, 'Polygon', [1, 2]],
    ]);
  });

  it('of an empty range are an empty shape, not a missing one', async () => {
    const nothing = { properties: { contour: 0.01 }, geometry: { type: 'Polygon', coordinates: [] } };
    const { routing } = open([{ body: { features: [square(5), nothing] } }]);
    const { isochrones } = await routing.isochrones({
      profile: 'walking',
      locations: [start],
      ranges: [1, 300],
    });
    expect(isochrones[0]).toMatchObject({
      range: 1,
      areaSquareMeters: 0,
      geometry: { type: 'MultiPolygon', coordinates: [] },
    });
    expect(isochrones).toHaveLength(2);
  });

  it.each<[string, unknown]>([
    ['a row short', { durations: [], distances: [] }],
    ['a cell short', { durations: [[1]], distances: [[1]] }],
    ['text in a cell', { durations: [['1', 2]], distances: [[1, 2]] }],
    ['nothing', {}],
  ])('R5: a matrix with %s is a typed error', async (_name, tables) => {
    const { routing } = open([{ body: { sources_to_targets: tables } }]);
    const error = await failureOf(
      routing.matrix({ profile: 'driving', origins: [start], destinations: [start, end] }),
    );
    expect(isOrgError(error) && error.code).toBe('response-format');
  });
});

describe('R3: valhalla refusals', () => {
  const refusal = (status: number, code: number, error: string): ScriptedAnswer => ({
    status,
    body: { error_code: code, error, status_code: status },
  });

  it.each<[string, ScriptedAnswer, string, number]>([
    ['no road near', refusal(400, 171, 'No suitable edges near location'), 'point-not-found', 1],
    ['no way', refusal(400, 442, 'No path could be found for input'), 'no-route', 1],
    ['too much', refusal(400, 150, 'Exceeded max locations: 20'), 'limit-exceeded', 1],
    [
      'too far',
      refusal(400, 154, 'Path distance exceeds the max distance limit: 200000 meters'),
      'limit-exceeded',
      1,
    ],
    ['bad words', refusal(400, 125, "No costing method found: 'rocket'"), 'bad-request', 1],
    ['an action switched off', refusal(404, 106, "Try any of: '/locate'"), 'unsupported', 1],
    ['a failure of the engine', refusal(500, 199, 'Unknown'), 'server', 1],
    ['a server going down', refusal(503, 102, 'The service is shutting down'), 'server', 3],
    [
      "a proxy's page for too many requests",
      { status: 429, body: '<html>slow down</html>' },
      'rate-limit',
      3,
    ],
    ["a proxy's page for no server", { status: 502, body: '<html>bad gateway</html>' }, 'server', 3],
    ['a page instead of an answer', { status: 200, body: '<html>welcome</html>' }, 'response-format', 1],
  ])('%s', async (_name, answer, code, attempts) => {
    const { routing, sent } = open([answer]);
    const error = await failureOf(routing.directions(request));
    expect(isOrgError(error) && error.code).toBe(code);
    expect(sent.filter(({ url }) => url.pathname === '/route')).toHaveLength(attempts);
    expect(JSON.stringify(error)).not.toMatch(/10\.007|50\.00/);
  });

  const noEdges = refusal(400, 171, 'No suitable edges near location');
  const onRoad = { edges: [{ correlated_lat: 50.0045, correlated_lon: 10.007 }], nodes: null };
  const offRoad = { edges: null, nodes: null };

  it('of a waypoint have its index, which is looked up: the response does not state it', async () => {
    const { routing, sent } = open([noEdges, { body: [onRoad, offRoad] }, { body: [offRoad] }]);
    const error = await failureOf(routing.directions(request));
    expect(error).toMatchObject({ code: 'point-not-found', pointIndex: 1, providerCode: '171' });
    expect(sent.map(({ url }) => url.pathname)).toEqual(['/route', '/locate', '/locate']);
  });

  it('of a waypoint respect the radius of each', async () => {
    const { routing, sent } = open([noEdges, { body: [onRoad, onRoad] }, { body: [offRoad] }]);
    const waypoints = [start, { position: end, snapRadiusMeters: 50 }];
    const error = await failureOf(routing.directions({ ...request, waypoints }));
    expect(error).toMatchObject({ code: 'point-not-found', pointIndex: 1 });
    expect(sent[1]?.body).toMatchObject({ locations: [{ search_cutoff: 350 }, { search_cutoff: 350 }] });
  });

  it.each([
    ['finds every waypoint on a road', [{ body: [onRoad, onRoad] }]],
    ['fails itself', [{ status: 400, body: { error_code: 150, error: 'Exceeded max locations' } }]],
  ])('of a waypoint stay as they are if the look-up %s', async (_name, lookup) => {
    const { routing } = open([noEdges, ...lookup]);
    const error = await failureOf(routing.directions({ ...request, waypoints: [start, start] }));
    expect(error).toMatchObject({ code: 'point-not-found', providerCode: '171' });
    expect(error).not.toHaveProperty('pointIndex');
  });

  it('a matrix in several requests has a warning if one request may differ', async () => {
    const answer = (rows: number, columns: number) => {
      const cells = Array.from({ length: rows }, () => Array.from({ length: columns }, () => 1));
      return { body: { sources_to_targets: { durations: cells, distances: cells } } };
    };
    const origins = [start, end];
    const request = { profile: 'driving', origins } as const;
    const whole = await open([answer(2, 2)]).routing.matrix(request);
    expect(whole.warnings).toEqual([]);
    const { routing } = open([answer(2, 1)], { caps: { matrixCells: 2 } });
    expect((await routing.matrix(request)).warnings).toMatchObject([
      { kind: 'notice', message: expect.stringContaining('several requests') },
    ]);
    const streamed: unknown[] = [];
    for await (const { warnings } of routing.matrix.stream(request)) streamed.push(...warnings);
    expect(streamed).toHaveLength(2);
    const rows = await open([answer(1, 2)]).routing.matrix({ profile: 'cycling', origins });
    expect(rows).toMatchObject({ warnings: [], meta: { requests: 2 } });
  });

  it.each(['walking', 'hiking', 'wheelchair'] as const)(
    'a matrix of %s has a warning about ferries, unless they are avoided',
    async (profile) => {
      const body = { sources_to_targets: { durations: [[1]], distances: [[1]] } };
      const warningsOf = async (avoid: object) =>
        (await open([{ body }]).routing.matrix({ profile, origins: [start], avoid })).warnings;
      expect(await warningsOf({})).toMatchObject([{ message: expect.stringContaining('ferries') }]);
      expect(await warningsOf({ features: ['ferries'] })).toEqual([]);
    },
  );

  it('a snapped place is the nearest within the radius, in any order of the response', async () => {
    const edge = (correlated_lat: number) => ({ correlated_lat, correlated_lon: start[0] });
    const body = [{ edges: [edge(50.0075), edge(50.0047), edge(50.006)], nodes: null }];
    const snap = async (radiusMeters: number) =>
      (await open([{ body }]).routing.snap({ profile: 'driving', positions: [start], radiusMeters })).points;
    expect(await snap(100)).toMatchObject([{ position: [10.007, 50.0047] }]);
    expect(await snap(10)).toEqual([{ position: null }]);
  });

  it('the radius of a waypoint takes precedence over that of the request', async () => {
    const { routing, sent } = open([{ body: { trip } }]);
    const waypoints = [{ position: start, snapRadiusMeters: 50 }, end];
    await routing.directions({ ...request, waypoints, snapRadiusMeters: 100 });
    expect(sent[0]?.body).toMatchObject({ locations: [{ search_cutoff: 50 }, { search_cutoff: 100 }] });
  });

  it.each([102, 203, 402])('a transient refusal is retried: %d', async (code) => {
    const { routing, sent } = open([refusal(503, code, 'The service is shutting down'), { body: { trip } }]);
    await routing.directions(request);
    expect(sent).toHaveLength(2);
  });

  it('a shortest route over a ferry has a warning, others have none', async () => {
    const warningsOf = async (preference: 'shortest' | 'fastest', has_ferry: boolean) => {
      const body = { trip: { ...trip, summary: { ...summary, has_ferry } } };
      return (await open([{ body }]).routing.directions({ ...request, preference })).warnings;
    };
    expect(await warningsOf('shortest', true)).toMatchObject([
      { kind: 'notice', message: expect.stringContaining('ferry') },
    ]);
    expect(await warningsOf('shortest', false)).toEqual([]);
    expect(await warningsOf('fastest', true)).toEqual([]);
  });

  it('a matrix with nothing reachable is all null, except from a place to itself', async () => {
    const { routing } = open([refusal(400, 442, 'No path could be found for input')]);
    const result = await routing.matrix({ profile: 'driving', origins: [start, end] });
    expect(result.durationsSeconds).toEqual([
      [0, null],
      [null, 0],
    ]);
    const message = expect.stringContaining('0 from a place to itself is not from the engine');
    expect(result.warnings).toEqual([{ kind: 'notice', message }]);
  });
});

describe('valhalla cannot', () => {
  it.each<[string, object, RegExp]>([
    ['a profile', { profile: 'cycling-electric' }, /no profile "cycling-electric"; it has driving/],
    ['avoiding borders', { avoid: { borders: 'all' } }, /avoid\.borders/],
    ['a kind of road', { avoid: { features: ['fords'] } }, /"fords"/],
    ['a vehicle on foot', { profile: 'walking', vehicle: { heightMeters: 3 } }, /vehicle/],
  ])('%s: refused before anything is sent', async (_name, more, message) => {
    const { routing, sent } = open([{ body: { trip } }]);
    const error = await failureOf(routing.directions({ ...request, ...more }));
    expect(isOrgError(error) && error.code).toBe('unsupported');
    expect(String(error)).toMatch(message);
    expect(sent).toEqual([]);
  });
});

function square(contour: number) {
  const ring = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ];
  return { properties: { contour, metric: 'time' }, geometry: { type: 'Polygon', coordinates: [ring] } };
}
