import { encodePolyline } from '@org/routing';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../scripted-fetch.ts';
import { end, middle, openHosted, start } from './support.ts';

describe('elevation', () => {
  it('of places is a line there, and null for places that the service left out', async () => {
    const geometry = [
      [...start, 113],
      [...end, 120],
    ];
    const { routing, sent } = openHosted([{ body: { attribution: 'srtm', geometry, version: '0.2' } }]);
    const { heightsMeters, meta } = await routing.elevation({ positions: [start, middle, end] });
    expect(heightsMeters).toEqual([113, null, 120]);
    expect(meta.attribution).toEqual(['srtm']);
    expect(sent[0]?.body).toEqual({
      format_in: 'polyline',
      format_out: 'polyline',
      geometry: [start, middle, end],
    });
  });

  it('of one place is a point there', async () => {
    const { routing, sent } = openHosted([{ body: { geometry: [...start, 113] } }]);
    expect((await routing.elevation({ positions: [start] })).heightsMeters).toEqual([113]);
    expect(sent[0]?.body).toEqual({ format_in: 'point', format_out: 'point', geometry: start });
  });

  it('of 2001 places is two requests', async () => {
    const positions = Array.from({ length: 2001 }, (_, index) => [8 + index / 10_000, 49] as const);
    const lines = [positions.slice(0, 1000), positions.slice(1000)];
    const bodies = lines.map((line, index) => ({ body: { geometry: line.map((each) => [...each, index]) } }));
    const { routing, sent } = openHosted(bodies);
    const { heightsMeters, meta } = await routing.elevation({ positions });
    expect(sent).toHaveLength(2);
    expect(meta.requests).toBe(2);
    expect(heightsMeters).toHaveLength(2001);
    expect([heightsMeters[999], heightsMeters[1000]]).toEqual([0, 1]);
  });

  it.each([
    [
      'of places elsewhere',
      {
        geometry: [
          [8.6, 49.4, 1],
          [...end, 2],
        ],
      },
    ],
    [
      'with more places',
      {
        geometry: [
          [...start, 1],
          [...end, 2],
          [...end, 2],
        ],
      },
    ],
    ['without places', { geometry: 'u`rgFswjpAKD' }],
  ])('R5: an answer %s is a typed error', async (_name, body) => {
    const error = await failureOf(openHosted([{ body }]).routing.elevation({ positions: [start, end] }));
    expect(error).toMatchObject({ code: 'response-format' });
  });
});

describe('points of interest', () => {
  it('around a place, by category', async () => {
    const feature = {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [8.681, 49.415] },
      properties: {
        osm_id: 290_123,
        osm_type: 1,
        distance: 58.2,
        category_ids: { '601': { category_name: 'fountain', category_group: 'tourism' } },
        osm_tags: { name: 'Old Fountain', wheelchair: 'yes' },
      },
    };
    const { routing, sent } = openHosted([{ body: { type: 'FeatureCollection', features: [feature] } }]);
    const { pois } = await routing.pois({
      around: start,
      bufferMeters: 250,
      categories: [601],
      limit: 200,
      sortBy: 'distance',
      providerOptions: { filters: { wheelchair: ['yes'] } },
    });
    expect(sent[0]?.body).toEqual({
      request: 'pois',
      geometry: { geojson: { type: 'Point', coordinates: start }, buffer: 250 },
      filters: { category_ids: [601], wheelchair: ['yes'] },
      limit: 200,
      sortby: 'distance',
    });
    expect(pois).toEqual([
      {
        position: [8.681, 49.415],
        name: 'Old Fountain',
        categories: [{ id: 601, name: 'fountain', group: 'tourism' }],
        distanceMeters: 58.2,
        tags: { name: 'Old Fountain', wheelchair: 'yes' },
        osmId: 'node/290123',
      },
    ]);
  });

  it('in a box, along a line, of a group', async () => {
    const { routing, sent } = openHosted([{ body: { features: [] } }]);
    const line = {
      type: 'LineString',
      coordinates: [
        [8, 49],
        [9, 50],
      ],
    } as {
      type: 'LineString';
      coordinates: [number, number][];
    };
    await routing.pois({ boundingBox: [8, 49, 9, 50], around: line, categoryGroups: [560] });
    expect(sent[0]?.body).toEqual({
      request: 'pois',
      geometry: {
        bbox: [
          [8, 49],
          [9, 50],
        ],
        geojson: line,
        buffer: 0,
      },
      filters: { category_group_ids: [560] },
    });
  });
});

describe('geocoding', () => {
  const place = {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [8.68, 49.41] },
    bbox: [8.57, 49.35, 8.79, 49.46],
    properties: {
      gid: 'whosonfirst:locality:101748479',
      layer: 'locality',
      name: 'Heidelberg',
      label: 'Heidelberg, BW, Germany',
      locality: 'Heidelberg',
      region: 'Baden-Württemberg',
      country: 'Germany',
      country_a: 'DEU',
      confidence: 1,
      distance: 1.234,
    },
  };
  const body = {
    geocoding: { attribution: 'openrouteservice.org', warnings: ['performance optimization'] },
    type: 'FeatureCollection',
    features: [place, place],
  };

  it('of a text, with all its options', async () => {
    const { routing, sent } = openHosted([{ body }]);
    const { places, warnings, meta } = await routing.geocode({
      text: 'Heidelberg',
      focus: start,
      boundingBox: [8, 49, 9, 50],
      countries: ['de', 'at'],
      language: 'de',
      limit: 5,
      providerOptions: { layers: 'locality' },
    });
    expect(Object.fromEntries(sent[0]?.url.searchParams ?? [])).toEqual({
      text: 'Heidelberg',
      'focus.point.lon': '8.681495',
      'focus.point.lat': '49.41461',
      'boundary.rect.min_lon': '8',
      'boundary.rect.min_lat': '49',
      'boundary.rect.max_lon': '9',
      'boundary.rect.max_lat': '50',
      'boundary.country': 'DE,AT',
      size: '5',
      layers: 'locality',
    });
    expect(sent[0]?.headers.get('accept-language')).toBe('de');
    expect(places[0]).toEqual({
      position: [8.68, 49.41],
      label: 'Heidelberg, BW, Germany',
      name: 'Heidelberg',
      kind: 'locality',
      locality: 'Heidelberg',
      region: 'Baden-Württemberg',
      country: 'Germany',
      countryCode: 'DEU',
      confidence: 1,
      distanceMeters: 1234,
      boundingBox: [8.57, 49.35, 8.79, 49.46],
      providerId: 'whosonfirst:locality:101748479',
    });
    expect(warnings).toEqual([{ kind: 'notice', message: 'performance optimization' }]);
    expect(meta.attribution).toEqual(['openrouteservice.org']);
  });

  it('of the beginning of a name has no size there; the result has', async () => {
    const { routing, sent } = openHosted([{ body }]);
    const { places } = await routing.geocode({ text: 'Heid', isPartial: true, limit: 1 });
    expect(sent[0]?.url.pathname).toBe('/pelias/v1/autocomplete');
    expect(Object.fromEntries(sent[0]?.url.searchParams ?? [])).toEqual({ text: 'Heid' });
    expect(places).toHaveLength(1);
  });

  it('of an address in parts', async () => {
    const { routing, sent } = openHosted([{ body }]);
    const address = {
      street: 'Berliner Straße 45',
      postalCode: '69120',
      locality: 'Heidelberg',
      county: 'Rhein-Neckar',
      region: 'Baden-Württemberg',
      country: 'DE',
    };
    await routing.geocode({ address });
    expect(Object.fromEntries(sent[0]?.url.searchParams ?? [])).toEqual({
      address: 'Berliner Straße 45',
      postalcode: '69120',
      locality: 'Heidelberg',
      county: 'Rhein-Neckar',
      region: 'Baden-Württemberg',
      country: 'DE',
      size: '10',
    });
  });

  it('of a position has its radius in kilometres there', async () => {
    const { routing, sent } = openHosted([{ body }]);
    const { places } = await routing.reverseGeocode({ position: start, radiusMeters: 500 });
    expect(Object.fromEntries(sent[0]?.url.searchParams ?? [])).toEqual({
      'point.lon': '8.681495',
      'point.lat': '49.41461',
      'boundary.circle.radius': '0.5',
      size: '1',
    });
    expect(places).toHaveLength(1);
  });
});

describe('optimisation', () => {
  const window = [28_800, 43_200] as const;
  const request = {
    jobs: [
      {
        id: 'fix a pipe',
        position: end,
        serviceSeconds: 300,
        setupSeconds: 60,
        timeWindows: [window],
        delivery: [1],
        pickup: [2],
        skills: ['plumbing'],
        priority: 10,
      },
    ],
    shipments: [
      {
        id: 'piano',
        pickup: { position: start, serviceSeconds: 600 },
        delivery: { position: middle, serviceSeconds: 900 },
        amount: [3],
        skills: ['lifting', 'plumbing'],
        priority: 5,
      },
    ],
    vehicles: [
      {
        id: 'van',
        profile: 'driving' as const,
        start,
        end,
        capacity: [4],
        skills: ['lifting', 'plumbing'],
        timeWindow: window,
        breaks: [{ timeWindows: [window], durationSeconds: 1800 }],
        maxStops: 10,
        maxTravelSeconds: 7200,
        maxDistanceMeters: 50_000,
      },
      { id: 'bike', profile: 'cycling' as const, start },
    ],
    geometry: true,
  };

  it('has whole numbers for all names', async () => {
    const { routing, sent } = openHosted([{ body: { code: 0, routes: [], unassigned: [] } }]);
    await routing.optimize(request);
    expect(sent[0]?.body).toEqual({
      jobs: [
        {
          id: 1,
          location: end,
          service: 300,
          setup: 60,
          time_windows: [window],
          delivery: [1],
          pickup: [2],
          skills: [1],
          priority: 10,
        },
      ],
      shipments: [
        {
          pickup: { id: 2, location: start, service: 600 },
          delivery: { id: 2, location: middle, service: 900 },
          amount: [3],
          skills: [2, 1],
          priority: 5,
        },
      ],
      vehicles: [
        {
          id: 1,
          profile: 'driving-car',
          start,
          end,
          capacity: [4],
          skills: [2, 1],
          time_window: window,
          breaks: [{ id: 1, time_windows: [window], service: 1800 }],
          max_tasks: 10,
          max_travel_time: 7200,
          max_distance: 50_000,
        },
        { id: 2, profile: 'cycling-regular', start },
      ],
      options: { g: true },
    });
  });

  const steps = [
    { type: 'start', location: start, arrival: 28_800, duration: 0 },
    { type: 'pickup', id: 2, location: start, arrival: 28_800, service: 600, load: [3], duration: 0 },
    { type: 'break', id: 1, arrival: 29_400, service: 1800, duration: 0 },
    {
      type: 'job',
      id: 1,
      location: end,
      arrival: 31_463,
      setup: 60,
      service: 300,
      waiting_time: 7,
      duration: 263,
    },
    { type: 'end', location: end, arrival: 31_830, duration: 263 },
  ];
  const planned = {
    vehicle: 1,
    steps,
    duration: 263,
    distance: 1365,
    service: 2700,
    setup: 60,
    waiting_time: 7,
    geometry: encodePolyline([start, end]),
  };

  it('has the names of the request again', async () => {
    const unassigned = [
      { id: 2, type: 'pickup', location: start },
      { id: 2, type: 'delivery', location: middle },
    ];
    const { routing } = openHosted([{ body: { code: 0, routes: [planned], unassigned } }]);
    const { routes, unassigned: left } = await routing.optimize(request);
    expect(left).toEqual([{ id: 'piano' }]);
    expect(routes[0]).toMatchObject({
      vehicleId: 'van',
      durationSeconds: 263,
      distanceMeters: 1365,
      waitingSeconds: 7,
      serviceSeconds: 2760,
      geometry: { type: 'LineString' },
    });
    expect(routes[0]?.stops.map(({ kind, id, arrivalSeconds }) => [kind, id, arrivalSeconds])).toEqual([
      ['start', undefined, 28_800],
      ['pickup', 'piano', 28_800],
      ['break', undefined, 29_400],
      ['job', 'fix a pipe', 31_463],
      ['end', undefined, 31_830],
    ]);
    expect(routes[0]?.stops[3]).toMatchObject({ waitingSeconds: 7, serviceSeconds: 360, position: end });
    expect(routes[0]?.stops[1]).toMatchObject({ load: [3] });
  });

  it.each([
    ['a vehicle', { ...planned, vehicle: 3 }],
    ['a job', { ...planned, steps: [{ type: 'job', id: 3, arrival: 0 }] }],
    ['a job without an id', { ...planned, steps: [{ type: 'job', arrival: 0 }] }],
  ])('R5: %s that was not requested is a typed error', async (_name, unknown) => {
    const { routing } = openHosted([{ body: { code: 0, routes: [unknown], unassigned: [] } }]);
    expect(await failureOf(routing.optimize(request))).toMatchObject({ code: 'response-format' });
  });

  it('R8: refuses more than three vehicles or fifty stops before anything is sent', async () => {
    const { routing, sent } = openHosted([]);
    const jobs = Array.from({ length: 51 }, (_, index) => ({ id: `job ${index}`, position: end }));
    const { vehicles } = request;
    expect(await failureOf(routing.optimize({ jobs, vehicles }))).toMatchObject({ code: 'limit-exceeded' });
    const four = ['a', 'b', 'c', 'd'].map((id) => ({ id, profile: 'driving' as const, start }));
    const few = jobs.slice(0, 2);
    expect(await failureOf(routing.optimize({ jobs: few, vehicles: four }))).toMatchObject({
      code: 'limit-exceeded',
    });
    expect(sent).toEqual([]);
  });

  it('warns for buses, whose durations are those of trucks', async () => {
    const { routing } = openHosted([{ body: { code: 0, routes: [], unassigned: [] } }]);
    const vehicles = [{ id: 'bus', profile: 'bus' as const, start }];
    const { warnings } = await routing.optimize({ jobs: [{ id: 'a', position: end }], vehicles });
    expect(warnings).toMatchObject([{ kind: 'not-honoured' }]);
  });
});
