/**
 * The stages of building a map, in order. `waiting` only while another process builds in the same folder,
 * `borders` only with `drivingSide: 'borders'`.
 */
export type MapStage =
  | 'reading'
  | 'waiting'
  | 'borders'
  | 'ways'
  | 'relations'
  | 'nodes'
  | 'edges'
  | 'tiles'
  | 'enhancing'
  | 'hierarchy'
  | 'shortcuts'
  | 'restrictions'
  | 'elevation'
  | 'validating'
  | 'done';

/** How far a build is. */
export interface MapProgress {
  readonly stage: MapStage;
  /** From 0 to 1, never less than before. The builder reports stages only: their shares are estimates. */
  readonly fraction: number;
  /** The builder's own words. While `waiting`, the process that builds: `process 12 on build-3`. */
  readonly step?: string;
}

// The first line of each stage, and the share of the time that has passed by then: measured on Heidelberg,
// with two threads.
const stages: readonly (readonly [line: string, stage: MapStage, fraction: number])[] = [
  ['Borders: ', 'borders', 0.02],
  ['Parsing ways', 'ways', 0.05],
  ['Parsing relations', 'relations', 0.3],
  ['Parsing nodes', 'nodes', 0.32],
  ['Creating graph edges', 'edges', 0.43],
  ['Building ', 'tiles', 0.45],
  ['Enhancing local graph', 'enhancing', 0.56],
  ['HierarchyBuilder', 'hierarchy', 0.78],
  ['Creating shortcuts', 'shortcuts', 0.83],
  ['Adding complex turn restrictions', 'restrictions', 0.9],
  ['Adding elevation', 'elevation', 0.94],
  ['Validating', 'validating', 0.95],
];

const readingShare = 0.02;

/** Turns what happens into events, one for each stage and for each whole percent of reading. */
export function createProgress({
  onProgress = () => {},
}: {
  readonly onProgress?: ((progress: MapProgress) => void) | undefined;
}) {
  let last: MapStage | undefined;
  let percent = -1;
  return {
    reading(bytes: number, total: number): void {
      const read = Math.floor((bytes / Math.max(total, 1)) * 100);
      if (read === percent) return;
      percent = read;
      onProgress({ stage: 'reading', fraction: (read / 100) * readingShare });
    },
    waiting(holder: string): void {
      onProgress({ stage: 'waiting', fraction: readingShare, step: holder });
    },
    step(step: string): void {
      const [, stage, fraction] = stages.find(([line]) => step.startsWith(line)) ?? [];
      if (stage === undefined || fraction === undefined || stage === last) return;
      last = stage;
      onProgress({ stage, fraction, step });
    },
    finish(): void {
      onProgress({ stage: 'done', fraction: 1 });
    },
  };
}
