import { door } from '../check/reader.ts';
import type { BoundingBox } from '../geometry/position.ts';
import type { EngineAnswer, RoutingResult } from '../result.ts';

/** The state of an engine. @public */
export interface EngineStatus {
  /** Whether it answers queries now. */
  readonly isReady: boolean;
  /** The version of the engine. */
  readonly version?: string | undefined;
  /** The time of the map data. */
  readonly dataAt?: Date | undefined;
  /** The engine's own names of its profiles. */
  readonly providerProfiles?: readonly string[] | undefined;
  /** The box around the map. */
  readonly boundingBox?: BoundingBox | undefined;
}

/** The output of a driver's status. @public */
export interface StatusAnswer extends EngineAnswer, EngineStatus {}

/** The result of `status()`. @public */
export interface StatusResult extends RoutingResult, EngineStatus {}

/** A request for the status: it has no fields. @public */
export type StatusRequest = Readonly<Record<never, never>>;

export const statusDoor = door('status', {});
