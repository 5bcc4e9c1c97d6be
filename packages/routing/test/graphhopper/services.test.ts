import { isOrgError } from '@org/core';
import { createRoutingClient } from '@org/routing';
import { graphhopper } from '@org/routing/graphhopper';
import { describe, expect, it } from 'vitest';
import { failureOf, type ScriptedAnswer, scriptedFetch } from '../scripted-fetch.ts';
import { a, b, c, recordedRoute, ring, rings, straightRoute } from './answers.ts';
import { key, openHosted, openServer } from './open.ts';

describe('isochrones of GraphHopper', () => {
  const request = { profile: 'walking', locations: [a], ranges: [300, 600, 900] } as const;

  it('in equal steps are one request, with latitude first', async () => {
    const { routing, sent } = openHosted([{ body: rings(3) }]);
    const { isochrones } = await routing.isochrones({ ...request, direction: 'to' });
    expect(sent.length).toBe(1);
    expect(Object.fromEntries(sent[0]?.url.searchParams ?? [])).toEqual({
      profile: 'foot',
      point: '49.41461,8.681495',
      time_limit: '900',
      buckets: '3',
      reverse_flow: 'true',
      key,
    });
    expect(isochrones.map(({ range }) => range)).toEqual([300, 600, 900]);
  });

  it('in other steps are one request for each range', async () => {
    const { routing, sent } = openServer([{ body: rings(1) }]);
    const distance = { ...request, ranges: [1000, 100], rangeType: 'distance' } as const;
    const { isochrones } = await routing.isochrones(distance, { includeRaw: true });
    const queries = sent.map(({ url }) => url.searchParams);
    expect(queries.map((query) => [query.get('distance_limit'), query.get('buckets')])).toEqual([
      ['100', '1'],
      ['1000', '1'],
    ]);
    expect(isochrones.map(({ range }) => range)).toEqual([100, 1000]);
  });

  it('R8: of parts of a second, or that avoid something, are not sent', async () => {
    const { routing, sent } = openServer([{ body: rings(1) }]);
    expect(await failureOf(routing.isochrones({ ...request, ranges: [60.5] }))).toMatchObject({
      code: 'invalid-input',
    });
    const avoiding = { ...request, avoid: { features: ['tolls'] } } as const;
    // @ts-expect-error no isochrone of GraphHopper avoids anything
    expect(await failureOf(routing.isochrones(avoiding))).toMatchObject({ code: 'unsupported' });
    expect(sent).toEqual([]);
  });

  it.each([{}, { features: [] }, { areas: [] }])('what avoids nothing, %j, is sent', async (avoid) => {
    const { routing, sent } = openServer([{ body: rings(3) }]);
    const avoiding = { ...request, avoid };
    // @ts-expect-error no isochrone of GraphHopper avoids anything
    await routing.isochrones(avoiding);
    expect(sent).toHaveLength(1);
  });

  it('far from the location are none: the engine takes the nearest road at any distance', async () => {
    const { routing } = openServer([{ body: rings(1) }]);
    const off = { ...request, ranges: [300], locations: [a, [9.5, 50.5]] } as const;
    expect(await routing.isochrones(off)).toMatchObject({ missing: [1], isochrones: [{ locationIndex: 0 }] });
  });

  const swapped = ring.coordinates.map((line) => line.map(([x, y]) => [y, x]));
  it.each([
    [
      'swapped axes',
      { polygons: [{ properties: { bucket: 0 }, geometry: { ...ring, coordinates: swapped } }] },
    ],
    ['too few areas', { polygons: [] }],
    ['an unknown bucket', { polygons: [{ properties: { bucket: -1 }, geometry: ring }] }],
    ['a point', { polygons: [{ properties: { bucket: 0 }, geometry: { type: 'Point', coordinates: a } }] }],
  ])('R2, R5: with %s are a ResponseFormatError', async (_name, body) => {
    const { routing } = openServer([{ body }]);
    const error = await failureOf(routing.isochrones({ ...request, ranges: [300] }));
    expect(error).toMatchObject({ code: 'response-format' });
  });
});

describe('matrices of GraphHopper', () => {
  const near = [8.7, 49.43] as const;
  const table = { times: [[120, 300]], distances: [[900, 2400]] };

  it('name both lists, and do not fail for one pair', async () => {
    const { routing, sent } = openHosted([{ body: table }]);
    const result = await routing.matrix({ profile: 'truck', origins: [a], destinations: [b, near] });
    expect(sent[0]?.url.href).toBe(`https://graphhopper.com/api/1/matrix?key=${key}`);
    expect(sent[0]?.body).toEqual({
      profile: 'truck',
      from_points: [a],
      to_points: [b, near],
      out_arrays: ['times', 'distances'],
      fail_fast: false,
    });
    expect(result).toMatchObject({ durationsSeconds: [[120, 300]], distancesMeters: [[900, 2400]] });
  });

  it('of one list name it once; places without a road are null', async () => {
    const times = [
      [0, null],
      [null, null],
    ];
    const hints = [{ message: 'x', invalid_from_points: [1], invalid_to_points: [1] }];
    const { routing, sent } = openHosted([{ body: { times, hints } }]);
    const result = await routing.matrix({ profile: 'driving', origins: [a, b], metrics: ['duration'] });
    expect(sent[0]?.body).toMatchObject({ points: [a, b], out_arrays: ['times'] });
    expect(result.durationsSeconds).toEqual(times);
    expect(result.origins).toEqual([{}, { position: null }]);
    expect(result.destinations).toEqual([{}, { position: null }]);
  });

  it.each([
    ['kilometres', { times: [[120, 300]], distances: [[0.9, 2.4]] }],
    ['milliseconds', { times: [[120_000_000, 300_000_000]], distances: [[900, 2400]] }],
    ['hours', { times: [[0.03, 0.08]], distances: [[900, 2400]] }],
    ['too few columns', { times: [[120]], distances: [[900]] }],
    ['a text', { times: [['120', 300]], distances: [[900, 2400]] }],
    ['a missing table', { times: [[120, 300]] }],
  ])('R2, R5: with %s are a ResponseFormatError', async (_name, body) => {
    const { routing } = openHosted([{ body }]);
    const matrix = routing.matrix({ profile: 'driving', origins: [a], destinations: [b, near] });
    expect(await failureOf(matrix)).toMatchObject({ code: 'response-format' });
  });

  // From a lake or a field the way to the road is not a part of the distance.
  it('are accepted with places whose roads are nearer to each other than they are', async () => {
    const body = { times: [[120, 3]], distances: [[900, 30]] };
    const { routing } = openHosted([{ body }, { body: { times: [[0]], distances: [[0]] } }]);
    const request = { profile: 'driving', origins: [a] } as const;
    const some = await routing.matrix({ ...request, destinations: [b, near] });
    expect(some).toMatchObject({ durationsSeconds: body.times, distancesMeters: body.distances });
    const one = await routing.matrix({ ...request, destinations: [near] });
    expect(one).toMatchObject({ durationsSeconds: [[0]], distancesMeters: [[0]] });
  });

  it('R5: of a job without a state are a ResponseFormatError at once', async () => {
    const places = Array.from({ length: 60 }, (_, index) => [8.6 + index / 1e5, 49.4] as const);
    const { routing, sent } = openJob([{ body: { job_id: 'j' } }, { body: { message: 'unknown job' } }]);
    const error = await failureOf(routing.matrix({ profile: 'driving', origins: places }));
    expect(error).toMatchObject({ code: 'response-format' });
    expect(sent.length).toBe(2);
  });

  it('of many cells are a job, started once and followed to its end', async () => {
    const places = Array.from({ length: 60 }, (_, index) => [8.6 + index / 1e5, 49.4] as const);
    const times = places.map(() => places.map(() => 1));
    const { routing, sent } = openJob([
      { body: { job_id: 'job/1' } },
      { body: { status: 'processing' } },
      { status: 503, body: '' },
      { body: { status: 'finished', solution: { times } }, headers: { 'x-ratelimit-remaining': '12' } },
    ]);
    const result = await routing.matrix({ profile: 'driving', origins: places, metrics: ['duration'] });
    expect(result.durationsSeconds).toEqual(times);
    expect(result.meta.quota).toEqual({ remaining: 12 });
    const [start, ...checks] = sent.map(({ method, url }) => `${method} ${url.pathname}`);
    expect(start).toBe('POST /api/1/matrix/calculate');
    expect(new Set(checks)).toEqual(new Set(['GET /api/1/matrix/solution/job%2F1']));
    expect(checks.length).toBe(3);
  });

  it('R6: a job whose start may have been accepted is not started again', async () => {
    const places = Array.from({ length: 60 }, (_, index) => [8.6 + index / 1e5, 49.4] as const);
    const { routing, sent } = openJob([{ status: 502, body: '' }]);
    const error = await failureOf(routing.matrix({ profile: 'driving', origins: places }));
    expect(error).toMatchObject({ code: 'server', outcome: 'unknown' });
    expect(sent.length).toBe(1);
  });
});

it.each(['matrix', 'optimize'] as const)(
  'a job that was started and then lost is sent: %s is not started again',
  async (name) => {
    const places = Array.from({ length: 60 }, (_, index) => [8.6 + index / 1e5, 49.4] as const);
    const calls = {
      matrix: ({ routing }: ReturnType<typeof openJob>) =>
        routing.matrix({ profile: 'driving', origins: places }),
      optimize: ({ routing }: ReturnType<typeof openJob>) =>
        routing.optimize({
          vehicles: [{ id: 'van', profile: 'driving', start: a }],
          jobs: [{ id: 'fridge', position: b }],
        }),
    };
    const opened = openJob([{ body: { job_id: 'job-7' } }, { status: 429, body: { message: 'slow' } }]);
    const error = await failureOf(calls[name](opened));
    expect(error).toMatchObject({
      code: 'rate-limit',
      operation: name,
      outcome: 'sent',
      retryable: false,
      details: {
        failed: `${name}.solution`,
        done: [{ request: `${name}.start`, id: 'job-7' }],
      },
    });
    expect(opened.sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
    const [usage] = opened.routing.quota();
    expect(usage?.requests).toBe(opened.sent.length);
    expect(usage?.credits).toBe(name === 'matrix' ? 600 : 10.3);
    expect(isOrgError(error) && error.message).toContain(`${name}.start (job-7)`);
  },
);

it('a small matrix that fails is not sent, and may be repeated', async () => {
  const { routing } = openHosted([{ status: 503, body: '' }]);
  const error = await failureOf(routing.matrix({ profile: 'driving', origins: [a], destinations: [b] }));
  expect(error).toMatchObject({ operation: 'matrix', outcome: 'not-sent', retryable: true });
});

/** The waits between the checks of a job take no time; time limits never end. */
function openJob(answers: readonly ScriptedAnswer[]) {
  const network = scriptedFetch(...answers);
  const sleep = (ms: number) => (ms < 30_000 ? Promise.resolve() : new Promise<void>(() => {}));
  const runtime = { ...network.runtime, sleep };
  const driver = graphhopper({ apiKey: key, plan: 'premium', limits: [] });
  return { ...network, routing: createRoutingClient({ driver, limiter: false, runtime }) };
}

describe('optimisation of GraphHopper', () => {
  const query = {
    vehicles: [
      {
        id: 'van',
        profile: 'driving',
        start: a,
        end: a,
        capacity: [10],
        skills: ['lift'],
        timeWindow: [0, 3600],
      },
      {
        id: 'bike',
        profile: 'cycling',
        start: b,
        maxStops: 3,
        breaks: [{ timeWindows: [[60, 120]], durationSeconds: 30 }],
      },
    ],
    jobs: [
      {
        id: 'fridge',
        position: c,
        delivery: [4],
        skills: ['lift'],
        serviceSeconds: 60,
        setupSeconds: 10,
        timeWindows: [[0, 900]],
        priority: 100,
      },
      { id: 'letter', position: b, priority: 50 },
    ],
    shipments: [
      { id: 'parcel', pickup: { position: a }, delivery: { position: b, serviceSeconds: 5 }, amount: [1] },
    ],
    geometry: true,
  } as const;
  const solution = {
    costs: 1,
    routes: [
      {
        vehicle_id: 'van',
        distance: 2000,
        transport_time: 300,
        waiting_time: 20,
        service_duration: 60,
        preparation_time: 10,
        points: [
          { type: 'LineString', coordinates: [a, c] },
          { type: 'LineString', coordinates: [c, a] },
        ],
        activities: [
          { type: 'start', address: { lat: a[1], lon: a[0] }, end_time: 0, load_after: [4] },
          {
            type: 'delivery',
            id: 'fridge',
            address: { lat: c[1], lon: c[0] },
            arr_time: 150,
            end_time: 240,
            waiting_time: 20,
            load_before: [4],
            load_after: [0],
          },
          { type: 'end', address: { lat: a[1], lon: a[0] }, arr_time: 390, load_before: [0] },
        ],
      },
    ],
    unassigned: {
      services: ['letter'],
      shipments: ['parcel'],
      details: [{ id: 'letter', code: 28, reason: 'could not be assigned due to max activity constraint' }],
    },
  };

  it('is a job: ids, skills, windows, priorities and amounts', async () => {
    const { routing, sent } = openJob([
      { body: { job_id: 'j1' } },
      { body: { status: 'waiting_in_queue', solution: null } },
      { body: { status: 'finished', copyrights: ['GraphHopper', 'OpenStreetMap contributors'], solution } },
    ]);
    const result = await routing.optimize(query);
    const at = ([lon, lat]: readonly [number, number]) => ({ location_id: `${lat},${lon}`, lon, lat });
    expect(sent[0]?.body).toEqual({
      vehicles: [
        {
          vehicle_id: 'van',
          type_id: 'type0',
          start_address: at(a),
          end_address: at(a),
          earliest_start: 0,
          latest_end: 3600,
          skills: ['lift'],
        },
        {
          vehicle_id: 'bike',
          type_id: 'type1',
          start_address: at(b),
          return_to_depot: false,
          max_activities: 3,
          break: { earliest: 60, latest: 120, duration: 30 },
        },
      ],
      vehicle_types: [
        { type_id: 'type0', profile: 'car', capacity: [10] },
        { type_id: 'type1', profile: 'bike' },
      ],
      services: [
        {
          id: 'fridge',
          type: 'delivery',
          size: [4],
          address: at(c),
          duration: 60,
          preparation_time: 10,
          time_windows: [{ earliest: 0, latest: 900 }],
          required_skills: ['lift'],
          priority: 1,
        },
        { id: 'letter', address: at(b), priority: 5 },
      ],
      shipments: [
        {
          id: 'parcel',
          pickup: { address: at(a) },
          delivery: { address: at(b), duration: 5 },
          size: [1],
          priority: 10,
        },
      ],
      configuration: { routing: { calc_points: true, fail_fast: false } },
    });
    expect(result.routes[0]).toMatchObject({
      vehicleId: 'van',
      durationSeconds: 300,
      distanceMeters: 2000,
      waitingSeconds: 20,
      serviceSeconds: 70,
      geometry: { type: 'LineString', coordinates: [a, c, a] },
      stops: [
        { kind: 'start', arrivalSeconds: 0, serviceSeconds: 0, load: [4] },
        {
          kind: 'job',
          id: 'fridge',
          position: c,
          arrivalSeconds: 150,
          waitingSeconds: 20,
          serviceSeconds: 70,
          load: [0],
        },
        { kind: 'end', arrivalSeconds: 390 },
      ],
    });
    expect(result.unassigned).toEqual([
      { id: 'letter', reason: 'could not be assigned due to max activity constraint' },
      { id: 'parcel' },
    ]);
    expect(result.meta.attribution).toEqual(['GraphHopper', '© OpenStreetMap contributors']);
  });

  const [van, ,] = query.vehicles;
  const [fridge] = query.jobs;
  it.each([
    ['a vehicle without a start', { vehicles: [{ ...van, start: undefined }] }, 'vehicles[0].start'],
    [
      'two breaks',
      { vehicles: [{ ...van, breaks: [query.vehicles[1].breaks[0], query.vehicles[1].breaks[0]] }] },
      'breaks',
    ],
    ['a job that brings and takes', { jobs: [{ ...fridge, pickup: [1] }] }, 'jobs[0].pickup'],
  ])('R8: with %s is not sent', async (_name, change, path) => {
    const { routing, sent } = openJob([{ body: {} }]);
    const error = await failureOf(routing.optimize({ ...query, ...change } as never));
    expect(error).toMatchObject({ code: 'invalid-input', message: expect.stringContaining(path) });
    expect(sent).toEqual([]);
  });

  it.each([
    ['no id of a job', [{ body: {} }]],
    [
      'an unknown vehicle',
      [
        { body: { job_id: 'j' } },
        {
          body: {
            status: 'finished',
            solution: { routes: [{ vehicle_id: 'x', transport_time: 1, activities: [] }] },
          },
        },
      ],
    ],
    [
      'an unknown activity',
      [
        { body: { job_id: 'j' } },
        {
          body: {
            status: 'finished',
            solution: { routes: [{ vehicle_id: 'van', transport_time: 1, activities: [{ type: 'nap' }] }] },
          },
        },
      ],
    ],
  ])('R5: with %s is a ResponseFormatError', async (_name, answers) => {
    const { routing } = openJob(answers);
    expect(await failureOf(routing.optimize(query))).toMatchObject({ code: 'response-format' });
  });

  it('that has finished without a solution is a failed job', async () => {
    const { routing } = openJob([{ body: { job_id: 'j' } }, { body: { status: 'finished' } }]);
    expect(await failureOf(routing.optimize(query))).toMatchObject({ code: 'job-failed' });
  });

  it('R8: of more vehicles than the plan has is not sent', async () => {
    const { routing, sent } = openHosted([{ body: {} }], { plan: 'free' });
    expect(await failureOf(routing.optimize(query))).toMatchObject({ code: 'limit-exceeded' });
    expect(sent).toEqual([]);
  });
});

describe('map matching of GraphHopper', () => {
  it('sends a track, and has the nearest places of the route', async () => {
    const body = { ...straightRoute([a, c], [785]), map_matching: { distance: 785 } };
    const { routing, sent } = openServer([{ body }]);
    const off = [8.6847, 49.4175] as const;
    const trace = [{ position: a, accuracyMeters: 12 }, { position: off, accuracyMeters: 20 }, c] as const;
    const { routes, points, warnings } = await routing.match({ profile: 'driving', trace });
    expect(sent[0]?.url.pathname).toBe('/match');
    expect(sent[0]?.headers.get('content-type')).toBe('application/gpx+xml');
    expect(sent[0]?.body).toContain('<trkpt lat="49.41461" lon="8.681495"/>');
    expect(Object.fromEntries(sent[0]?.url.searchParams ?? [])).toMatchObject({
      profile: 'car',
      gps_accuracy: '20',
      instructions: 'false',
    });
    expect(routes[0]?.legs.map(({ geometryRange }) => geometryRange)).toEqual([[0, 1]]);
    expect(points[0]).toMatchObject({ position: a, routeIndex: 0, distanceMeters: 0 });
    expect(points[1]?.distanceMeters).toBeLessThan(30);
    expect(warnings.map(({ kind }) => kind)).toEqual(['notice', 'not-honoured']);
  });

  it('warns that it does not use the times of a track', async () => {
    const { routing } = openServer([{ body: straightRoute([a, c], [785]) }]);
    const trace = [
      { position: a, timeSeconds: 10 },
      { position: c, timeSeconds: 90 },
    ];
    const { warnings } = await routing.match({ profile: 'driving', trace });
    expect(warnings).toContainEqual({
      kind: 'not-honoured',
      message: expect.stringContaining('timeSeconds'),
    });
  });

  it('of a broken track is a route that does not exist', async () => {
    const message = 'Sequence is broken for submitted track at time step 0. Observation{point=49.41461,8.68}';
    const { routing } = openServer([{ status: 400, body: { message, hints: [{ message }] } }]);
    const error = await failureOf(routing.match({ profile: 'driving', trace: [a, c] }));
    expect(error).toMatchObject({ code: 'no-route' });
    expect(String(error)).not.toContain('49.41461');
  });
});

describe('places of GraphHopper', () => {
  const hit = {
    point: { lat: 48.858, lng: 2.294 },
    name: 'Tour Eiffel',
    street: 'Avenue Anatole France',
    housenumber: '5',
    postcode: '75007',
    city: 'Paris',
    state: 'Île-de-France',
    country: 'France',
    osm_id: 5013364,
    osm_type: 'W',
    osm_value: 'attraction',
    extent: [2.2933, 48.8589, 2.2957, 48.8573],
  };

  it('by name have latitude first in the query', async () => {
    const { routing, sent } = openHosted([{ body: { hits: [hit], took: 4 } }]);
    const { places } = await routing.geocode({
      text: 'eiffel',
      focus: [2.3, 48.9],
      boundingBox: [2, 48, 3, 49],
      language: 'fr-FR',
      limit: 3,
    });
    expect(Object.fromEntries(sent[0]?.url.searchParams ?? [])).toEqual({
      q: 'eiffel',
      limit: '3',
      locale: 'fr',
      point: '48.9,2.3',
      bbox: '2,48,3,49',
      key,
    });
    expect(places).toEqual([
      {
        position: [2.294, 48.858],
        label: 'Tour Eiffel, Avenue Anatole France 5, 75007 Paris, France',
        name: 'Tour Eiffel',
        kind: 'attraction',
        street: 'Avenue Anatole France',
        houseNumber: '5',
        postalCode: '75007',
        locality: 'Paris',
        region: 'Île-de-France',
        country: 'France',
        boundingBox: [2.2933, 48.8573, 2.2957, 48.8589],
        distanceMeters: expect.closeTo(4690, -2),
        providerId: 'W5013364',
      },
    ]);
  });

  it('have each word of their label once', async () => {
    const hits = [
      { ...hit, name: 'Avenue Anatole France 5' },
      { ...hit, name: '75007 Paris' },
    ];
    const { places } = await openHosted([{ body: { hits } }]).routing.geocode({ text: 'avenue' });
    expect(places.map(({ label }) => label)).toEqual([
      'Avenue Anatole France 5, 75007 Paris, France',
      '75007 Paris, Avenue Anatole France 5, France',
    ]);
  });

  it('at a position are within the radius; another language is a warning', async () => {
    const { routing, sent } = openHosted([{ body: { hits: [hit] } }]);
    const request = { position: [2.3, 48.86], radiusMeters: 100, language: 'it' } as const;
    const { places, warnings } = await routing.reverseGeocode(request);
    expect(Object.fromEntries(sent[0]?.url.searchParams ?? [])).toMatchObject({
      reverse: 'true',
      point: '48.86,2.3',
    });
    expect(places).toEqual([]);
    expect(warnings[0]?.kind).toBe('not-honoured');
  });

  it('R2, R5: off the globe are a ResponseFormatError', async () => {
    const { routing } = openHosted([{ body: { hits: [{ ...hit, point: { lat: 148, lng: 2 } }] } }]);
    expect(await failureOf(routing.geocode({ text: 'x' }))).toMatchObject({ code: 'response-format' });
  });
});

describe('your own GraphHopper server', () => {
  it('has the nearest road of any kind, within the radius', async () => {
    const body = { type: 'Point', coordinates: [8.6815, 49.4147], distance: 10.01 };
    const { routing, sent } = openServer([{ body }]);
    const { points, warnings } = await routing.nearest({ profile: 'driving', position: a });
    expect(sent[0]?.url.href).toBe('http://localhost:8989/nearest?point=49.41461%2C8.681495');
    expect(points).toEqual([{ position: [8.6815, 49.4147], distanceMeters: 10.01 }]);
    expect(warnings[0]?.kind).toBe('not-honoured');
    expect((await routing.nearest({ profile: 'driving', position: a, radiusMeters: 5 })).points).toEqual([]);
    const swapped = openServer([{ body: { coordinates: [49.4147, 8.6815], distance: 10.01 } }]).routing;
    expect(await failureOf(swapped.nearest({ profile: 'driving', position: a }))).toMatchObject({
      code: 'response-format',
    });
  });

  it('states its version, its profiles and the date of its map', async () => {
    const body = {
      version: '11.0',
      profiles: [{ name: 'car' }],
      bbox: [7.7, 49.3, 9.1, 49.5],
      data_date: '2024-09-08T20:21:00Z',
    };
    const { routing } = openServer([{ body }]);
    expect(await routing.status()).toMatchObject({
      isReady: true,
      version: '11.0',
      providerProfiles: ['car'],
      boundingBox: [7.7, 49.3, 9.1, 49.5],
      dataAt: new Date('2024-09-08T20:21:00Z'),
    });
  });

  it('has no matrix, no optimisation and no geocoding, as a type and at run time', async () => {
    const { routing } = openServer([{ body: recordedRoute }]);
    for (const name of ['matrix', 'optimize', 'geocode', 'reverseGeocode', 'snap'])
      await expect(Object(routing)[name]({})).rejects.toMatchObject({ code: 'unsupported' });
    // @ts-expect-error your own server has no matrix
    await expect(routing.matrix()).rejects.toThrow('graphhopper has no matrix()');
    const hosted = openHosted([{ body: recordedRoute }]).routing;
    for (const name of ['nearest', 'status', 'snap'])
      await expect(Object(hosted)[name]({})).rejects.toMatchObject({ code: 'unsupported' });
  });
});
