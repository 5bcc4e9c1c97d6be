import { httpDriver } from '@org/core/driver';
import type { RoutingDriver } from '../../driver.ts';
import type { GoogleCapabilities } from './capabilities.ts';
import { createGoogle, type GoogleOptions } from './create-driver.ts';

export type {
  GoogleAvoidFeature,
  GoogleCapabilities,
  GoogleOptionSupport,
  GoogleProfile,
} from './capabilities.ts';
export type { GoogleOptions, GoogleQuotas } from './create-driver.ts';

/** The driver that `google()` creates. @public */
export type GoogleDriver = RoutingDriver<GoogleCapabilities>;

/**
 * The driver of Google Maps: the Routes API v2 and the Isochrones API. Google's terms restrict where results
 * may be shown, and how long they may be kept.
 *
 * Source: developers.google.com/maps/documentation/routes; google/maps/routing/v2 of googleapis. @public
 *
 * @example
 * createRoutingClient({ driver: google() }) // GOOGLE_MAPS_API_KEY
 * @throws ConfigurationError for an option that it does not know, and for another `traffic` or `fields`
 */
export function google(options: GoogleOptions = {}): GoogleDriver {
  const driver = createGoogle(options, (service, settings, capabilities) =>
    httpDriver({
      service,
      operations: async () => {
        const { operationsOf, classify } = await import('./operations.ts');
        return { operations: operationsOf(settings), classify };
      },
      capabilities,
    }),
  );
  return driver as unknown as GoogleDriver;
}
