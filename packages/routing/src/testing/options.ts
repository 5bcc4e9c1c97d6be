import type { RoutingDriver } from '../driver/routing-driver.ts';
import type { RequestCaps } from '../model/engine/request-caps.ts';
import type { Position } from '../model/geometry/position.ts';
import type { Profile } from '../model/travel/profile.ts';

/** Places on the map of the driver under test. @public */
export interface ContractPlaces {
  /** Four or more places on roads. Each can reach all others. */
  readonly connected: readonly [Position, Position, Position, Position, ...Position[]];
  /** A place with no road within 350 m. */
  readonly remote: Position;
}

/** The driver under test, and places on its map. @public */
export interface RoutingContractOptions {
  readonly name: string;
  /**
   * Creates a driver with the given caps instead of its own. Called for every test. Tests of an operation
   * that the driver's capabilities do not have pass without a request.
   */
  readonly createDriver: (caps: Partial<RequestCaps>) => RoutingDriver | Promise<RoutingDriver>;
  readonly places: () => ContractPlaces | Promise<ContractPlaces>;
  /** `false` skips the tests of snapping, for test servers without it. @defaultValue true */
  readonly snap?: boolean;
  /** @defaultValue 'driving' */
  readonly profile?: Profile;
}
