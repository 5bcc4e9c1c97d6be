import { httpDriver } from '@org/core/driver';
import type { RoutingDriver } from '../../driver.ts';
import { createStadia, type StadiaCapabilities, type StadiaOptions } from './create-driver.ts';

export type { StadiaCapabilities, StadiaOptions } from './create-driver.ts';

/** The driver that `stadia()` creates. @public */
export type StadiaDriver = RoutingDriver<StadiaCapabilities>;

/**
 * The driver of Stadia Maps, whose engine is Valhalla.
 *
 * Source: docs.stadiamaps.com, "Routing"; stadiamaps/stadiamaps-api-ts. @public
 *
 * @example
 * createRoutingClient({ driver: stadia({ region: 'eu' }) }) // STADIA_API_KEY
 * @throws ConfigurationError for an option that it does not know
 */
export function stadia(options: StadiaOptions = {}): StadiaDriver {
  const driver = createStadia(options, (service, settings, capabilities) =>
    httpDriver({
      service,
      operations: async () => {
        const { operationsOf, classify } = await import('./operations.ts');
        return { operations: operationsOf(settings), classify };
      },
      capabilities,
    }),
  );
  return driver as unknown as StadiaDriver;
}
