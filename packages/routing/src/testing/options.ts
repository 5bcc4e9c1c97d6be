import type { RoutingDriver } from '../driver.ts';
import type { RequestCaps, RoutingCapabilities } from '../model/capabilities.ts';
import type { Position } from '../model/position.ts';
import type { Profile } from '../model/profile.ts';

/** Places on the map that the driver under test answers from. @public */
export interface ContractPlaces {
  /** Four or more places on roads, all of which can reach each other. */
  readonly connected: readonly [Position, Position, Position, Position, ...Position[]];
  /** A place with no road within 350 m. */
  readonly remote: Position;
}

/** The driver to prove, and places that it knows. @public */
export interface RoutingContractOptions {
  readonly name: string;
  /** A driver with every operation, with the given caps in place of its own. Called for every test. */
  readonly createDriver: (
    caps: Partial<RequestCaps>,
  ) => RoutingDriver<CompleteCapabilities> | Promise<RoutingDriver<CompleteCapabilities>>;
  readonly places: () => ContractPlaces | Promise<ContractPlaces>;
  /** Leave out the tests of snapping, for stand-ins of a service that lack it. @defaultValue true */
  readonly snap?: boolean;
  /** @defaultValue 'driving' */
  readonly profile?: Profile;
}

/** Capabilities with all four operations. @public */
export interface CompleteCapabilities extends RoutingCapabilities {
  readonly directions: true;
  readonly isochrones: true;
  readonly matrix: true;
  readonly snap: true;
}
