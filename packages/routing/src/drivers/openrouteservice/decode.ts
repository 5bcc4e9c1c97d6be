import type { OperationContext, ServiceResponse } from '@org/core';
import { mapOpenrouteserviceDirections } from '../../engines/openrouteservice/directions.ts';
import { mapOpenrouteserviceIsochrones } from '../../engines/openrouteservice/isochrones.ts';
import { mapOpenrouteserviceMatrix, mapOpenrouteserviceSnap } from '../../engines/openrouteservice/matrix.ts';
import type { DirectionsAnswer, DirectionsQuery } from '../../model/directions.ts';
import type { IsochronesAnswer, IsochronesQuery } from '../../model/isochrones.ts';
import type { MatrixAnswer, MatrixQuery } from '../../model/matrix.ts';
import type { EngineAnswer } from '../../model/result.ts';
import type { SnapAnswer, SnapQuery } from '../../model/snap.ts';
import { readQuota } from './limits.ts';

export const decodeDirections = withQuota<DirectionsQuery, DirectionsAnswer>(mapOpenrouteserviceDirections);
export const decodeIsochrones = withQuota<IsochronesQuery, IsochronesAnswer>(mapOpenrouteserviceIsochrones);
export const decodeMatrix = withQuota<MatrixQuery, MatrixAnswer>(mapOpenrouteserviceMatrix);
export const decodeSnap = withQuota<SnapQuery, SnapAnswer>(mapOpenrouteserviceSnap);

/** The body's meaning, and what the headers say about the day's quota. */
function withQuota<Query, Answer extends EngineAnswer>(map: (body: unknown, query: Query) => Answer) {
  return (answer: ServiceResponse, query: Query, { nowMs }: OperationContext): Answer => {
    const mapped = map(answer.json(), query);
    const quota = readQuota(answer, nowMs);
    return quota === undefined ? mapped : { ...mapped, quota };
  };
}
