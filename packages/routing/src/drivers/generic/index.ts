import { httpDriver } from '@org/core/driver';
import type { RoutingDriver } from '../../driver.ts';
import type { GenericCapabilities } from './capabilities.ts';
import { createGeneric, type GenericOptions } from './create-driver.ts';
import type { GenericService } from './table.ts';

export type { GenericCapabilities, GenericOptionSupport } from './capabilities.ts';
export type { GenericOptions } from './create-driver.ts';
export type {
  GenericDirections,
  GenericIsochrones,
  GenericMatrix,
  GenericService,
  GenericSnap,
} from './table.ts';

/**
 * Routes with any REST service that a table describes: `POST /v1/directions`, `GET /v1/matrix`, … Operations,
 * profiles and options that the table does not have are refused by the compiler, and before a request.
 *
 * @example
 * const acme = generic({
 *   name: 'acme',
 *   baseUrl: 'https://api.acme.example',
 *   profiles: { driving: 'car' },
 *   directions: {
 *     path: '/v1/directions',
 *     fields: { waypoints: 'coordinates', profile: 'profile' },
 *     routes: { items: 'routes', distance: 'distance', duration: 'duration', geometry: 'geometry' },
 *   },
 * });
 * @public
 */
export function generic<const Service extends GenericService>(
  service: Service,
  options: GenericOptions = {},
): RoutingDriver<GenericCapabilities<Service>> {
  const driver = createGeneric(service, options, (definition, table, capabilities) =>
    httpDriver({
      service: definition,
      operations: async () => {
        const { operationsOf, classifyOf } = await import('./operations.ts');
        return { operations: operationsOf(table), classify: classifyOf(table) };
      },
      capabilities,
    }),
  );
  // The table decides which operations there are; its type says the same as its values.
  return driver as unknown as RoutingDriver<GenericCapabilities<Service>>;
}
