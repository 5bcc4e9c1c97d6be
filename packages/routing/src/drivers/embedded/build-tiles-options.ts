import type { DrivingSide } from './engine-config.ts';

/** From which maps tiles are made, and where they go. */
export interface BuildTilesOptions {
  /** OpenStreetMap extract in PBF form. Give this or `pbfFiles`. */
  readonly pbfFile?: string;
  /** Several extracts, made into one map. */
  readonly pbfFiles?: readonly string[];
  /** Where the tiles go. An older set there is replaced when, and only when, the new one is complete. */
  readonly tilesDirectory: string;
  /** Folder with SRTM tiles, for grades and hills. */
  readonly elevationDirectory?: string;
  /**
   * Side of traffic; one for the whole map, because none is built with administrative borders. @default
   * 'right'
   */
  readonly drivingSide?: DrivingSide;
  /** Threads of the builder; the tiles are the same bytes for any number. @default 2 */
  readonly threads?: number;
  /** Kills the builder; the old tiles stay. */
  readonly signal?: AbortSignal;
  /** Hears each step of the builder, in the builder's words ("Parsing ways..."). */
  readonly onProgress?: (step: string) => void;
}
