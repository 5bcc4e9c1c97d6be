export { boxOfLine, boxOfPoints } from '../model/geometry/box.ts';
export { distanceBetween } from '../model/geometry/position.ts';
export { areaOf } from '../model/geometry/sphere.ts';
export { decodeFlatPolyline, encodeFlatPolyline } from '../model/polyline/polyline.ts';
export { type ClosestPoint, closestPoint, type PointOnLine, pointAlong, splitLine } from './along.ts';
export type { MatrixCells } from './cells.ts';
export {
  type Feature,
  type FeatureCollection,
  isochroneFeature,
  legFeatures,
  type Point,
  pointFeatures,
  type ResultGeometry,
  type ResultParts,
  routeFeature,
  stepFeatures,
  toGeoJson,
} from './features.ts';
export { distancesAlong, lengthOf } from './geometry.ts';
export { toGpx } from './gpx.ts';
export { toKml } from './kml.ts';
export type { NearDestination } from './matrix.ts';
export { nearestDestinations, toCsv } from './matrix.ts';
export { simplifyLine, simplifyRoute } from './simplify.ts';
export { type LegTotal, totalOf } from './total.ts';
