import {
  type AvoidFeature,
  noOptions,
  type Profile,
  type RequestCaps,
  type RoutePreference,
  type RoutingCapabilities,
} from '../../driver.ts';
import type { GenericService } from './table.ts';

type Has<Service, Part extends string> =
  Service extends Readonly<Record<Part, infer Given>> ? (Given extends object ? true : false) : false;

type KeysOf<Service, Part extends string, Key> =
  Service extends Readonly<Record<Part, infer Words>> ? Extract<keyof Words, Key> : never;

/** The options of a service with this table, as a type. @public */
export interface GenericOptionSupport<Service extends GenericService> {
  readonly avoidFeatures: readonly KeysOf<Service, 'avoid', AvoidFeature>[];
  readonly avoidAreas: false;
  readonly vehicle: readonly [];
  readonly elevation: false;
  readonly continueStraight: false;
  readonly matrixAvoid: boolean;
  readonly preferences: readonly ('recommended' | KeysOf<Service, 'preferences', RoutePreference>)[];
  readonly attributes: readonly [];
}

/** The capabilities of a service with this table, as a type. @public */
export interface GenericCapabilities<Service extends GenericService> extends RoutingCapabilities {
  readonly directions: Has<Service, 'directions'>;
  readonly isochrones: Has<Service, 'isochrones'>;
  readonly matrix: Has<Service, 'matrix'>;
  readonly snap: Has<Service, 'snap'>;
  readonly rawRequests: true;
  readonly profiles: readonly KeysOf<Service, 'profiles', Profile>[];
  readonly options: GenericOptionSupport<Service>;
}

/** Sizes that any service is likely to accept. */
const genericCaps: RequestCaps = {
  waypoints: 2,
  alternatives: 0,
  isochroneLocations: 1,
  isochroneRanges: 1,
  matrixCells: 100,
  snapPositions: 1,
};

/** The same as values. */
export function capabilitiesOf(service: GenericService): RoutingCapabilities {
  const { directions, isochrones, matrix, snap, caps, avoid = {}, preferences = {} } = service;
  const hasLegs = directions?.routes.legs !== undefined;
  const hasAvoid = (part: { readonly fields: { readonly avoid?: unknown } } | undefined) =>
    part?.fields.avoid !== undefined;
  const sentPreferences = directions?.fields.preference === undefined ? {} : preferences;
  return {
    directions: directions !== undefined,
    isochrones: isochrones !== undefined,
    matrix: matrix !== undefined,
    snap: snap !== undefined,
    rawRequests: true,
    profiles: Object.keys(service.profiles) as Profile[],
    options: {
      ...noOptions,
      avoidFeatures:
        hasAvoid(directions) || hasAvoid(isochrones) || hasAvoid(matrix)
          ? (Object.keys(avoid) as AvoidFeature[])
          : [],
      matrixAvoid: hasAvoid(matrix),
      preferences: [
        ...new Set<RoutePreference>(['recommended', ...(Object.keys(sentPreferences) as RoutePreference[])]),
      ],
      attributes: [],
    },
    caps: {
      ...genericCaps,
      ...caps,
      // Without legs and indexes in the response, the place of a part is unknown.
      ...(hasLegs ? {} : { waypoints: 2 }),
      ...(isochrones?.areas.location === undefined ? { isochroneLocations: 1 } : {}),
      ...(directions?.fields.alternatives === undefined ? { alternatives: 0 } : {}),
    },
    split: { directions: hasLegs ? 'never' : 'chunks', matrix: 'tiles' },
  };
}
