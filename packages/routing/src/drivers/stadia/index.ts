import type { RoutingDriver } from '../../driver.ts';
import { openLater } from '../../light/kit.ts';
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
  const driver = createStadia(
    options,
    openLater(() => import('./operations.ts')),
  );
  return driver as unknown as StadiaDriver;
}
