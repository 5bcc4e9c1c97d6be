import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Coordinate, OptimizeSolution, Route } from '../src/index.ts';
import {
  legFeatures,
  pointFeatures,
  simplifyRoute,
  stepFeatures,
  toGeoJson,
  toGpx,
  toKml,
} from '../src/results/index.ts';
import { sampleRoute } from './sample-route.ts';

describe('GeoJSON', () => {
  it('points alone are features of the kind that is given, or `point`', () => {
    const points = [null, { position: [8, 49] as Coordinate }];
    const properties = (kind?: string) => pointFeatures(points, kind).map((feature) => feature.properties);
    expect(properties()).toEqual([{ kind: 'point', index: 1 }]);
    expect(properties('stop')).toEqual([{ kind: 'stop', index: 1 }]);
  });

  it('R1: routes, legs, steps and points are features with their numbers', () => {
    const result = {
      routes: [sampleRoute],
      waypoints: [{ position: [8.68, 49.41] as Coordinate, name: 'A <road>' }, { position: null }],
      meta: { attribution: ['© OpenStreetMap contributors'] },
    };
    const collection = toGeoJson(result, { legs: true, steps: true });
    expect(collection.features.map(({ properties }) => properties.kind)).toEqual([
      'route',
      'leg',
      'leg',
      'step',
      'step',
      'step',
      'waypoint',
    ]);
    expect(collection.bbox).toEqual([8.68, 49.41, 8.69, 49.42]);
    expect(collection.attribution).toEqual(['© OpenStreetMap contributors']);
    expect(collection.features[3]?.properties).toEqual({
      kind: 'step',
      routeIndex: 0,
      legIndex: 0,
      stepIndex: 0,
      maneuver: 'depart',
      instruction: 'Head <east> & "on"',
      distanceMeters: 700,
      durationSeconds: 70,
    });
    // An arrival is a line of GeoJSON, too: two points or more.
    for (const { geometry } of collection.features)
      if (geometry.type === 'LineString') expect(geometry.coordinates.length).toBeGreaterThanOrEqual(2);
    expect(JSON.parse(JSON.stringify(collection))).toEqual(collection);
  });

  it('isochrones keep their numbers', () => {
    const ring: Coordinate[] = [
      [8, 49],
      [9, 49],
      [9, 50],
      [8, 49],
    ];
    const isochrone = { locationIndex: 0, range: 300, areaSquareMeters: 7, population: 12 };
    const geometry = { type: 'Polygon' as const, coordinates: [ring] };
    const { features } = toGeoJson({ isochrones: [{ ...isochrone, geometry }] });
    expect(features).toEqual([
      { type: 'Feature', geometry, properties: { kind: 'isochrone', ...isochrone } },
    ]);
  });

  it('a plan of optimize() has a line for each vehicle, and neither legs nor instructions', () => {
    const geometry = { type: 'LineString' as const, coordinates: sampleRoute.geometry.coordinates };
    const times = { durationSeconds: 70, waitingSeconds: 0, serviceSeconds: 0 };
    const plan: OptimizeSolution = {
      routes: [{ vehicleId: 'v', stops: [], ...times, geometry }],
      unassigned: [],
    };
    const properties = { kind: 'route', routeIndex: 0, vehicleId: 'v', durationSeconds: 70 };
    expect(toGeoJson(plan).features).toEqual([{ type: 'Feature', geometry, properties }]);
    for (const call of [
      () => toGeoJson(plan, { steps: true }),
      () => toGpx(plan as never),
      () => toKml(plan as never),
    ])
      expect(call).toThrow('result.routes[0].legs must be a list, not undefined');
    expect(toGpx(plan as never, { instructions: 'none' })).toContain('<trkpt');
    expect(toKml(plan as never, { instructions: false })).toContain('<LineString>');
    const bare = { routes: plan.routes.map((each) => ({ ...each, geometry: undefined })) };
    expect(() => toGeoJson(bare)).toThrow('result.routes[0].geometry must be a LineString, not undefined');
  });

  it('a route has whole legs and steps where they are needed', () => {
    const [leg] = sampleRoute.legs;
    const [step] = leg?.steps ?? [];
    const wrong: readonly (readonly [legs: unknown, path: string])[] = [
      [[null], 'legs[0] must be an object'],
      [[leg, 5], 'legs[1] must be an object'],
      [[{ ...leg, geometryRange: undefined }], 'legs[0].geometryRange must be [from, to]'],
      [[{ ...leg, geometryRange: ['a', null] as never }], 'legs[0].geometryRange must be [from, to]'],
      [[{ ...leg, steps: undefined }], 'legs[0].steps must be a list'],
      [[{ ...leg, steps: [step, null] }], 'legs[0].steps[1] must be an object'],
      [
        [{ ...leg, steps: [{ ...step, maneuver: undefined }] }],
        'legs[0].steps[0].maneuver must be an object',
      ],
      [
        [{ ...leg, steps: [{ ...step, geometryRange: 0 }] }],
        'legs[0].steps[0].geometryRange must be [from, to]',
      ],
    ];
    for (const [legs, path] of wrong) {
      const route = { ...sampleRoute, legs } as never;
      for (const call of [legFeatures, stepFeatures]) expect(() => call(route)).toThrow(`route.${path}, not`);
      expect(() => simplifyRoute(route, { toleranceMeters: 1 })).toThrow(`route.${path}, not`);
      for (const call of [toGpx, toKml])
        expect(() => call({ routes: [sampleRoute, route] })).toThrow(`result.routes[1].${path}, not`);
      expect(() => toGeoJson({ routes: [route] }, { legs: true })).toThrow(`result.routes[0].${path}, not`);
    }
  });

  it('nothing is an empty collection without a box', () => {
    expect(toGeoJson({})).toEqual({ type: 'FeatureCollection', features: [] });
  });
});

describe('GPX and KML', () => {
  const result = { routes: [sampleRoute], meta: { attribution: ['A & B', '<C>'] } };

  it('GPX has a track with every point, and a route with the instructions', () => {
    const gpx = toGpx(result, { name: 'To "work" & back' });
    expect(gpx.match(/<trkpt /g)).toHaveLength(5);
    expect(gpx).toContain('<trkpt lat="49.41" lon="8.68"><ele>110.5</ele></trkpt>');
    expect(gpx.match(/<rtept /g)).toHaveLength(3);
    expect(gpx).toContain('<name>Head &lt;east&gt; &amp; &quot;on&quot;</name><type>depart</type>');
    expect(gpx).toContain('<metadata><name>To &quot;work&quot; &amp; back</name>');
    expect(gpx).toContain('<copyright author="A &amp; B, &lt;C&gt;"/></metadata>');
    // The order of the schema: waypoints, routes, tracks.
    expect(gpx.indexOf('<rte>')).toBeLessThan(gpx.indexOf('<trk>'));
    const waypoints = toGpx(result, { instructions: 'waypoints' });
    expect(waypoints.match(/<wpt /g)).toHaveLength(3);
    expect(waypoints).not.toContain('<rte>');
    expect(toGpx(result, { instructions: 'none' })).not.toMatch(/<rte>|<wpt/);
  });

  it('KML has lines, maneuvers, and areas with holes', () => {
    const ring: Coordinate[] = [
      [8, 49],
      [9, 49],
      [9, 50],
      [8, 49],
    ];
    const kml = toKml({
      ...result,
      isochrones: [
        {
          locationIndex: 0,
          range: 300,
          areaSquareMeters: 1,
          geometry: { type: 'Polygon', coordinates: [ring, ring] },
        },
        {
          locationIndex: 0,
          range: 600,
          areaSquareMeters: 1,
          geometry: { type: 'MultiPolygon', coordinates: [[ring]] },
        },
      ],
    });
    expect(kml).toContain('8.68,49.41,110.5 ');
    expect(kml).toContain('Location 1, range 300');
    expect(kml.match(/<Placemark>/g)).toHaveLength(6);
    expect(kml.match(/<innerBoundaryIs>/g)).toHaveLength(1);
    expect(kml.indexOf('range 600')).toBeLessThan(kml.indexOf('range 300'));
    expect(toKml(result, { instructions: false })).not.toContain('<Point>');
  });

  it('R8: no text breaks out of its element', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const file of [toGpx({}, { name: text }), toKml({}, { name: text })]) {
          const [, inside = ''] = /<name>([\s\S]*)<\/name>/.exec(file) ?? [];
          expect(inside).not.toMatch(/[<>"']|&(?!(?:amp|lt|gt|quot|apos);)/);
          expect(new TextDecoder().decode(new TextEncoder().encode(file))).toBe(file);
          // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no way to write them
          expect(file).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/);
        }
      }),
    );
  });

  it('small numbers have no exponent', () => {
    const coordinates: Coordinate[] = [
      [0.0000001, -0.0000002],
      [0, 0],
    ];
    const route: Route = { ...sampleRoute, legs: [], geometry: { type: 'LineString', coordinates } };
    expect(toGpx({ routes: [route] })).toContain('lat="-0.0000002" lon="0.0000001"');
  });
});
