export { distanceBetween } from '../model/geometry/position.ts';
export { areaOf } from '../model/geometry/sphere.ts';
export { decodeFlatPolyline, encodeFlatPolyline } from '../model/polyline/polyline.ts';
export type { ClosestPoint, PointOnLine } from './along.ts';
export { closestPoint, pointAlong, splitLine } from './along.ts';
export { boxOfLine, boxOfPoints } from './box.ts';
export type {
  Feature,
  FeatureCollection,
  GeoJsonOptions,
  Point,
  ResultGeometry,
  ResultParts,
} from './features.ts';
export {
  isochroneFeature,
  legFeatures,
  pointFeatures,
  routeFeature,
  stepFeatures,
  toGeoJson,
} from './features.ts';
export { distancesAlong, lengthOf } from './geometry.ts';
export type { ExportOptions, GpxOptions } from './gpx.ts';
export { toGpx } from './gpx.ts';
export type { KmlOptions } from './kml.ts';
export { toKml } from './kml.ts';
export type { MatrixCells, MatrixCsvOptions, NearDestination, NearestOptions } from './matrix.ts';
export { nearestDestinations, toCsv } from './matrix.ts';
export type { SimplifyOptions } from './simplify.ts';
export { simplifyLine, simplifyRoute } from './simplify.ts';
export type { LegTotal } from './total.ts';
export { totalOf } from './total.ts';
