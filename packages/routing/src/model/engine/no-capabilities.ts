import type { OptionSupport } from './capabilities.ts';
import type { RequestCaps } from './request-caps.ts';

/** No option is honoured: a start for a driver's `options`, `{ ...noOptions, elevation: true }`. @public */
export const noOptions = {
  avoidFeatures: [],
  avoidAreas: false,
  vehicle: [],
  elevation: false,
  continueStraight: false,
  matrixAvoid: false,
} as const satisfies OptionSupport;

/** No request is accepted: a start for a driver's `caps`, `{ ...noCaps, waypoints: 50 }`. @public */
export const noCaps = {
  waypoints: 0,
  alternatives: 0,
  isochroneLocations: 0,
  isochroneRanges: 0,
  matrixCells: 0,
  snapPositions: 0,
} as const satisfies RequestCaps;
