import { ConfigurationError } from '@org/core';
import { positiveOption } from '@org/core/driver';

/**
 * The largest request that the embedded engine accepts. Every field has a default: the engine needs a
 * complete configuration. A missing key fails only at the first query; without the limits of `centroid` the
 * whole process ends.
 */
export interface EngineLimits {
  /** Waypoints of one route. @defaultValue 50 */
  readonly maxWaypoints?: number;
  /**
   * Length of a route by motor vehicle, as the crow flies, in metres; a tenth of it by bicycle.
   *
   * @defaultValue 5_000_000
   */
  readonly maxRouteMeters?: number;
  /** Cells (origins × destinations) of one matrix. @defaultValue 2500 */
  readonly maxMatrixCells?: number;
  /** Largest distance between two points of a matrix, in metres. @defaultValue 400_000 */
  readonly maxMatrixMeters?: number;
  /** Contours of one isochrone. @defaultValue 10 */
  readonly maxIsochroneContours?: number;
  /** Largest contour by time, in seconds. @defaultValue 7200 */
  readonly maxIsochroneSeconds?: number;
  /** Largest contour by distance, in metres. @defaultValue 200_000 */
  readonly maxIsochroneMeters?: number;
  /** Alternative routes, the best one not included. @defaultValue 2 */
  readonly maxAlternatives?: number;
  /** Perimeter of all areas to avoid together, in metres. @defaultValue 10_000 */
  readonly maxAvoidPerimeterMeters?: number;
  /** Points of one trace to match; 47 times as many for the elevations of a shape. @defaultValue 16_000 */
  readonly maxTracePoints?: number;
  /** The largest distance from a point to a road, in metres. @defaultValue 350 */
  readonly snapRadiusMeters?: number;
  /**
   * The number of crossings that a road must reach to be used for snapping, if a road that does is within the
   * snap radius. With 1, a place beside a road that leads nowhere stays there, and has no route.
   *
   * @defaultValue 50, as the engine has it
   */
  readonly minReachableNodes?: number;
}

/** The stock configuration has 750 000 elevations and 16 000 points of a trace. */
export const elevationsPerTracePoint = 47;

export type DrivingSide = 'right' | 'left';

const defaultLimits: Required<EngineLimits> = {
  maxWaypoints: 50,
  maxRouteMeters: 5_000_000,
  maxMatrixCells: 2500,
  maxMatrixMeters: 400_000,
  maxIsochroneContours: 10,
  maxIsochroneSeconds: 7200,
  maxIsochroneMeters: 200_000,
  maxAlternatives: 2,
  maxAvoidPerimeterMeters: 10_000,
  maxTracePoints: 16_000,
  snapRadiusMeters: 350,
  minReachableNodes: 50,
};

/** The actions of this version of the engine. */
const engineActions = [
  'route',
  'sources_to_targets',
  'isochrone',
  'locate',
  'height',
  'trace_route',
  'trace_attributes',
  'optimized_route',
  'status',
  'centroid',
  'expansion',
  'transit_available',
] as const;

/** An action of the engine. */
export type EngineAction = (typeof engineActions)[number];

/**
 * Merges the caller's limits over the defaults. Throws `ConfigurationError` for anything but a positive
 * finite number.
 */
export function resolveEngineLimits(limits: EngineLimits = {}): Required<EngineLimits> {
  const resolved: Record<string, number> = { ...defaultLimits };
  for (const [name, value] of Object.entries(limits)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(defaultLimits, name))
      throw new ConfigurationError({ message: `Unknown engine limit "${name}".` });
    resolved[name] = positiveOption(`limits.${name}`, value);
  }
  return resolved as unknown as Required<EngineLimits>;
}

export interface EngineConfigOptions {
  readonly tilesDirectory: string;
  /** Folder with SRTM `.hgt` or `.hgt.gz` tiles, for elevations. */
  readonly elevationDirectory?: string | undefined;
  readonly limits?: EngineLimits | undefined;
}

/**
 * The complete run-time configuration of engine 3.6.1: every key it reads is here.
 *
 * Source: valhalla/valhalla `scripts/valhalla_build_config`, checked against the engine.
 */
export function createEngineConfig(options: EngineConfigOptions) {
  const limits = resolveEngineLimits(options.limits);
  return {
    mjolnir: { tile_dir: options.tilesDirectory, logging: { type: '' } },
    ...elevation(options.elevationDirectory),
    loki: { actions: engineActions, service_defaults: serviceDefaults(limits) },
    meili: { default: { breakage_distance: 2000 } },
    thor: {
      // Without the second pass destinations inside a restricted area are unreachable.
      costmatrix: { allow_second_pass: true, max_reserved_locations: 0 },
      // Each thread keeps the memory of its largest request otherwise: 100 MB after a matrix of 50 × 50.
      clear_reserved_memory: true,
    },
    service_limits: serviceLimits(limits),
  };
}

/**
 * The configuration for building tiles. A builder that searches for an administrative database and finds none
 * assumes left-hand traffic, as it does outside of the database's borders; without the search it assumes
 * right-hand traffic.
 */
export function createBuildConfig(options: {
  readonly tilesDirectory: string;
  readonly drivingSide: DrivingSide;
  readonly elevationDirectory?: string | undefined;
  readonly adminDatabase?: string | undefined;
  readonly timeZoneDatabase?: string | undefined;
}) {
  const { tilesDirectory, drivingSide, adminDatabase, timeZoneDatabase } = options;
  return {
    mjolnir: {
      tile_dir: tilesDirectory,
      data_processing: { use_admin_db: drivingSide === 'left' || adminDatabase !== undefined },
      ...(adminDatabase === undefined ? {} : { admin: adminDatabase }),
      ...(timeZoneDatabase === undefined ? {} : { timezone: timeZoneDatabase }),
      logging: { type: 'std_err', color: false },
    },
    ...elevation(options.elevationDirectory),
  };
}

function elevation(directory: string | undefined) {
  return directory === undefined ? {} : { additional_data: { elevation: directory } };
}

function serviceDefaults(limits: Required<EngineLimits>) {
  return {
    minimum_reachability: limits.minReachableNodes,
    search_cutoff: limits.snapRadiusMeters,
    radius: 0,
    heading_tolerance: 60,
    node_snap_tolerance: 5,
    street_side_tolerance: 5,
    street_side_max_distance: 1000,
  };
}

function serviceLimits(limits: Required<EngineLimits>) {
  const mode = (share: number, matrixShare: number) => ({
    max_distance: limits.maxRouteMeters * share,
    max_locations: limits.maxWaypoints,
    max_matrix_distance: limits.maxMatrixMeters * matrixShare,
    max_matrix_location_pairs: limits.maxMatrixCells,
  });
  const motor = mode(1, 1);
  const light = mode(0.1, 0.5);
  return {
    auto: motor,
    bus: motor,
    taxi: motor,
    truck: motor,
    bicycle: light,
    bikeshare: light,
    motor_scooter: light,
    motorcycle: light,
    transit: light,
    multimodal: { ...light, max_matrix_distance: 0, max_matrix_location_pairs: 0 },
    pedestrian: { ...mode(0.05, 0.5), min_transit_walking_distance: 1, max_transit_walking_distance: 10_000 },
    isochrone: {
      max_contours: limits.maxIsochroneContours,
      max_time_contour: limits.maxIsochroneSeconds / 60,
      max_distance_contour: limits.maxIsochroneMeters / 1000,
      max_locations: 1,
      max_distance: 25_000,
    },
    centroid: { max_distance: 200_000, max_locations: 5 },
    trace: {
      max_shape: limits.maxTracePoints,
      max_distance: 200_000,
      max_gps_accuracy: 100,
      max_search_radius: 100,
      max_alternates: 3,
      max_alternates_shape: 100,
    },
    skadi: { max_shape: limits.maxTracePoints * elevationsPerTracePoint, min_resample: 10 },
    status: { allow_verbose: true },
    max_exclude_locations: 50,
    max_exclude_polygons_length: limits.maxAvoidPerimeterMeters,
    max_reachability: 100,
    max_radius: 200,
    max_alternates: limits.maxAlternatives,
    allow_hard_exclusions: true,
  };
}
