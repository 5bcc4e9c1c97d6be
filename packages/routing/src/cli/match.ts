import type { OsrmCaps } from '../drivers/osrm/index.ts';
import { type CleanCounts, cleanTrack } from '../files/clean-track.ts';
import { type MatchedSegment, matchTrack } from '../files/match-track.ts';
import { readTrack, type TrackSegment } from '../files/read-track.ts';
import type { MatchedPoint, MatchedRoute, MatchResult } from '../model/routes/match.ts';
import { drawMap } from '../picture/index.ts';
import { toGeoJson, toGpx, toKml } from '../results/index.ts';
import { CliError, usageError } from './cli-error.ts';
import { engineOptions, fileOptions, formatOf, parseCommand, travelOf, wholeNumber } from './command-line.ts';
import { note, type ProgramContext } from './context.ts';
import { withEngine } from './engine.ts';
import { printFileNotes, readFileOptions } from './file-options.ts';
import { printNotes, withOutput, writePicture } from './output.ts';
import { createProgressBar } from './progress.ts';
import { fileOf } from './read-places.ts';

const options = {
  ...engineOptions,
  ...fileOptions,
  name: { type: 'string' },
  'no-clean': { type: 'boolean' },
  'max-points': { type: 'string' },
} as const;

const formats = ['geojson', 'gpx', 'kml', 'json'] as const;

type Done = MatchedSegment & { readonly result: MatchResult };

/** `routing match`: the roads of a recorded track. */
export async function runMatch(context: ProgramContext): Promise<void> {
  const { values, positionals } = parseCommand(context.args, options);
  const format = formatOf(values, formats);
  const { profile, avoid } = travelOf(values);
  if (avoid !== undefined) throw usageError('--avoid is not for match: the track says where it went.');
  const most = wholeNumber('--max-points', values['max-points']);
  if (most !== undefined && most < 2) throw usageError('--max-points must be at least 2.');
  const { input, source } = fileOf(positionals, context, 'The track');
  const file = await readTrack(input, readFileOptions(values, source));
  printFileNotes(context, source, file);
  const segments = values['no-clean'] ? file.segments : cleaned(file.segments, source, context);
  if (segments.length === 0) throw new CliError(`${source} has no segment of two points.`);
  await withEngine(values, context, 'match', async (routing) => {
    const { tracePoints = 2000 }: Partial<OsrmCaps> = routing.capabilities.caps;
    const maxPoints = most ?? tracePoints;
    await withOutput(values, context, async (write) => {
      if (values['dry-run']) return write(planOf(segments, maxPoints));
      const matched = await withBar(values, context, (onProgress) =>
        matchTrack(routing, segments, { profile, maxPoints, signal: context.signal, onProgress }),
      );
      const done = namedFailures(matched, source, context);
      await write(render(done, matched, format, values.name));
      // Points as close as those of a track would hide the roads.
      await writePicture(values.svg, () => drawMap({ ...asOne(done), points: [] }));
      const attribution = [...new Set(done.flatMap(({ result }) => result.meta.attribution))];
      printNotes(
        context,
        done.flatMap(({ result }) => result.warnings),
        attribution,
      );
    });
  });
}

/** Prints what was dropped, unless it is nothing. */
function cleaned(segments: readonly TrackSegment[], source: string, context: ProgramContext) {
  const track = cleanTrack(segments);
  const words = countWords(track.dropped);
  if (words.length > 0)
    note(
      context,
      `${source}: ${track.dropped.kept} of ${track.dropped.points} points are sent: ${words.join(', ')}.`,
    );
  return track.segments;
}

function countWords(dropped: CleanCounts): string[] {
  const words: readonly (readonly [number, string])[] = [
    [dropped.standing, 'standing'],
    [dropped.repeated, 'repeated'],
    [dropped.tooSoon, 'too soon after another'],
    [dropped.backwards, 'with a time out of order'],
    [dropped.alone, 'alone in a segment'],
    [dropped.timesRemoved, 'times removed, because other points have none'],
    [dropped.gaps, 'gaps'],
    [dropped.pauses, 'pauses'],
  ];
  return words.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]));
}

function planOf(segments: readonly TrackSegment[], maxPoints: number): string {
  const points = segments.reduce((sum, segment) => sum + segment.points.length, 0);
  const requests = segments.reduce(
    (sum, segment) => sum + Math.max(1, Math.ceil((segment.points.length - 1) / (maxPoints - 1))),
    0,
  );
  return `segments  ${segments.length}\npoints    ${points}\nrequests  ${requests} or more\n`;
}

async function withBar<Value>(
  { output }: { readonly output?: string | undefined },
  { stdout, stderr }: ProgramContext,
  run: (onProgress: (progress: { done: number; total: number }) => void) => Promise<Value>,
): Promise<Value> {
  const bar = createProgressBar(stdout.isTTY && output === undefined ? undefined : stderr);
  try {
    return await run(({ done, total }) => bar.show(done / total, `${done} of ${total} requests`));
  } finally {
    bar.clear();
  }
}

/** Names the segments that failed. @throws CliError if all did */
function namedFailures(matched: readonly MatchedSegment[], source: string, context: ProgramContext): Done[] {
  const done = matched.filter((segment): segment is Done => segment.result !== undefined);
  const failures = matched.flatMap(({ error, where }, at) =>
    error === undefined ? [] : [`Segment ${at + 1} (${where ?? source}): ${messageOf(error)}`],
  );
  if (done.length === 0) {
    const error = matched[0]?.error;
    throw matched.length === 1 && error instanceof Error ? error : new CliError(failures[0] ?? 'No segment.');
  }
  for (const failure of failures) note(context, `Warning: ${failure}`);
  return done;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** All segments as one result. */
function asOne(done: readonly Done[]) {
  const attribution = [...new Set(done.flatMap(({ result }) => result.meta.attribution))];
  const routes: MatchedRoute[] = [];
  const points: (MatchedPoint | null)[] = [];
  for (const { result } of done) {
    const first = routes.length;
    for (const point of result.points)
      points.push(point && { ...point, routeIndex: point.routeIndex + first });
    routes.push(...result.routes);
  }
  return { routes, points, meta: { attribution } };
}

function render(
  done: readonly Done[],
  matched: readonly MatchedSegment[],
  format: (typeof formats)[number],
  given: string | undefined,
): string {
  if (format === 'json') return `${JSON.stringify({ segments: matched.map(toJson) })}\n`;
  const whole = asOne(done);
  if (format === 'geojson') return `${JSON.stringify(toGeoJson(whole))}\n`;
  const name = given ?? done.find((segment) => segment.name !== undefined)?.name;
  const named = name === undefined ? {} : { name };
  if (format === 'kml') return toKml(whole, { ...named, instructions: false });
  const trackNames = done.flatMap(({ name: own, result }, at) =>
    result.routes.map(
      (_, index) => (given ?? own ?? `Track ${at + 1}`) + (index === 0 ? '' : ` (${index + 1})`),
    ),
  );
  return toGpx(whole, { ...named, trackNames, instructions: 'none' });
}

function toJson({ name, where, result, error }: MatchedSegment) {
  return { name, where, ...(result === undefined ? { error: messageOf(error) } : result) };
}
