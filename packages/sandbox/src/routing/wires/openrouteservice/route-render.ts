import { encodePolyline } from '@org/routing';
import { boundingBox } from '../../engine/geometry.ts';
import type { OrsRoute } from './route.ts';

export function renderJson(routes: readonly OrsRoute[], metadata: object, withGeometry: boolean) {
  return {
    bbox: overallBox(routes),
    routes: routes.map((route) => ({
      summary: route.summary,
      segments: route.segments,
      bbox: route.bbox,
      ...(withGeometry && { geometry: encodePolyline(route.line) }),
      way_points: route.wayPoints,
      ...warnings(route),
    })),
    metadata,
  };
}

export function renderGeoJson(routes: readonly OrsRoute[], metadata: object) {
  return {
    type: 'FeatureCollection',
    bbox: overallBox(routes),
    features: routes.map((route) => ({
      bbox: route.bbox,
      type: 'Feature',
      properties: {
        segments: route.segments,
        way_points: route.wayPoints,
        summary: route.summary,
        transfers: 0,
        fare: 0,
        ...warnings(route),
      },
      geometry: { type: 'LineString', coordinates: route.line },
    })),
    metadata,
  };
}

function overallBox(routes: readonly OrsRoute[]) {
  return boundingBox(routes.flatMap(({ line }) => line));
}

function warnings(route: OrsRoute): object {
  return route.warnings.length === 0 ? {} : { warnings: route.warnings };
}
