import type { RequestCaps } from '../../model/capabilities.ts';
import { valhallaCaps } from '../valhalla/capabilities.ts';
import { type EngineLimits, resolveEngineLimits } from './engine-config.ts';

/** The caps of the engine in the process follow from its own limits. */
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

/** The default size of the platform's thread pool. */
export const defaultConcurrency = 4;
