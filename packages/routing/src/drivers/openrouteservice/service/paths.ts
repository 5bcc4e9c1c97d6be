import { UnsupportedError } from '@org/core';

/** Hosts of the hosted service. @public */
export type OpenrouteserviceHost = 'api.heigit.org' | 'api.openrouteservice.org';

/** The paths of the services below the base URL. @public */
export interface OpenrouteservicePaths {
  /** Directions, isochrones, matrices, snapping, export and status of the engine: `/v2`. */
  readonly engine?: string | undefined;
  /** Geocoding by Pelias: `/pelias/v1`. */
  readonly geocoding?: string | undefined;
  /** Points of interest: `/openpoiservice/v0/pois`. */
  readonly pois?: string | undefined;
  /** Elevation: `/openelevationservice/v0`. */
  readonly elevation?: string | undefined;
  /** Optimisation by VROOM: `/vroom/v0`. */
  readonly optimization?: string | undefined;
}

export type ServiceName = keyof OpenrouteservicePaths;

// Source: openrouteservice forum, thread 7912. Clients also use /vroom/v0/optimization.
const heigit = {
  engine: '/openrouteservice/v2',
  geocoding: '/pelias/v1',
  pois: '/openpoiservice/v0/pois',
  elevation: '/openelevationservice/v0',
  optimization: '/vroom/v0',
};

// All services are below one address: on the old host, and for a program in its place on this machine.
const classic = {
  engine: '/v2',
  geocoding: '/geocode',
  pois: '/pois',
  elevation: '/elevation',
  optimization: '/optimization',
};

/** The paths by the kind of deployment. A server of the user has the engine alone. */
const layouts = { heigit, classic, engine: { engine: classic.engine } } as const satisfies Readonly<
  Record<string, OpenrouteservicePaths>
>;

/** The name of a layout of paths. */
export type Layout = keyof typeof layouts;

/** The paths of a deployment: those of its layout, unless the options have others. */
export function pathsOf(layout: Layout, own: OpenrouteservicePaths | undefined): OpenrouteservicePaths {
  return { ...layouts[layout], ...own };
}

/** The path of a service, without a slash at its end: the gateway sends 405 for a double slash. */
export function pathOf(paths: OpenrouteservicePaths, service: ServiceName): string | undefined {
  return paths[service]?.replace(/\/+$/, '');
}

export function noService(service: ServiceName): UnsupportedError {
  const message =
    `This deployment of openrouteservice has no ${service} service. ` +
    `Set paths.${service} if your server has it.`;
  return new UnsupportedError({ message, provider: 'openrouteservice', outcome: 'not-sent' });
}
