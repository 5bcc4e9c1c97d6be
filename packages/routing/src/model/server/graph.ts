import { door, optional, type RowsOf, readProviderOptions, required } from '../check/reader.ts';
import type { ProfileOf, RoutingCapabilities } from '../engine/capabilities.ts';
import type { BoundingBox, Coordinate } from '../geometry/position.ts';
import { readBoundingBox } from '../places/geocode.ts';
import type { EngineAnswer, RoutingResult } from '../result.ts';
import type { EngineQuery } from '../travel/profile.ts';
import { readProfile } from '../travel/profile.ts';

/** A request for the routing graph in a box. @public */
export interface ExportGraphRequest<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /** The mode of travel: one of the driver's profiles. */
  readonly profile: ProfileOf<Capabilities>;
  /** The box. */
  readonly boundingBox: BoundingBox;
  /** Fields of the engine's own request that this model does not have. */
  readonly providerOptions?: Readonly<Record<string, unknown>> | undefined;
}

/** A checked {@link ExportGraphRequest}: the input of a driver. @public */
export interface ExportGraphQuery extends EngineQuery {
  /** The box, checked. */
  readonly boundingBox: BoundingBox;
}

/** A routing graph. @public */
export interface RoutingGraph {
  /** The nodes. */
  readonly nodes: readonly { readonly id: number; readonly position: Coordinate }[];
  /** The edges, by the ids of their nodes. The weight is the engine's cost, in its own unit. */
  readonly edges: readonly { readonly from: number; readonly to: number; readonly weight: number }[];
}

/** The output of a driver's export. @public */
export interface ExportGraphAnswer extends EngineAnswer, RoutingGraph {}

/** The result of `exportGraph()`. @public */
export interface ExportGraphResult extends RoutingResult, RoutingGraph {}

export const exportGraphDoor = door('exportGraph', {
  profile: required(readProfile),
  boundingBox: required(readBoundingBox),
  providerOptions: optional(readProviderOptions),
} satisfies RowsOf<ExportGraphRequest>);
