import type { Coordinate } from './geometry/position.ts';

/** A deviation from the request, or a notice of the engine. @public */
export interface RoutingWarning {
  /** `not-honoured`: the engine ignored a part of the request; `notice`: anything else. */
  readonly kind: 'not-honoured' | 'notice';
  /** The warning, as a sentence. */
  readonly message: string;
  /** The engine's number of the warning. */
  readonly providerCode?: string;
}

/** The quota of the service, as of its last response. It is reported, never waited for. @public */
export interface Quota {
  /** Requests that the period allows. */
  readonly limit?: number;
  /** Requests left in the period. */
  readonly remaining?: number;
  /** When the period ends. */
  readonly resetAt?: Date;
}

/** Metadata of a result. @public */
export interface ResultMeta {
  /** Name of the driver that answered. */
  readonly provider: string;
  /** The attribution that the map data and the service require. Show it with the result. */
  readonly attribution: readonly string[];
  /**
   * The number of requests to the engine; more than one if the request was split. Retries are not counted.
   */
  readonly requests: number;
  /**
   * The number of parts that needed no request: from the `cache`, or from an equal request in flight. Absent
   * if there are none.
   */
  readonly cachedRequests?: number;
  /** The quota, if the service states it. */
  readonly quota?: Quota;
}

/** The fields that all results share. @public */
export interface RoutingResult {
  /** Deviations from the request, and notices of the engine. */
  readonly warnings: readonly RoutingWarning[];
  /** The driver, the attribution, the number of requests. */
  readonly meta: ResultMeta;
  /** The engine's own responses, one for each request; only with `includeRaw`. */
  readonly raw?: readonly unknown[];
}

/** A part of a list of places without an answer; only with `partial`. @public */
export interface PlacesFailure {
  /** The places of the part: from the first index up to, but without, the second. */
  readonly places: readonly [from: number, to: number];
  /** The error of the part. */
  readonly error: unknown;
}

/** The fields that all outputs of a driver share. The client makes a result of them. @public */
export interface EngineAnswer {
  /** Deviations from the query, and notices of the engine. */
  readonly warnings: readonly RoutingWarning[];
  /** The attribution that the map data and the service require. */
  readonly attribution: readonly string[];
  /** The quota, if the service states it. */
  readonly quota?: Quota | undefined;
  /** The engine's own response. */
  readonly raw: unknown;
  /** The driver that answered, if it is not the driver of the client itself, as with a fail-over. */
  readonly provider?: string | undefined;
}

/** A place of the request, snapped to a road. @public */
export interface SnappedPoint {
  /** The place on the road; `null` if no road is near; absent if the engine does not state it. */
  readonly position?: Coordinate | null | undefined;
  /** Straight distance from the given place to `position`. */
  readonly distanceMeters?: number | undefined;
  /** Name of the road. */
  readonly name?: string | undefined;
}
