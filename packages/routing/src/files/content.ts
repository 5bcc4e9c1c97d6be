import type { Position } from '../model/geometry/position.ts';
import type { FileFormat } from './report.ts';

/** A point of a file, before it is a place or a part of a track. */
export interface FilePoint {
  /** `null` for a blank row, and for a feature without a geometry. */
  readonly position: Position | null;
  readonly name?: string | undefined;
  readonly timeSeconds?: number | undefined;
  /** Where it is in the file: `stops.txt, line 12`. */
  readonly where: string;
}

/** A line of a file: a segment of a track, a route, a line of GeoJSON. */
export interface FileLine {
  readonly name?: string | undefined;
  readonly kind: 'track' | 'route';
  readonly where: string;
  readonly points: readonly FilePoint[];
}

/** The content of a file in any format. */
export interface FileContent {
  readonly format: FileFormat;
  readonly points: readonly FilePoint[];
  readonly lines: readonly FileLine[];
}
