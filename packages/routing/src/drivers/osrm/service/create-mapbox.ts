import {
  type Constraint,
  type CredentialInput,
  credentialFrom,
  fromEnv,
  perMinute,
  queryKey,
} from '@org/core';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { meantOption } from '@org/core/driver';
import type { RoutingDriver } from '../../../driver.ts';
import type { OpenService } from '../../../light/kit.ts';
import type { OsrmCapabilities, OsrmCaps } from '../capabilities.ts';
import type { OsrmSettings } from '../request.ts';
import { createOsrmDriver } from './create-driver.ts';
import type { OsrmOptions } from './options.ts';

const mapboxNames: OptionNames<MapboxOptions> = {
  accessToken: 0,
  traffic: 0,
  limits: 0,
  caps: 0,
  baseUrl: 0,
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

/** The capabilities of Mapbox, as a type. @public */
export type MapboxCapabilities = OsrmCapabilities<
  'driving' | 'cycling' | 'walking',
  'tolls' | 'motorways' | 'ferries',
  false,
  'averageSpeed' | 'speedLimit' | 'congestion',
  'route' | 'table' | 'match' | 'trip'
>;

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
    avoid: ['tolls', 'motorways', 'ferries'],
    attributes: ['averageSpeed', 'speedLimit', 'congestion'],
    paths: {
      route: '/directions/v5',
      table: '/directions-matrix/v1',
      match: '/matching/v5',
      trip: '/optimized-trips/v1',
    },
    instructions: true,
    auth: queryKey('access_token'),
    apiKey: credentialFrom(accessToken, fromEnv('MAPBOX_ACCESS_TOKEN', 'ROUTING_API_KEY')),
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
  return createOsrmDriver(settings, open, { name: 'mapbox', credentialOption: 'accessToken' });
}
