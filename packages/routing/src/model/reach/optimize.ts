import type { ProfileOf, RoutingCapabilities } from '../engine/capabilities.ts';
import type { Coordinate, LineString, Position, PositionLike } from '../geometry/position.ts';
import type { EngineAnswer, RoutingResult } from '../result.ts';
import type { OwnFields, Profile } from '../travel/profile.ts';

/** Seconds on any axis of the caller's choice, such as seconds since midnight: from, to. @public */
export type TimeWindow = readonly [fromSeconds: number, toSeconds: number];

/** The fields of every stop of a vehicle. @public */
export interface OptimizeStop<Place = PositionLike> {
  /** The place. */
  readonly position: Place;
  /** Time at the stop. @defaultValue 0 */
  readonly serviceSeconds?: number | undefined;
  /** Time to set up, once for stops at one place. @defaultValue 0 */
  readonly setupSeconds?: number | undefined;
  /** When service may begin. @defaultValue any time */
  readonly timeWindows?: readonly TimeWindow[] | undefined;
}

/** A visit to one place. @public */
export interface OptimizeJob<Place = PositionLike> extends OptimizeStop<Place> {
  /** The caller's name of the job, unique in the request. */
  readonly id: string;
  /** The load that is delivered there, one amount for each dimension of `capacity`. */
  readonly delivery?: readonly number[] | undefined;
  /** The load that is picked up there, one amount for each dimension of `capacity`. */
  readonly pickup?: readonly number[] | undefined;
  /** The skills that a vehicle needs. */
  readonly skills?: readonly string[] | undefined;
  /** From 0 to 100; a job with a higher priority is dropped later. @defaultValue 0 */
  readonly priority?: number | undefined;
}

/** Something to take at one place and to bring to another, by the same vehicle. @public */
export interface OptimizeShipment<Place = PositionLike> {
  /** The caller's name of the shipment, unique in the request. */
  readonly id: string;
  /** Where it is taken. */
  readonly pickup: OptimizeStop<Place>;
  /** Where it is brought. */
  readonly delivery: OptimizeStop<Place>;
  /** Its size, one amount for each dimension of `capacity`. */
  readonly amount?: readonly number[] | undefined;
  /** The skills that a vehicle needs. */
  readonly skills?: readonly string[] | undefined;
  /** From 0 to 100. @defaultValue 0 */
  readonly priority?: number | undefined;
}

/** A break of a vehicle. @public */
export interface OptimizeBreak {
  /** When it may begin. */
  readonly timeWindows: readonly TimeWindow[];
  /** How long it lasts. */
  readonly durationSeconds: number;
}

/** A vehicle. @public */
export interface OptimizeVehicle<ProfileName extends Profile = Profile, Place = PositionLike> {
  /** The caller's name of the vehicle, unique in the request. */
  readonly id: string;
  /** The mode of travel: one of the driver's profiles. */
  readonly profile: ProfileName;
  /** Where it starts. @defaultValue at its first stop; one of `start` and `end` is required */
  readonly start?: Place | undefined;
  /** Where it ends. @defaultValue at its last stop */
  readonly end?: Place | undefined;
  /** How much it carries, in one dimension or several. */
  readonly capacity?: readonly number[] | undefined;
  /** The abilities of the vehicle. */
  readonly skills?: readonly string[] | undefined;
  /** When it works. */
  readonly timeWindow?: TimeWindow | undefined;
  /** The breaks. */
  readonly breaks?: readonly OptimizeBreak[] | undefined;
  /** The largest number of stops. */
  readonly maxStops?: number | undefined;
  /** The longest time on the road. */
  readonly maxTravelSeconds?: number | undefined;
  /** The longest distance. */
  readonly maxDistanceMeters?: number | undefined;
}

/** A vehicle routing problem: which vehicle visits what, and in which order. @public */
export interface OptimizeRequest<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /** The visits. */
  readonly jobs?: readonly OptimizeJob[] | undefined;
  /** The shipments. */
  readonly shipments?: readonly OptimizeShipment[] | undefined;
  /** One vehicle or more. */
  readonly vehicles: readonly OptimizeVehicle<ProfileOf<Capabilities>>[];
  /** The lines of the routes, and distances. @defaultValue false */
  readonly geometry?: boolean | undefined;
  /** Fields of the engine's own request that this model does not have. */
  readonly providerOptions?: Readonly<Record<string, unknown>> | undefined;
}

/** A checked {@link OptimizeRequest} with its defaults: the input of a driver. @public */
export interface OptimizeQuery extends OwnFields {
  /** None by default. */
  readonly jobs: readonly OptimizeJob<Position>[];
  /** None by default. */
  readonly shipments: readonly OptimizeShipment<Position>[];
  /** One vehicle or more. */
  readonly vehicles: readonly OptimizeVehicle<Profile, Position>[];
  /** `false` by default. */
  readonly geometry: boolean;
}

/** A stop of a planned route. @public */
export interface PlannedStop {
  /** The kind of the stop. */
  readonly kind: 'start' | 'job' | 'pickup' | 'delivery' | 'break' | 'end';
  /** Id of the job or the shipment. */
  readonly id?: string | undefined;
  /** The place; a break may have none. */
  readonly position?: Coordinate | undefined;
  /** When the vehicle arrives, on the axis of the time windows. */
  readonly arrivalSeconds: number;
  /** How long it waits for a time window. */
  readonly waitingSeconds: number;
  /** How long service takes, setting up included. */
  readonly serviceSeconds: number;
  /** The load of the vehicle afterwards. */
  readonly load?: readonly number[] | undefined;
}

/** The planned route of one vehicle. @public */
export interface PlannedRoute {
  /** Id of the vehicle. */
  readonly vehicleId: string;
  /** The stops in order, start and end included. */
  readonly stops: readonly PlannedStop[];
  /** Time on the road. */
  readonly durationSeconds: number;
  /** Distance; with some engines only with `geometry`. */
  readonly distanceMeters?: number | undefined;
  /** Sum of the waiting times. */
  readonly waitingSeconds: number;
  /** Sum of the service times. */
  readonly serviceSeconds: number;
  /** The line, only with `geometry`. */
  readonly geometry?: LineString | undefined;
}

/** A job or a shipment that no vehicle takes. @public */
export interface Unassigned {
  /** Id of the job or the shipment. */
  readonly id: string;
  /** The engine's reason, if it states one. */
  readonly reason?: string | undefined;
}

/** The parts of a solution. @public */
export interface OptimizeSolution {
  /** One for each vehicle that is used. */
  readonly routes: readonly PlannedRoute[];
  /** The jobs and shipments that no vehicle takes. */
  readonly unassigned: readonly Unassigned[];
}

/** The output of a driver's optimize. @public */
export interface OptimizeAnswer extends EngineAnswer, OptimizeSolution {}

/** The result of `optimize()`. @public */
export interface OptimizeResult extends RoutingResult, OptimizeSolution {}
