import type { RequestCaps } from '../../model/capabilities.ts';
import { valhallaCaps } from '../valhalla/capabilities.ts';
import { type EngineLimits, resolveEngineLimits } from './engine-config.ts';

/** The engine in the process takes what its own limits say, whatever servers allow. */
export function embeddedCaps(limits: EngineLimits | undefined): RequestCaps {
  const { maxWaypoints, maxAlternatives, maxIsochroneContours, maxMatrixCells } = resolveEngineLimits(limits);
  return {
    waypoints: maxWaypoints,
    alternatives: maxAlternatives,
    isochroneLocations: 1,
    isochroneRanges: maxIsochroneContours,
    matrixCells: maxMatrixCells,
    snapPositions: valhallaCaps.snapPositions,
  };
}

/** As many as the platform's thread pool works on at the same time, unless told otherwise. */
export const defaultConcurrency = 4;
