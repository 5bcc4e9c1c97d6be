import {
  type AttributeName,
  type OptionSupport,
  type RequestCaps,
  type RoutingCapabilities,
  type RoutingMethods,
  type SplitRules,
  vehicleFields,
} from '../../driver.ts';
import { avoidFeatures, type ValhallaAvoidFeature, type ValhallaProfile } from './costing.ts';
import type { ValhallaRequest } from './locations.ts';

/** The operations of Valhalla, for its HTTP service and for the engine in the process. */
export const valhallaMethods = {
  directions: true,
  isochrones: true,
  matrix: true,
  snap: true,
  nearest: true,
  elevation: true,
  match: true,
  attributes: true,
  expansion: true,
  status: true,
} as const satisfies Partial<RoutingMethods>;

export type OperationName = keyof typeof valhallaMethods;

export function eachOperation<Table extends Readonly<Record<OperationName, unknown>>>(
  define: (name: OperationName) => unknown,
): Table {
  const names = Object.keys(valhallaMethods) as OperationName[];
  return Object.fromEntries(names.map((name) => [name, define(name)])) as Table;
}

/** The capabilities of Valhalla, of its HTTP service and of the engine in the process. @public */
export interface ValhallaEngineCapabilities extends RoutingCapabilities {
  readonly profiles: readonly ValhallaProfile[];
  readonly options: ValhallaOptionSupport;
  readonly directions: true;
  readonly isochrones: true;
  readonly matrix: true;
  readonly snap: true;
  readonly nearest: true;
  readonly elevation: true;
  readonly match: true;
  readonly attributes: true;
  readonly expansion: true;
  readonly status: true;
}

/**
 * The paths of a host, by the name of the service at Valhalla's own server: `{ route: '/route/v1' }`. @public
 */
export type ValhallaPaths = Readonly<Partial<Record<ValhallaRequest['action'], string>>>;

type Has<Paths extends ValhallaPaths, Action extends keyof ValhallaPaths> =
  Paths extends Readonly<Record<Action, string>> ? true : false;

/** The capabilities of a host with these paths, as a type. @public */
export interface ValhallaHostCapabilities<Paths extends ValhallaPaths>
  extends Omit<ValhallaEngineCapabilities, keyof typeof valhallaMethods> {
  readonly directions: Has<Paths, 'route'>;
  readonly isochrones: Has<Paths, 'isochrone'>;
  readonly matrix: Has<Paths, 'sources_to_targets'>;
  readonly snap: Has<Paths, 'locate'>;
  readonly nearest: Has<Paths, 'locate'>;
  readonly elevation: Has<Paths, 'height'>;
  readonly match: Has<Paths, 'trace_route'>;
  readonly attributes: Has<Paths, 'trace_attributes'>;
  readonly expansion: Has<Paths, 'expansion'>;
  readonly status: Has<Paths, 'status'>;
  readonly rawRequests: true;
}

/** The methods of a host with these paths; all without paths. */
export function methodsOf(paths: ValhallaPaths | undefined): Record<keyof typeof valhallaMethods, boolean> {
  if (paths === undefined) return valhallaMethods;
  const has = (action: keyof ValhallaPaths) => paths[action] !== undefined;
  return {
    directions: has('route'),
    isochrones: has('isochrone'),
    matrix: has('sources_to_targets'),
    snap: has('locate'),
    nearest: has('locate'),
    elevation: has('height'),
    match: has('trace_route'),
    attributes: has('trace_attributes'),
    expansion: has('expansion'),
    status: has('status'),
  };
}

/**
 * Source: valhalla/valhalla scripts/valhalla_build_config, `service_limits`. The operator of a server may
 * have set others.
 */
export const valhallaCaps: RequestCaps = {
  waypoints: { driving: 20, truck: 20, other: 50 },
  alternatives: 2,
  // The engine merges the areas of several locations.
  isochroneLocations: 1,
  isochroneRanges: 4,
  matrixCells: 2500,
  // The engine has no limit here. This one keeps a request below a hundred kilobytes.
  snapPositions: 1000,
  // The engine accepts 750 000. This one keeps a request below five megabytes.
  elevationPositions: 100_000,
  // The engine's limits of a trace are 16 000 points and 200 km.
  attributesPositions: 15_000,
  attributesMeters: 190_000,
};

const attributes = [
  'surface',
  'roadClass',
  'toll',
  'gradient',
  'speedLimit',
  'averageSpeed',
  'wayId',
] as const;

/** The options that Valhalla honours, as a type. @public */
export interface ValhallaOptionSupport extends OptionSupport<ValhallaAvoidFeature> {
  readonly matrixSnapRadius: true;
  readonly avoidPoints: true;
  readonly elevation: true;
  readonly departAt: true;
  readonly arriveBy: true;
  readonly bearings: true;
  readonly sides: true;
  readonly vias: true;
  readonly optimizeOrder: true;
  readonly attributes: readonly Extract<AttributeName, (typeof attributes)[number]>[];
}

export const valhallaOptions: ValhallaOptionSupport = {
  avoidFeatures,
  avoidAreas: true,
  avoidPoints: true,
  // Measured on engine 3.6.1, each field against a road that forbids it: the other fields change no route.
  vehicle: {
    truck: vehicleFields,
    driving: ['heightMeters', 'widthMeters'],
    bus: ['heightMeters', 'widthMeters'],
    other: [],
  },
  elevation: true,
  continueStraight: true,
  matrixAvoid: true,
  matrixSnapRadius: true,
  departAt: true,
  arriveBy: true,
  bearings: true,
  sides: true,
  vias: true,
  optimizeOrder: true,
  attributes,
};

/**
 * The engine finds a route over waypoints as a whole: chunks may differ. For walking and cycling its
 * many-to-many matrix differs from its own routes; a matrix of one origin does not.
 */
export const valhallaSplit: SplitRules = {
  directions: 'never',
  matrix: {
    walking: 'rows',
    hiking: 'rows',
    wheelchair: 'rows',
    cycling: 'rows',
    'cycling-road': 'rows',
    'cycling-mountain': 'rows',
    other: 'tiles',
  },
  // Engine 3.6.1 on Heidelberg, 24 x 24 places in six tiles: by car 9 cells of 576 differ from one request,
  // by 34 s at most; by truck 6, by 130 s at most. `disable_hierarchy_pruning` does not help: it makes single
  // cells differ from the routes by up to 1236 s.
  tilesWarning:
    'The matrix was split into several requests. A few of its cells may differ from those of one request, ' +
    'by a minute or two.',
};
