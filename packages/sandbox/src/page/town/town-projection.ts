import type { Town, TownPosition } from '../../map/town.ts';

/** A point of the drawing, in its units, from the upper left corner. */
export type DrawingPoint = readonly [x: number, y: number];

/** Converts degrees to the drawing. */
export interface TownProjection {
  readonly width: number;
  readonly height: number;
  /** More than the streets of a town: thin lines, without the names of streets. */
  readonly isWide: boolean;
  /** Units for one degree. */
  readonly perDegree: { readonly longitude: number; readonly latitude: number };
  project(position: TownPosition): DrawingPoint;
  contains(position: TownPosition): boolean;
}

// 64 units for 0.0009 degrees of latitude, which are 100 m: one block. A larger map has 1,000 units.
const townUnitsPerDegree = 64 / 0.0009;
const mostUnits = 1000;

/** Equirectangular around the middle of the map, north up: exact enough for a page. */
export function createTownProjection({ bounds }: Pick<Town, 'bounds'>): TownProjection {
  const { west, south, east, north } = bounds;
  const shrink = Math.cos(((south + north) / 2) * (Math.PI / 180));
  const largest = Math.max(north - south, (east - west) * shrink);
  const unitsPerDegree = Math.min(townUnitsPerDegree, mostUnits / largest);
  const perDegree = { longitude: unitsPerDegree * shrink, latitude: unitsPerDegree };
  return {
    width: roundToTenth((east - west) * perDegree.longitude),
    height: roundToTenth((north - south) * perDegree.latitude),
    isWide: unitsPerDegree < townUnitsPerDegree / 2,
    perDegree,
    project: ([longitude, latitude]) => [
      roundToTenth((longitude - west) * perDegree.longitude),
      roundToTenth((north - latitude) * perDegree.latitude),
    ],
    contains: ([longitude, latitude]) =>
      longitude >= west && longitude <= east && latitude >= south && latitude <= north,
  };
}

function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10 + 0; // + 0: never "-0"
}
