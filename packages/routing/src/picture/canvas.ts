import type { Position } from '../model/geometry/position.ts';
import { positionsOf } from '../results/features.ts';
import type { LegendEntry } from './furniture.ts';
import type { DrawnContent } from './options.ts';
import type { Projection } from './projection.ts';
import type { Palette } from './theme.ts';

/** The tools of a layer. */
export interface Canvas {
  readonly projection: Projection;
  readonly palette: Palette;
  /** The line as the commands of a path, simplified to what is visible. */
  path(line: readonly Position[], isClosed?: boolean): string;
}

/** The drawing of a layer, from the bottom up, and its part of the legend. */
export interface Layers {
  readonly layers: readonly string[];
  readonly entries: readonly LegendEntry[];
}

/** All places that the picture has to show. Context lines are cut at its edge instead. */
export function placesOf(content: DrawnContent): readonly Position[] {
  const { waypoints = [], points = [], origins = [], destinations = [] } = content;
  const shown: Position[] = [
    ...(content.routes ?? []).flatMap(({ geometry }) => geometry.coordinates),
    ...(content.isochrones ?? []).flatMap(({ geometry }) => positionsOf(geometry)),
    ...[...waypoints, ...points, ...origins, ...destinations].flatMap((point) =>
      point?.position ? [point.position] : [],
    ),
  ];
  return shown.length > 0 ? shown : (content.lines ?? []).flat();
}
