import type { Driver } from '@org/core/driver';
import type { RoutingCapabilities } from './model/capabilities.ts';
import type { DirectionsAnswer, DirectionsQuery } from './model/directions.ts';
import type { IsochronesAnswer, IsochronesQuery } from './model/isochrones.ts';
import type { MatrixAnswer, MatrixQuery } from './model/matrix.ts';
import type { SnapAnswer, SnapQuery } from './model/snap.ts';

/** What drivers are asked for. Queries are checked and within the driver's caps. @public */
export type RoutingOperations = {
  readonly directions: { readonly input: DirectionsQuery; readonly output: DirectionsAnswer };
  readonly isochrones: { readonly input: IsochronesQuery; readonly output: IsochronesAnswer };
  readonly matrix: { readonly input: MatrixQuery; readonly output: MatrixAnswer };
  readonly snap: { readonly input: SnapQuery; readonly output: SnapAnswer };
};

/** Names of the operations that capabilities promise. @public */
export type OfferedNames<Capabilities extends RoutingCapabilities> = {
  [Name in keyof RoutingOperations]: Capabilities[Name] extends true ? Name : never;
}[keyof RoutingOperations];

/** A routing engine: core's driver with the words of this package. @public */
export type RoutingDriver<Capabilities extends RoutingCapabilities = RoutingCapabilities> = Driver<
  Pick<RoutingOperations, OfferedNames<Capabilities>>,
  Capabilities
>;

/**
 * Makes a driver of your own: an engine that has no driver here, a fake for tests, a composition of drivers.
 * Keeps the capabilities' literal types, which say what the client offers.
 *
 * @example
 * const straight = defineRoutingDriver({ specVersion: 1, name: 'straight', capabilities, open: () => session
 * })
 * @public
 */
export function defineRoutingDriver<const Capabilities extends RoutingCapabilities>(
  driver: RoutingDriver<Capabilities>,
): RoutingDriver<Capabilities> {
  return driver;
}
