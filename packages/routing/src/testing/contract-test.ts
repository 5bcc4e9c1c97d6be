import type { RoutingClient } from '../client.ts';
import type { RequestCaps } from '../model/capabilities.ts';
import type { CompleteCapabilities, ContractPlaces } from './options.ts';

/** A test of the contract: a client on a fresh driver, and places to ask about. */
export type ContractTest = (context: {
  readonly routing: RoutingClient<CompleteCapabilities>;
  readonly places: ContractPlaces;
}) => Promise<void>;

/** Adds a test that opens a client, with these caps, and closes it. */
export type AddContractTest = (name: string, test: ContractTest, caps?: Partial<RequestCaps>) => void;
