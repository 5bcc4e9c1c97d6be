import { type OptionNames, optionKinds, refuseUnknown } from '@org/core/basics';
import { boxOfPoints } from '../model/geometry/box.ts';
import { asLine } from '../model/geometry/line.ts';
import type {
  BoundingBox,
  Coordinate,
  DeepReadonly,
  LineString,
  MultiPolygon,
  Polygon,
  Position,
} from '../model/geometry/position.ts';
import type { Isochrone } from '../model/reach/isochrones.ts';
import type { PlannedRoute } from '../model/reach/optimize.ts';
import type { ResultMeta, SnappedPoint } from '../model/result.ts';
import type { Route } from '../model/routes/route.ts';
import {
  requireArea,
  requireLegs,
  requireLine,
  requirePoints,
  requireResult,
  requireRoute,
} from './require-result.ts';

const geoJsonNames: OptionNames<GeoJsonOptions> = { legs: optionKinds.flag, steps: optionKinds.flag };
/** A point of GeoJSON. @public */
export interface Point {
  /** Always `Point`. */
  type: 'Point';
  /** The place. */
  coordinates: Coordinate;
}

/** A geometry of a result. @public */
export type ResultGeometry = Point | LineString | Polygon | MultiPolygon;

/** A feature of GeoJSON (RFC 7946). @public */
export interface Feature<Geometry extends ResultGeometry = ResultGeometry> {
  /** Always `Feature`. */
  type: 'Feature';
  /** The place or the area. */
  geometry: Geometry;
  /** Numbers and texts of the result, under its names; `kind` is the kind of feature. */
  properties: Record<string, unknown>;
}

/** A collection of features of GeoJSON. @public */
export interface FeatureCollection<Geometry extends ResultGeometry = ResultGeometry> {
  /** Always `FeatureCollection`. */
  type: 'FeatureCollection';
  /** The features. */
  features: Feature<Geometry>[];
  /** The bounding box of all features; the west is greater than the east over the date line. */
  bbox?: BoundingBox;
  /** The text that the licence requires, from `meta.attribution`. A foreign member. */
  attribution?: string[];
}

/** The input of {@link toGeoJson}: a result, or the same fields from elsewhere. @public */
export interface ResultParts<Line = Route> {
  /** Routes, of directions or a match. */
  readonly routes?: readonly DeepReadonly<Line>[] | undefined;
  /** The waypoints of directions. */
  readonly waypoints?: readonly DeepReadonly<SnappedPoint>[] | undefined;
  /** The areas. */
  readonly isochrones?: readonly DeepReadonly<Isochrone>[] | undefined;
  /** Points of a snap, of nearest, or of a match. */
  readonly points?: readonly (DeepReadonly<SnappedPoint> | null)[] | undefined;
  /** The origins of a matrix. */
  readonly origins?: readonly DeepReadonly<SnappedPoint>[] | undefined;
  /** The destinations of a matrix. */
  readonly destinations?: readonly DeepReadonly<SnappedPoint>[] | undefined;
  /** The attribution. */
  readonly meta?: Pick<ResultMeta, 'attribution'> | undefined;
}

/** Which parts of routes become features. @public */
export interface GeoJsonOptions {
  /** A feature for each leg. @defaultValue false */
  readonly legs?: boolean | undefined;
  /** A feature for each step, with its instruction. @defaultValue false */
  readonly steps?: boolean | undefined;
}

/**
 * A result as a collection of GeoJSON features: routes, then legs and steps if asked, isochrones, then
 * snapped points. Points without a place are left out. @public
 *
 * @example
 * const result = await routing.directions({ profile: 'driving', waypoints });
 * await writeFile('route.geojson', JSON.stringify(toGeoJson(result, { steps: true })));
 */
export function toGeoJson(
  result: ResultParts<Route | PlannedRoute>,
  options: GeoJsonOptions = {},
): FeatureCollection {
  refuseUnknown(options, geoJsonNames, 'toGeoJson()');
  requireResult('result', result);
  const { legs, steps } = options;
  if (legs === true || steps === true) requireLegs('result.routes', result.routes);
  const features: Feature[] = [
    ...(result.routes ?? []).flatMap((route, index) => [
      routeFeature(route, index),
      ...(legs === true ? legFeatures(route as DeepReadonly<Route>, index) : []),
      ...(steps === true ? stepFeatures(route as DeepReadonly<Route>, index) : []),
    ]),
    ...(result.isochrones ?? []).map(isochroneFeature),
    ...pointFeatures(result.waypoints ?? [], 'waypoint'),
    ...pointFeatures(result.points ?? [], 'point'),
    ...pointFeatures(result.origins ?? [], 'origin'),
    ...pointFeatures(result.destinations ?? [], 'destination'),
  ];
  const bbox = boxOfPoints(features.flatMap(({ geometry }) => positionsOf(geometry)));
  const attribution = result.meta?.attribution ?? [];
  return {
    type: 'FeatureCollection',
    ...(bbox !== undefined && { bbox }),
    ...(attribution.length > 0 && { attribution: [...attribution] }),
    features,
  };
}

/** A route as a line; one of `optimize()` has it only with `geometry: true`. @public */
export function routeFeature(route: DeepReadonly<Route | PlannedRoute>, routeIndex = 0): Feature<LineString> {
  requireLine('route', route);
  const { geometry, vehicleId, distanceMeters, durationSeconds, ascentMeters, descentMeters } =
    route as Route & Partial<PlannedRoute>;
  const measures = { distanceMeters, durationSeconds, ascentMeters, descentMeters };
  return feature(geometry, { kind: 'route', routeIndex, vehicleId, ...measures });
}

/** The legs of a route, each as a line. @public */
export function legFeatures(route: DeepReadonly<Route>, routeIndex = 0): Feature<LineString>[] {
  requireRoute(route);
  return route.legs.map(({ steps: _, geometryRange, ...measures }, legIndex) =>
    feature(partOf(route, geometryRange), { kind: 'leg', routeIndex, legIndex, ...measures }),
  );
}

/** The steps of a route, each as a line with its instruction. @public */
export function stepFeatures(route: DeepReadonly<Route>, routeIndex = 0): Feature<LineString>[] {
  requireRoute(route);
  return route.legs.flatMap(({ steps }, legIndex) =>
    steps.map(({ maneuver, geometryRange, ...rest }, stepIndex) =>
      feature(partOf(route, geometryRange), {
        kind: 'step',
        routeIndex,
        legIndex,
        stepIndex,
        maneuver: maneuver.kind,
        direction: maneuver.direction,
        exit: maneuver.exit,
        ...rest,
      }),
    ),
  );
}

/** An isochrone as an area. @public */
export function isochroneFeature(isochrone: DeepReadonly<Isochrone>): Feature<Polygon | MultiPolygon> {
  requireArea('isochrone', isochrone);
  const { geometry, center: _, ...properties } = isochrone as Isochrone;
  return feature(geometry, { kind: 'isochrone', ...properties });
}

/** Snapped points. Those without a place are left out; `index` is that of the request. @public */
export function pointFeatures(
  points: readonly (DeepReadonly<SnappedPoint> | null)[],
  kind = 'point',
): Feature<Point>[] {
  requirePoints(points);
  return points.flatMap((point, index) => {
    if (point === null || point.position === null || point.position === undefined) return [];
    const { position, ...properties } = point;
    return [
      feature(
        { type: 'Point' as const, coordinates: position as Coordinate },
        { kind, index, ...properties },
      ),
    ];
  });
}

export function positionsOf(geometry: DeepReadonly<ResultGeometry>): readonly Position[] {
  if (geometry.type === 'Point') return [geometry.coordinates];
  if (geometry.type === 'LineString') return geometry.coordinates;
  return geometry.type === 'Polygon' ? geometry.coordinates.flat() : geometry.coordinates.flat(2);
}

function feature<Geometry extends ResultGeometry>(
  geometry: Geometry,
  properties: Record<string, unknown>,
): Feature<Geometry> {
  const known = Object.entries(properties).filter(([, value]) => value !== undefined);
  return { type: 'Feature', geometry, properties: Object.fromEntries(known) };
}

function partOf(route: DeepReadonly<Route>, [from, to]: readonly [number, number]): LineString {
  return {
    type: 'LineString',
    coordinates: asLine(route.geometry.coordinates.slice(from, to + 1) as Coordinate[]),
  };
}
