import type { RoutingClient } from '../client.ts';
import type { RequestCaps } from '../model/capabilities.ts';
import type { CompleteCapabilities, ContractPlaces } from './options.ts';

/** A test of the contract, with a client of a new driver. */
export type ContractTest = (context: {
  readonly routing: RoutingClient<CompleteCapabilities>;
  readonly places: ContractPlaces;
}) => Promise<void>;

/** Adds a test with a client of a driver with these caps. */
export type AddContractTest = (name: string, test: ContractTest, caps?: Partial<RequestCaps>) => void;
