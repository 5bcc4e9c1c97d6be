import type { RoutingClient } from '../client.ts';
import type { RoutingOperations } from '../driver/routing-driver.ts';
import type { RoutingCapabilities } from '../model/engine/capabilities.ts';
import type { RequestCaps } from '../model/engine/request-caps.ts';
import type { ContractPlaces } from './options.ts';

/** Capabilities with all four operations. A test uses only those that it names. */
export interface CompleteCapabilities extends RoutingCapabilities {
  readonly directions: true;
  readonly isochrones: true;
  readonly matrix: true;
  readonly snap: true;
}

/** A test of the contract, with a client of a new driver. */
export type ContractTest = (context: {
  readonly routing: RoutingClient<CompleteCapabilities>;
  readonly places: ContractPlaces;
}) => Promise<void>;

/** Adds a test with a client of a driver with these caps. */
export type AddContractTest = (name: string, test: ContractTest, caps?: Partial<RequestCaps>) => void;

/** Adds tests for drivers that have all these operations. */
export type AddWith = (...operations: readonly (keyof RoutingOperations)[]) => AddContractTest;
