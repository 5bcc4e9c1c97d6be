import type { ProfileOf, RoutingCapabilities } from '../capabilities.ts';
import { fields, requireValid } from '../issues.ts';
import type { BoundingBox, Coordinate } from '../position.ts';
import { checkProfile } from '../profile.ts';
import type { EngineAnswer, RoutingResult } from '../result.ts';
import { checkBoundingBox } from './geocode.ts';

/** A request for the routing graph in a box. @public */
export interface ExportGraphRequest<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /** The mode of travel: one of the driver's profiles. */
  readonly profile: ProfileOf<Capabilities>;
  /** The box. */
  readonly boundingBox: BoundingBox;
}

/** A routing graph. @public */
export interface RoutingGraph {
  /** The nodes. */
  readonly nodes: readonly { readonly id: number; readonly position: Coordinate }[];
  /** The edges, by the ids of their nodes. */
  readonly edges: readonly { readonly from: number; readonly to: number; readonly weight: number }[];
}

/** The output of a driver's export. @public */
export interface ExportGraphAnswer extends EngineAnswer, RoutingGraph {}

/** The result of `exportGraph()`. @public */
export interface ExportGraphResult extends RoutingResult, RoutingGraph {}

export function parseExportGraphRequest(request: ExportGraphRequest): ExportGraphRequest {
  requireValid('exportGraph', request, fields({ profile: checkProfile, boundingBox: checkBoundingBox }));
  return request;
}
