import { httpDriver } from '@org/core/driver';
import type { RoutingDriver } from '../../driver.ts';
import type { ValhallaHostCapabilities, ValhallaPaths } from './capabilities.ts';
import {
  createValhalla,
  type ValhallaCapabilities,
  type ValhallaHostOptions,
  type ValhallaOptions,
} from './service/create-driver.ts';

export type {
  ValhallaEngineCapabilities,
  ValhallaHostCapabilities,
  ValhallaOptionSupport,
  ValhallaPaths,
} from './capabilities.ts';
export type { ValhallaAvoidFeature, ValhallaProfile } from './costing.ts';
export type { ValhallaCapabilities, ValhallaHostOptions, ValhallaOptions } from './service/create-driver.ts';

/** The driver that `valhalla()` creates. @public */
export type ValhallaDriver = RoutingDriver<ValhallaCapabilities>;

/** The driver that `valhalla()` creates for a host with paths of its own. @public */
export type ValhallaHostDriver<Paths extends ValhallaPaths = ValhallaPaths> = RoutingDriver<
  ValhallaHostCapabilities<Paths>
>;

/**
 * The driver of a Valhalla server, and of hosts with the same API.
 *
 * Source: valhalla/valhalla docs, "API". @public
 *
 * @example
 * createRoutingClient({ driver: valhalla({ baseUrl: 'http://localhost:8002' }) })
 * @throws ConfigurationError without a `baseUrl`
 */
export function valhalla<const Paths extends ValhallaPaths>(
  options: ValhallaHostOptions<Paths>,
): ValhallaHostDriver<Paths>;
export function valhalla(options?: ValhallaOptions): ValhallaDriver;
export function valhalla(
  options: ValhallaOptions & Partial<ValhallaHostOptions> = {},
): ValhallaDriver | ValhallaHostDriver {
  const driver = createValhalla(options, (service, settings, capabilities) =>
    httpDriver({
      service,
      operations: async () => {
        const { operationsOf, classify } = await import('./operations.ts');
        return { operations: operationsOf(settings), classify };
      },
      capabilities,
    }),
  );
  // The overloads state which of the two capabilities it has.
  return driver as unknown as ValhallaDriver | ValhallaHostDriver;
}
