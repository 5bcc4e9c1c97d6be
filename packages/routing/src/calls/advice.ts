import { NoRouteError, restate } from '../errors.ts';
import type { RoutingCapabilities } from '../model/engine/capabilities.ts';
import { greatest } from '../model/extremes.ts';

/** What a caller may have set of the options that advice names. */
interface Given {
  readonly snapRadiusMeters?: number | undefined;
  readonly roundTrip?: unknown;
  readonly waypoints?: readonly { readonly snapRadiusMeters?: number | undefined }[] | undefined;
}

/**
 * The error with advice that fits the operation. The words of a driver name no option and no method: the same
 * refusal ends calls of methods with other options.
 */
export function withAdvice(
  error: unknown,
  operation: string,
  query: unknown,
  capabilities: RoutingCapabilities,
): unknown {
  if (!NoRouteError.isInstance(error)) return error;
  const advice = adviceFor(error, operation, query as Given, capabilities);
  return advice === undefined
    ? error
    : restate(NoRouteError, error, { message: `${error.message} ${advice}` });
}

function adviceFor(
  { searched }: NoRouteError,
  operation: string,
  { snapRadiusMeters, roundTrip, waypoints = [] }: Given,
  { match, options }: RoutingCapabilities,
): string | undefined {
  if (operation === 'attributes') {
    const track = match ? '; match() is for a recorded track' : '';
    return `A line for attributes has to follow the roads exactly${track}.`;
  }
  const hasRadius =
    operation === 'matrix' ? options.matrixSnapRadius === true : operation === 'directions' && !roundTrip;
  if (searched !== 'snap-radius' || !hasRadius) return undefined;
  const given = [snapRadiusMeters, ...waypoints.map((waypoint) => waypoint.snapRadiusMeters)].filter(
    (radius) => radius !== undefined,
  );
  return given.length === 0
    ? 'A larger snapRadiusMeters may find others.'
    : `A snapRadiusMeters above ${greatest(given)} may find others.`;
}
