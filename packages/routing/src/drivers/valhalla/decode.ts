import type { ServiceResponse } from '@org/core';
import { mapValhallaRoute } from '../../engines/valhalla/directions.ts';
import { mapValhallaIsochrone } from '../../engines/valhalla/isochrones.ts';
import { mapValhallaLocate } from '../../engines/valhalla/locate.ts';
import { mapValhallaMatrix } from '../../engines/valhalla/matrix.ts';
import type { DirectionsAnswer, DirectionsQuery } from '../../model/directions.ts';
import type { IsochronesAnswer, IsochronesQuery } from '../../model/isochrones.ts';
import type { MatrixAnswer, MatrixQuery } from '../../model/matrix.ts';
import type { SnapAnswer, SnapQuery } from '../../model/snap.ts';

export function decodeDirections(answer: ServiceResponse, query: DirectionsQuery): DirectionsAnswer {
  return mapValhallaRoute(answer.json(), query);
}

export function decodeIsochrones(answer: ServiceResponse, query: IsochronesQuery): IsochronesAnswer {
  return mapValhallaIsochrone(answer.json(), query);
}

export function decodeMatrix(answer: ServiceResponse, query: MatrixQuery): MatrixAnswer {
  return mapValhallaMatrix(answer.json(), query);
}

export function decodeSnap(answer: ServiceResponse, query: SnapQuery): SnapAnswer {
  return mapValhallaLocate(answer.json(), query);
}
