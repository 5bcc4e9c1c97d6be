import { encodePolyline, type Position } from '@org/routing';
import { boundingBox } from '../../engine/geometry.ts';
import { climbOf } from './heights.ts';
import type { OrsRoute } from './route.ts';

export function renderJson(routes: readonly OrsRoute[], metadata: object, withGeometry: boolean) {
  return {
    bbox: boxOf(routes),
    routes: routes.map((route) => ({
      summary: { ...route.summary, ...climb(route) },
      segments: renderSegments(route),
      bbox: boxOf([route]),
      ...(withGeometry && {
        geometry: encodePolyline(lineOf(route), { elevation: route.heights !== undefined }),
      }),
      way_points: route.wayPoints,
      ...warnings(route),
    })),
    metadata,
  };
}

export function renderGeoJson(routes: readonly OrsRoute[], metadata: object) {
  return {
    type: 'FeatureCollection',
    bbox: boxOf(routes),
    features: routes.map((route) => ({
      bbox: boxOf([route]),
      type: 'Feature',
      properties: {
        ...climb(route),
        segments: renderSegments(route),
        way_points: route.wayPoints,
        summary: route.summary,
        transfers: 0,
        fare: 0,
        ...warnings(route),
      },
      geometry: { type: 'LineString', coordinates: lineOf(route) },
    })),
    metadata,
  };
}

/** Six numbers with heights, otherwise four. */
function boxOf(routes: readonly OrsRoute[]): number[] {
  const [west, south, east, north] = boundingBox(routes.flatMap(({ line }) => line));
  const heights = routes.flatMap((route) => route.heights ?? []);
  if (heights.length === 0) return [west, south, east, north];
  const [low, high] = heights.reduce(
    ([least, most], height) => [Math.min(least, height), Math.max(most, height)] as const,
    [Infinity, -Infinity] as const,
  );
  return [west, south, low, east, north, high];
}

function lineOf({ line, heights }: OrsRoute): readonly Position[] {
  if (heights === undefined) return line;
  return line.map(([longitude, latitude], index) => [longitude, latitude, heights[index] ?? 0]);
}

function climb({ heights }: OrsRoute): object {
  return heights === undefined ? {} : climbOf(heights);
}

function renderSegments({ segments, heights, wayPoints }: OrsRoute): readonly object[] {
  if (heights === undefined) return segments;
  return segments.map((segment, index) => ({
    ...segment,
    ...climbOf(heights.slice(wayPoints[index], (wayPoints[index + 1] ?? 0) + 1)),
  }));
}

function warnings(route: OrsRoute): object {
  return route.warnings.length === 0 ? {} : { warnings: route.warnings };
}
