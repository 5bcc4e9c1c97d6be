import {
  type Constraint,
  type CredentialInput,
  credentialFrom,
  fromEnv,
  perMinute,
  queryKey,
} from '@org/core';
import { type OptionNames, optionKinds, refuseUnknown } from '@org/core/basics';
import { meantOption } from '@org/core/driver';
import {
  httpRoutingRules,
  type PerProfile,
  type RoutingCapabilities,
  type RoutingDriver,
} from '../../../driver.ts';
import type { OpenService } from '../../../light/kit.ts';
import type { OsrmAvoidFeature, OsrmCaps, OsrmOptionSupport } from '../capabilities.ts';
import type { OsrmDialect } from '../dialect.ts';
import type { OsrmSettings } from '../request.ts';
import { createOsrmDriver } from './create-driver.ts';
import type { OsrmOptions } from './options.ts';

const mapboxNames: OptionNames<MapboxOptions> = {
  accessToken: 0,
  traffic: optionKinds.flag,
  limits: httpRoutingRules.limits,
  caps: httpRoutingRules.caps,
  baseUrl: httpRoutingRules.baseUrl,
};

/** The options of `mapbox()`. @public */
export interface MapboxOptions {
  /** The access token. @defaultValue the environment's `MAPBOX_ACCESS_TOKEN`, else `ROUTING_API_KEY` */
  readonly accessToken?: CredentialInput | undefined;
  /** Whether `driving` has durations with the traffic of the moment. @defaultValue true */
  readonly traffic?: boolean | undefined;
  /** The rate of all requests. @defaultValue 300 a minute; 60 for matrices and tracks, 30 with traffic */
  readonly limits?: readonly Constraint[] | undefined;
  /** The largest request of your plan. */
  readonly caps?: Partial<OsrmCaps> | undefined;
  /** @defaultValue 'https://api.mapbox.com' */
  readonly baseUrl?: string | undefined;
}

/** The options that Mapbox honours, as a type. @public */
export interface MapboxOptionSupport
  extends Omit<OsrmOptionSupport, 'avoidFeatures' | 'matrixAvoid' | 'matrixSnapRadius' | 'sides'> {
  readonly avoidFeatures: PerProfile<readonly OsrmAvoidFeature[]>;
  readonly matrixAvoid: false;
  readonly matrixSnapRadius: false;
  readonly sides: readonly ['same'];
}

/** The capabilities of Mapbox, as a type. @public */
export interface MapboxCapabilities extends RoutingCapabilities {
  readonly profiles: readonly ('driving' | 'cycling' | 'walking')[];
  readonly options: MapboxOptionSupport;
  readonly caps: OsrmCaps;
  readonly directions: true;
  readonly isochrones: false;
  readonly matrix: true;
  readonly snap: false;
  readonly nearest: false;
  readonly match: true;
  readonly rawRequests: true;
}

/**
 * Source: docs.mapbox.com, "Directions API", "Matrix API", "Optimization API v1"; mapbox/mapbox-sdk-js,
 * services/directions.js, matrix.js, optimization.js (12f5a42).
 */
const dialect: OsrmDialect = {
  countsAlternatives: false,
  tableRadiuses: false,
  tripAvoid: false,
  tripAttributes: ['averageSpeed'],
};

const supported = {
  // Source: mapbox/mcp-server, src/tools/directions-tool/DirectionsTool.input.schema.ts (1ccdc1f, 2026-08).
  avoidFeatures: { driving: ['tolls', 'motorways', 'ferries', 'tunnels'], other: ['ferries'] },
  matrixAvoid: false,
  matrixSnapRadius: false,
  // `curb`, or none.
  sides: ['same'],
} as const;

/** The driver of both entries. @throws ConfigurationError */
export function createMapbox(options: MapboxOptions, open: OpenService<OsrmSettings>): RoutingDriver {
  refuseUnknown(options, mapboxNames, 'mapbox()', meantOption);
  const { accessToken, traffic = true, limits = [perMinute(300)], caps, baseUrl } = options;
  const perTable = [perMinute(traffic ? 30 : 60)];
  const places = traffic ? 10 : 25;
  const settings: OsrmOptions = {
    baseUrl: baseUrl ?? 'https://api.mapbox.com',
    profiles: {
      driving: traffic ? 'mapbox/driving-traffic' : 'mapbox/driving',
      cycling: 'mapbox/cycling',
      walking: 'mapbox/walking',
    },
    attributes: ['averageSpeed', 'speedLimit', 'congestion'],
    paths: {
      route: '/directions/v5',
      table: '/directions-matrix/v1',
      match: '/matching/v5',
      trip: '/optimized-trips/v1',
    },
    instructions: true,
    auth: queryKey('access_token'),
    apiKey: credentialFrom(accessToken, fromEnv('MAPBOX_ACCESS_TOKEN', 'ROUTING_API_KEY'), 'accessToken'),
    limits,
    limitGroups: { matrix: perTable, match: [perMinute(60)] },
    caps: {
      waypoints: 25,
      alternatives: 2,
      matrixPlaces: places,
      matrixCells: places * places,
      tripWaypoints: 12,
      ...caps,
    },
  };
  const preset = { name: 'mapbox', credentialOption: 'accessToken', dialect, options: supported };
  return createOsrmDriver(settings, open, preset);
}
