import { httpDriver } from '@org/core/driver';
import type { RoutingDriver } from '../../driver.ts';
import type { OpenrouteserviceCapabilities, OpenrouteserviceServerCapabilities } from './capabilities.ts';
import {
  createOpenrouteservice,
  type OpenrouteserviceHostedOptions,
  type OpenrouteserviceOptions,
  type OpenrouteserviceServerOptions,
} from './service/create-driver.ts';

export type {
  OpenrouteserviceCapabilities,
  OpenrouteserviceEngineCapabilities,
  OpenrouteserviceOptionSupport,
  OpenrouteserviceServerCapabilities,
} from './capabilities.ts';
export type { OpenrouteserviceAvoidFeature, OpenrouteserviceProfile } from './profiles.ts';
export type {
  OpenrouteserviceHostedOptions,
  OpenrouteserviceOptions,
  OpenrouteserviceServerOptions,
} from './service/create-driver.ts';
export type { OpenrouteservicePlan } from './service/limits.ts';

/** The driver of the hosted service. @public */
export type OpenrouteserviceDriver = RoutingDriver<OpenrouteserviceCapabilities>;

/** The driver of your own server. @public */
export type OpenrouteserviceServerDriver = RoutingDriver<OpenrouteserviceServerCapabilities>;

/**
 * The driver of openrouteservice, hosted by HeiGIT or on your own server.
 *
 * Source: openrouteservice API reference; plans and restrictions as published at openrouteservice.org.
 *
 * @example
 * createRoutingClient({ driver: openrouteservice() })
 * createRoutingClient({ driver: openrouteservice({ baseUrl: 'http://localhost:8082/ors' }) })
 * @public
 */
export function openrouteservice(options?: OpenrouteserviceHostedOptions): OpenrouteserviceDriver;
export function openrouteservice(options: OpenrouteserviceServerOptions): OpenrouteserviceServerDriver;
export function openrouteservice(
  options: OpenrouteserviceOptions,
): OpenrouteserviceDriver | OpenrouteserviceServerDriver;
export function openrouteservice(
  options: OpenrouteserviceOptions = {},
): OpenrouteserviceDriver | OpenrouteserviceServerDriver {
  const driver = createOpenrouteservice(options, (service, settings, capabilities) =>
    httpDriver({
      service,
      operations: async () => {
        const { operationsOf, ...readers } = await import('./operations.ts');
        return { operations: operationsOf(settings), ...readers };
      },
      capabilities,
    }),
  );
  // The overloads state which of the two capabilities it has.
  return driver as unknown as OpenrouteserviceDriver | OpenrouteserviceServerDriver;
}
