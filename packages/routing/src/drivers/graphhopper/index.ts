import { httpDriver } from '@org/core/driver';
import type { GraphHopperDriver, GraphHopperServerDriver } from './capabilities.ts';
import {
  createGraphHopper,
  type GraphHopperOptions,
  type GraphHopperServerOptions,
} from './create-driver.ts';

export type {
  GraphHopperCapabilities,
  GraphHopperDriver,
  GraphHopperOptionSupport,
  GraphHopperServerCapabilities,
  GraphHopperServerDriver,
  GraphHopperServerOptionSupport,
} from './capabilities.ts';
export type {
  GraphHopperCommonOptions,
  GraphHopperOptions,
  GraphHopperServerOptions,
} from './create-driver.ts';
export type { GraphHopperPlan } from './service/limits.ts';
export type {
  GraphHopperAvoidFeature,
  GraphHopperProfile,
  GraphHopperServerProfile,
} from './service/profiles.ts';

/**
 * The driver of GraphHopper: the hosted service, or a server of your own. The server has no matrices, no
 * optimisation and no geocoding.
 *
 * Source: GraphHopper Directions API; graphhopper/graphhopper docs, "Web API". @public
 *
 * @example
 * createRoutingClient({ driver: graphhopper() })
 */
export function graphhopper(options?: GraphHopperOptions): GraphHopperDriver;
/** @public */
export function graphhopper(options: GraphHopperServerOptions): GraphHopperServerDriver;
export function graphhopper(
  options: GraphHopperOptions | GraphHopperServerOptions = {},
): GraphHopperDriver | GraphHopperServerDriver {
  const driver = createGraphHopper(options, (service, settings, capabilities) =>
    httpDriver({
      service,
      operations: async () => {
        const { operationsOf, ...readers } = await import('./operations.ts');
        return { operations: operationsOf(settings), ...readers };
      },
      capabilities,
    }),
  );
  return driver as unknown as GraphHopperDriver | GraphHopperServerDriver;
}
