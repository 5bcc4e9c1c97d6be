import type { Coordinate } from './position.ts';

/** Something the engine did differently from what was asked, or wants known. @public */
export interface RoutingWarning {
  /** `not-honoured`: part of the request was left aside; `notice`: anything else. */
  readonly kind: 'not-honoured' | 'notice';
  /** What happened, in a sentence. */
  readonly message: string;
  /** The engine's own number of it. */
  readonly providerCode?: string;
}

/** What the service counts, as its last answer told; nothing of it is waited for. @public */
export interface Quota {
  /** Requests that the period allows. */
  readonly limit?: number;
  /** Requests left in the period. */
  readonly remaining?: number;
  /** When the period ends. */
  readonly resetAt?: Date;
}

/** About the answer rather than in it. @public */
export interface ResultMeta {
  /** Name of the driver that answered. */
  readonly provider: string;
  /** Whom the map data and the service ask to be named; show it wherever the result is shown. */
  readonly attribution: readonly string[];
  /**
   * How many requests to the engine it took; more than one when the request was split. Repeated attempts are
   * not counted.
   */
  readonly requests: number;
  /** The service's count of requests, where it tells. */
  readonly quota?: Quota;
}

/** What every result carries. @public */
export interface RoutingResult {
  /** What the engine did differently from the request, or reports. */
  readonly warnings: readonly RoutingWarning[];
  /** Which driver answered, whom to name, how many requests. */
  readonly meta: ResultMeta;
  /** The engine's answers as they came, one for each request; only with `includeRaw`. */
  readonly raw?: readonly unknown[];
}

/** What every answer of a driver carries, for the client to make a result of. @public */
export interface EngineAnswer {
  /** What the engine did differently from the query, or reports. */
  readonly warnings: readonly RoutingWarning[];
  /** Whom the data and the service ask to be named. */
  readonly attribution: readonly string[];
  /** The service's count of requests, where it tells. */
  readonly quota?: Quota | undefined;
  /** The engine's answer as it came. */
  readonly raw: unknown;
}

/** A place of the request as the engine took it. @public */
export interface SnappedPoint {
  /** Where it is on the road; `null` when nothing is near; absent when the engine does not tell. */
  readonly position?: Coordinate | null;
  /** From the given place to `position`, straight. */
  readonly distanceMeters?: number;
  /** Name of the road. */
  readonly name?: string;
}
