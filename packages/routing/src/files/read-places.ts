import { type OptionNames, refuseUnknown } from '@org/core/basics';
import type { Position } from '../model/geometry/position.ts';
import type { FilePoint } from './content.ts';
import type { FileInput } from './decode.ts';
import { readFile } from './read-file.ts';
import {
  createReport,
  type FileFormat,
  invalidFile,
  type ReadFileOptions,
  type SkippedEntry,
} from './report.ts';

export const fileNames: OptionNames<ReadFileOptions> = {
  source: 0,
  longitudeColumn: 0,
  latitudeColumn: 0,
  labelColumn: 0,
  skipInvalid: 0,
  maxBytes: 0,
};

/** A place of a file. @public */
export interface FilePlace {
  /** The place; `null` for a blank row between others, and for a feature without a geometry. */
  readonly position: Position | null;
  /** Its name: of the column of names, `<name>`, or the feature. */
  readonly name?: string | undefined;
  /** Where it is in the file: `stops.txt, line 12`. */
  readonly where: string;
}

/** The places of a file. @public */
export interface PlacesFile {
  /** Its format. */
  readonly format: FileFormat;
  /** The places, in the order of the file. */
  readonly places: readonly FilePlace[];
  /** What was ignored or guessed, a sentence each. Empty for a file that says everything. */
  readonly notices: readonly string[];
  /** The entries that were left out, with `skipInvalid`. */
  readonly skipped: readonly SkippedEntry[];
}

/**
 * The places of a file: CSV with columns in any order, GeoJSON, GPX or KML, told apart by the content.
 *
 * Points come first: the points of lines are places only in a file that has no others. Columns are ranked by
 * their names and values, so that degrees come before metres.
 *
 * @throws InvalidInputError for a file of another kind, one that is too large, and the first invalid entry,
 * with its line, column and value
 *
 * @example
 * const { places, notices } = await readPlaces(await readFile('stops.txt'), { source: 'stops.txt' });
 *
 * @public
 */
export async function readPlaces(input: FileInput, options: ReadFileOptions = {}): Promise<PlacesFile> {
  refuseUnknown(options, fileNames, 'readPlaces()');
  const report = createReport('readPlaces', options);
  const { format, points, lines } = await readFile(input, report);
  const kinds = [points, pointsOf(lines, 'route'), pointsOf(lines, 'track')];
  const [chosen, ...others] = kinds.filter((kind) => kind.some(({ position }) => position !== null));
  if (others.length > 0)
    report.notice(
      chosen === points
        ? 'the lines are ignored: the points are the places'
        : 'the tracks are ignored: the routes are the places',
    );
  const places = (chosen ?? points).map(
    ({ position, name, where }): FilePlace => ({
      position,
      where,
      ...(name === undefined ? {} : { name }),
    }),
  );
  if (format !== 'csv' && places.length === 0 && report.skipped.length === 0 && format !== 'json')
    throw invalidFile(report.source, 'has no points and no lines', 'readPlaces');
  if (places.some(({ position }) => position?.[0] === 0 && position[1] === 0))
    report.notice('a place is at 0,0, which many programs write for a place that they do not know');
  return { format, places, notices: report.notices(), skipped: report.skipped };
}

function pointsOf(
  lines: readonly { readonly kind: string; readonly points: readonly FilePoint[] }[],
  kind: 'route' | 'track',
): readonly FilePoint[] {
  return lines.filter((line) => line.kind === kind).flatMap((line) => line.points);
}
