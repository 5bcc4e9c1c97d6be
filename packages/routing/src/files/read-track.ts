import { refuseUnknown } from '@org/core/basics';
import type { Position } from '../model/geometry/position.ts';
import type { FilePoint } from './content.ts';
import type { FileInput } from './decode.ts';
import { readFile } from './read-file.ts';
import { fileNames } from './read-places.ts';
import {
  createReport,
  type FileFormat,
  invalidFile,
  type ReadFileOptions,
  type SkippedEntry,
} from './report.ts';

/** A point of a recorded track: an item of the `trace` of `match()`. @public */
export interface TrackPoint {
  /** The place, with metres above sea level where the file has them. */
  readonly position: Position;
  /** When it was recorded, in seconds since 1970, if the file says so. */
  readonly timeSeconds?: number | undefined;
}

/** A part of a track without an interruption: a `<trkseg>`, a line. @public */
export interface TrackSegment {
  /** The name of its track. */
  readonly name?: string | undefined;
  /** Where it begins in the file: `ride.gpx, line 12`. */
  readonly where?: string | undefined;
  /** Its points, in order. */
  readonly points: readonly TrackPoint[];
}

/** The track of a file. @public */
export interface TrackFile {
  /** Its format. */
  readonly format: FileFormat;
  /** Its segments, in the order of the file; empty ones are left out. */
  readonly segments: readonly TrackSegment[];
  /** What was ignored or guessed, a sentence each. */
  readonly notices: readonly string[];
  /** The entries that were left out, with `skipInvalid`. */
  readonly skipped: readonly SkippedEntry[];
}

/**
 * The recorded track of a file: GPX, KML, GeoJSON, or CSV with a row for each point. Tracks come before
 * routes, and lines before points; a file with points only is one segment.
 *
 * @throws InvalidInputError for a file of another kind, one that is too large, and the first invalid point
 *
 * @example
 * const { segments } = await readTrack(await readFile('ride.gpx'), { source: 'ride.gpx' });
 * const { segments: clean, dropped } = cleanTrack(segments);
 *
 * @public
 */
export async function readTrack(input: FileInput, options: ReadFileOptions = {}): Promise<TrackFile> {
  refuseUnknown(options, fileNames, 'readTrack()');
  const report = createReport('readTrack', options);
  const { format, points, lines } = await readFile(input, report);
  const tracks = lines.filter((line) => line.kind === 'track');
  const used = tracks.some((line) => line.points.length > 0) ? tracks : lines;
  const hasLines = used.some((line) => line.points.length > 0);
  if (used.length < lines.length) report.notice('the routes are ignored: the tracks are read');
  if (hasLines && points.some(({ position }) => position !== null))
    report.notice('the points are ignored: the lines are the track');
  const all = hasLines ? used : [{ where: report.source, points, name: undefined }];
  const segments = all
    .map(({ name, where, points: own }) => ({
      where,
      points: own.flatMap(toTrackPoint),
      ...(name === undefined ? {} : { name }),
    }))
    .filter((segment) => segment.points.length > 0);
  if (segments.length === 0 && report.skipped.length === 0)
    throw invalidFile(report.source, 'has no track, no line and no points', 'readTrack');
  return { format, segments, notices: report.notices(), skipped: report.skipped };
}

function toTrackPoint({ position, timeSeconds }: FilePoint): TrackPoint[] {
  if (position === null) return [];
  return [{ position, ...(timeSeconds === undefined ? {} : { timeSeconds }) }];
}
