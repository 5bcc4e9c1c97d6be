import type { RoutingCallOptions } from '../call-options.ts';
import { callDirections } from './directions.ts';
import { callElevation } from './elevation.ts';
import { estimate } from './estimate.ts';
import { callIsochrones } from './isochrones.ts';
import { callMatrix, streamMatrix } from './matrix.ts';
import type { LaterName } from './once.ts';
import type { ClientContext } from './sender.ts';
import { callSnap } from './snap.ts';

// Most programs never call these: their code is a chunk of its own.
const once =
  (name: LaterName) =>
  async (context: ClientContext, request: never, options: RoutingCallOptions = {}): Promise<unknown> => {
    const { callOnce } = await import('./once.ts');
    return callOnce(context, name, request, options);
  };

/** What the methods of a client do, by their names. */
export const calls = {
  directions: callDirections,
  isochrones: callIsochrones,
  matrix: callMatrix,
  stream: streamMatrix,
  estimate,
  snap: callSnap,
  roundTrip: once('roundTrip'),
  nearest: once('nearest'),
  match: once('match'),
  attributes: once('attributes'),
  elevation: callElevation,
  optimize: once('optimize'),
  geocode: once('geocode'),
  reverseGeocode: once('reverseGeocode'),
  pois: once('pois'),
  exportGraph: once('exportGraph'),
  expansion: once('expansion'),
  status: once('status'),
};
