import { createRoutingClient, encodePolyline } from '@org/routing';
import { valhalla } from '@org/routing/valhalla';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failureOf, type ScriptedAnswer, scriptedFetch } from '../scripted-fetch.ts';

const profile = 'driving';
const start = [10, 50] as const;
const middle = [10.0014, 50] as const;
const end = [10.0028, 50] as const;
const line = [start, middle, end];
const shape = encodePolyline(line, { precision: 6 });

function open(...answers: readonly unknown[]) {
  const network = scriptedFetch(...answers.map((body): ScriptedAnswer => ({ body })));
  const driver = valhalla({ baseUrl: 'https://valhalla.example.com' });
  return { ...network, routing: createRoutingClient({ driver, limiter: false, runtime: network.runtime }) };
}

const summary = { time: 20, length: 0.2 };
const trip = { legs: [{ shape, summary }], summary, units: 'kilometers', language: 'en-US' };

describe('a response with directions', () => {
  it.each([
    ['inside of the trip, as the engine sends them', { trip: { ...trip, warnings: [{ code: 208 }] } }],
    ['next to the trip', { trip, warnings: [{ code: 208 }] }],
  ])('has its warnings %s', async (_name, body) => {
    const { warnings } = await open(body).routing.directions({ profile, waypoints: [start, end] });
    expect(warnings).toMatchObject([{ kind: 'not-honoured', providerCode: '208' }]);
  });

  it.each([
    ['not-honoured', [200, 201, 202, 203, 204, 206, 208, 211, 214, 303, 402, 500]],
    ['notice', [100, 104, 215, 300, 302, 400, 401, 999]],
  ])('has warnings of kind %s', async (kind, codes) => {
    const warnings = codes.map((code) => ({ code, text: `words ${code}` }));
    const answer = open({ trip: { ...trip, warnings } }).routing;
    const result = await answer.directions({ profile, waypoints: [start, end] });
    expect(result.warnings.map((warning) => warning.kind)).toEqual(codes.map(() => kind));
  });

  it.each([
    ['kilometers', 1],
    ['miles', 0.3048],
  ])('in %s has heights in metres', async (units, unit) => {
    const elevation = [100, 110, 120, 115, 110].map((meters) => meters / unit);
    const legs = [{ shape, summary, elevation, elevation_interval: 50 / unit }];
    const { routing } = open({ trip: { ...trip, units, legs } });
    const { routes } = await routing.directions({ profile, waypoints: [start, end], elevation: true });
    expect(routes[0]).toMatchObject({ ascentMeters: 20, descentMeters: 10 });
    expect(routes[0].geometry.coordinates).toEqual([
      [10, 50, 100],
      [10.0014, 50, expect.closeTo(120, 0)],
      [10.0028, 50, expect.closeTo(110, 0)],
    ]);
  });

  it.each([
    ['-500', -500],
    ['32768', 32768],
  ])('whose height is %s has none, and a warning', async (_name, height) => {
    const legs = [{ shape, summary, elevation: [100, height], elevation_interval: 30 }];
    const { routing } = open({ trip: { ...trip, legs } });
    const result = await routing.directions({ profile, waypoints: [start, end], elevation: true });
    expect(result.routes[0].geometry.coordinates[0]).toEqual([10, 50]);
    expect(result.warnings).toMatchObject([{ kind: 'not-honoured' }]);
  });

  it('has the order of the waypoints, each in its place of the request', async () => {
    const legs = [
      { shape: encodePolyline([start, middle], { precision: 6 }), summary },
      { shape: encodePolyline([middle, end], { precision: 6 }), summary },
      { shape: encodePolyline([end, [10.0042, 50]], { precision: 6 }), summary },
    ];
    const locations = [0, 2, 1, 3].map((index) => ({ original_index: index }));
    const waypoints = [start, end, middle, [10.0042, 50]] as const;
    const { routing } = open({ trip: { ...trip, legs, locations } });
    const result = await routing.directions({ profile, waypoints, optimizeOrder: true });
    expect(result.routes[0].waypointOrder).toEqual([0, 2, 1, 3]);
    expect(result.waypoints.map(({ position }) => position)).toEqual(waypoints);
  });

  it.each([
    ['no order', undefined],
    ['an index twice', [{ original_index: 0 }, { original_index: 1 }, { original_index: 1 }]],
    ['an index too large', [{ original_index: 0 }, { original_index: 3 }, { original_index: 2 }]],
    ['too few', [{ original_index: 0 }, { original_index: 1 }]],
  ])('R5: with %s is a typed error', async (_name, locations) => {
    const { routing } = open({ trip: { ...trip, ...(locations && { locations }) } });
    const error = await failureOf(routing.directions({ profile, waypoints: line, optimizeOrder: true }));
    expect(error).toMatchObject({ code: 'response-format' });
  });
});

describe('the attributes of a line', () => {
  const edge = (from: number, to: number, more: object) => ({
    begin_shape_index: from,
    end_shape_index: to,
    ...more,
  });
  const attributesOf = async (edges: readonly object[], wireShape = shape) => {
    const { routing } = open({ shape: wireShape, edges });
    return (await routing.attributes({ profile, line })).attributes;
  };

  it.each([
    ['paved_smooth', 'paved'],
    ['paved', 'paved'],
    ['paved_rough', 'paved'],
    ['compacted', 'compacted'],
    ['dirt', 'dirt'],
    ['gravel', 'gravel'],
    ['path', 'unpaved'],
    ['impassable', 'unpaved'],
    ['lava', null],
  ])('surface %s is %s', async (surface, value) => {
    expect((await attributesOf([edge(0, 2, { surface })])).surface).toEqual([
      { geometryRange: [0, 2], value },
    ]);
  });

  it.each([
    ['motorway', 'road', 'motorway'],
    ['motorway', 'ramp', 'motorway_link'],
    ['residential', 'ramp', 'residential'],
    ['residential', 'living_street', 'living_street'],
    ['service_other', 'driveway', 'service'],
    ['service_other', 'footway', 'footway'],
    ['service_other', 'steps', 'steps'],
    ['service_other', 'track', 'track'],
    ['secondary', 'ferry', 'ferry'],
    ['primary', 'rail-ferry', 'ferry'],
  ])('%s with use %s is %s', async (road_class, use, value) => {
    const { roadClass } = await attributesOf([edge(0, 2, { road_class, use })]);
    expect(roadClass).toEqual([{ geometryRange: [0, 2], value }]);
  });

  it.each([
    ['a limit', { speed_limit: 50 }, { speedLimit: 50 }],
    ['none', { speed_limit: 'unlimited' }, { speedLimit: null }],
    ['an unknown one', { speed_limit: 0 }, { speedLimit: null }],
    ['a gradient', { weighted_grade: -3.333, max_upward_grade: 1 }, { gradient: -3.3 }],
    ['no heights', { weighted_grade: 0, max_upward_grade: -500 }, { gradient: null }],
    ['no heights in old versions', { weighted_grade: 0, max_upward_grade: 32768 }, { gradient: null }],
    ['a toll', { toll: true }, { toll: true }],
    ['a way', { way_id: 4_294_967_297 }, { wayId: 4_294_967_297 }],
  ])('%s', async (_name, wire, expected) => {
    const runs = await attributesOf([edge(0, 2, wire)]);
    for (const [name, value] of Object.entries(expected))
      expect(runs[name as 'toll']).toEqual([{ geometryRange: [0, 2], value }]);
  });

  it('neighbours with one value are one run; a gap is null', async () => {
    const { toll } = await attributesOf([edge(0, 1, { toll: false }), edge(1, 2, { toll: false })]);
    expect(toll).toEqual([{ geometryRange: [0, 2], value: false }]);
    const gap = await attributesOf([edge(1, 2, { toll: true })]);
    expect(gap.toll).toEqual([
      { geometryRange: [0, 1], value: null },
      { geometryRange: [1, 2], value: true },
    ]);
  });

  it('of a line with other points are those of its own points', async () => {
    const finer = encodePolyline([start, [10.0007, 50], [10.00141, 50], end], { precision: 6 });
    const { toll } = await attributesOf([edge(0, 2, { toll: true }), edge(2, 3, { toll: false })], finer);
    expect(toll).toEqual([
      { geometryRange: [0, 1], value: true },
      { geometryRange: [1, 2], value: false },
    ]);
  });

  const far = fc.record({
    longitude: fc.double({ min: 60, max: 89, noNaN: true }),
    latitude: fc.double({ min: -50, max: 50, noNaN: true }),
  });

  it.each([
    ['swapped axes', 6, true],
    ['another precision', 5, false],
  ] as const)('R2: of a line with %s are an error', async (_name, precision, isSwapped) => {
    await fc.assert(
      fc.asyncProperty(far, async ({ longitude, latitude }) => {
        const own = [[longitude, latitude] as const, [longitude + 0.01, latitude + 0.01] as const];
        const read = isSwapped ? own.map(([lon, lat]) => [lat, lon] as const) : own;
        const { routing } = open({ shape: encodePolyline(read, { precision }), edges: [] });
        const error = await failureOf(routing.attributes({ profile, line: own }));
        expect(error).toMatchObject({ code: 'response-format' });
      }),
    );
  });
});

describe('other responses', () => {
  it('heights may be null, one for each place', async () => {
    const { routing } = open({ height: [1.25, null] });
    expect((await routing.elevation({ positions: [start, end] })).heightsMeters).toEqual([1.25, null]);
  });

  it('an expansion may state no times', async () => {
    const feature = { geometry: { type: 'LineString', coordinates: [start] }, properties: {} };
    const { routing } = open({ features: [feature] });
    const { edges } = await routing.expansion({ profile, position: start, range: 1 });
    expect(edges).toEqual([{ geometry: { type: 'LineString', coordinates: [start, start] } }]);
  });

  it.each([
    ['a plain status', { version: '3.4.0', tileset_last_modified: 0 }, { isReady: true, version: '3.4.0' }],
    [
      'no tiles',
      { version: '3.9.1', tileset_last_modified: 0, has_tiles: false, bbox: { features: [] } },
      { isReady: false },
    ],
    [
      'a time',
      { version: '3.9.1', tileset_last_modified: 1_700_000_000 },
      { dataAt: new Date('2023-11-14T22:13:20Z') },
    ],
  ])('%s', async (_name, body, expected) => {
    const status = await open(body).routing.status();
    expect(status).toMatchObject(expected);
    expect(status).not.toHaveProperty('boundingBox');
    expect('dataAt' in status).toBe('dataAt' in expected);
  });

  it('the box of a status is that of its areas, also of more than half of the Earth', async () => {
    const [west, south, east, north] = [-130, 20, 60, 72];
    const corners = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ];
    const features = [{ geometry: { type: 'Polygon', coordinates: [corners] } }];
    const body = { version: '3.9.1', tileset_last_modified: 0, bbox: { features } };
    expect((await open(body).routing.status()).boundingBox).toEqual([west, south, east, north]);
  });
});
