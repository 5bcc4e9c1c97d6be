import {
  type OptionSupport,
  type RequestCaps,
  type RoutingCapabilities,
  vehicleFields,
} from '../../driver.ts';
import {
  avoidFeatures,
  type OpenrouteserviceAvoidFeature,
  type OpenrouteserviceProfile,
} from './profiles.ts';

const motorOnly = { driving: true, truck: true, bus: true, other: false } as const;

export const openrouteserviceOptions = {
  avoidFeatures,
  avoidAreas: true,
  avoidCountries: motorOnly,
  avoidBorders: motorOnly,
  vehicle: { truck: vehicleFields, bus: vehicleFields, other: [] },
  elevation: true,
  continueStraight: true,
  matrixAvoid: false,
  preferences: ['fastest', 'shortest', 'recommended'],
  bearings: true,
  attributes: [
    'surface',
    'roadClass',
    'toll',
    'gradient',
    'wayId',
    'suitability',
    'green',
    'noise',
    'shadow',
    'trailDifficulty',
  ],
  isochroneAttributes: ['population', 'reachFactor'],
  smoothing: true,
  geocode: ['address', 'isPartial', 'focus', 'boundingBox', 'countries', 'language'],
} as const satisfies OptionSupport<OpenrouteserviceAvoidFeature>;

/** The options that openrouteservice honours, as a type. @public */
export type OpenrouteserviceOptionSupport = typeof openrouteserviceOptions;

/** The capabilities of the engine, on every server. @public */
export interface OpenrouteserviceEngineCapabilities extends RoutingCapabilities {
  readonly profiles: readonly OpenrouteserviceProfile[];
  readonly options: OpenrouteserviceOptionSupport;
  readonly directions: true;
  readonly roundTrip: true;
  readonly isochrones: true;
  readonly matrix: true;
  readonly snap: true;
  readonly exportGraph: true;
  readonly rawRequests: true;
}

/** The capabilities of the hosted service: the engine and its companion services. @public */
export interface OpenrouteserviceCapabilities extends OpenrouteserviceEngineCapabilities {
  readonly elevation: true;
  readonly optimize: true;
  readonly geocode: true;
  readonly reverseGeocode: true;
  readonly pois: true;
  /** The hosted service has no status. */
  readonly status: false;
}

/** The capabilities of your own server: the engine alone, with its status. @public */
export interface OpenrouteserviceServerCapabilities extends OpenrouteserviceEngineCapabilities {
  readonly elevation: false;
  readonly optimize: false;
  readonly geocode: false;
  readonly reverseGeocode: false;
  readonly pois: false;
  readonly status: true;
}

export const engineMethods = {
  directions: true,
  roundTrip: true,
  isochrones: true,
  matrix: true,
  snap: true,
  exportGraph: true,
  rawRequests: true,
} as const;

/** Source: GIScience/openrouteservice ors-api/src/main/resources/application.yml. */
export const selfHostedCaps: RequestCaps = {
  waypoints: 50,
  distanceMeters: 100_000,
  // The service counts the best route too.
  alternatives: 2,
  isochroneLocations: 2,
  isochroneRanges: 1,
  matrixCells: 2500,
  snapPositions: 5000,
};

/** Source: openrouteservice.org/restrictions. */
export const hostedCaps: RequestCaps = {
  ...selfHostedCaps,
  distanceMeters: { wheelchair: 300_000, other: 6_000_000 },
  distanceWithAreasMeters: 150_000,
  isochroneLocations: 5,
  isochroneRanges: 10,
  matrixCells: 3500,
  elevationPositions: 2000,
  optimizeStops: 50,
  optimizeVehicles: 3,
};
