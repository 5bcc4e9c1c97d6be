import { deepCopy } from '@org/core/driver';
import {
  type AddIssue,
  door,
  listOf,
  measure,
  oneOf,
  optional,
  type RowsOf,
  readProviderOptions,
  wholeNumber,
} from '../check/reader.ts';
import {
  type BoundingBox,
  type Coordinate,
  type LineString,
  type Polygon,
  type Position,
  type PositionLike,
  readPosition,
} from '../geometry/position.ts';
import type { EngineAnswer, RoutingResult } from '../result.ts';
import { readBoundingBox } from './geocode.ts';

/** A request for points of interest: in a box, or around a place, a line or an area. @public */
export interface PoisRequest {
  /** Only points in this box. */
  readonly boundingBox?: BoundingBox | undefined;
  /** Only points near this place, line or area. */
  readonly around?: PositionLike | LineString | Polygon | undefined;
  /** The distance from `around`. @defaultValue 0 */
  readonly bufferMeters?: number | undefined;
  /** The service's numbers of categories. */
  readonly categories?: readonly number[] | undefined;
  /** The service's numbers of groups of categories. */
  readonly categoryGroups?: readonly number[] | undefined;
  /** The order of the points. @defaultValue the service's */
  readonly sortBy?: 'category' | 'distance' | undefined;
  /** The largest number of points. @defaultValue the service's */
  readonly limit?: number | undefined;
  /** Fields of the service's own request that this model does not have. */
  readonly providerOptions?: Readonly<Record<string, unknown>> | undefined;
}

/** A checked {@link PoisRequest}: the input of a driver. @public */
export type PoisQuery = { readonly [Field in PoisField]: PoisRequest[Field] } & {
  /** Checked. */
  readonly around: Position | LineString | Polygon | undefined;
};

type PoisField = Exclude<keyof PoisRequest, 'around'>;

/** A point of interest. @public */
export interface Poi {
  /** The place. */
  readonly position: Coordinate;
  /** Its name. */
  readonly name?: string | undefined;
  /** The categories: the service's number, with its name and group. */
  readonly categories: readonly { readonly id: number; readonly name: string; readonly group: string }[];
  /** Distance from the requested place. */
  readonly distanceMeters?: number | undefined;
  /** Its tags in OpenStreetMap, as far as the service states them. */
  readonly tags: Readonly<Record<string, string>>;
  /** Its object in OpenStreetMap: `node/123`. */
  readonly osmId?: string | undefined;
}

/** The output of a driver's points of interest. @public */
export interface PoisAnswer extends EngineAnswer {
  /** The points. */
  readonly pois: readonly Poi[];
}

/** The result of `pois()`. @public */
export interface PoisResult extends RoutingResult {
  /** The points. */
  readonly pois: readonly Poi[];
}

const numbers = listOf(wholeNumber, 'must be a list of whole numbers');

function readAround(value: unknown, path: string, add: AddIssue): Position | LineString | Polygon {
  if (Array.isArray(value)) return readPosition(value, path, add);
  oneOf(['LineString', 'Polygon'])(Object(value).type, `${path}.type`, add);
  return deepCopy(value as LineString | Polygon);
}

/** The door of a request for points of interest. */
export const poisDoor = door(
  'pois',
  {
    boundingBox: optional(readBoundingBox),
    around: optional(readAround),
    bufferMeters: optional(measure),
    categories: optional(numbers),
    categoryGroups: optional(numbers),
    sortBy: optional(oneOf(['category', 'distance'])),
    limit: optional(wholeNumber),
    providerOptions: optional(readProviderOptions),
  } satisfies RowsOf<PoisRequest>,
  ({ boundingBox, around }, add) => {
    if (boundingBox === undefined && around === undefined) add('boundingBox', 'or around is required');
  },
);
