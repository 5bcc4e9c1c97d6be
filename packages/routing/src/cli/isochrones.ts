import type { IsochronesResult } from '../model/reach/isochrones.ts';
import { drawMap } from '../picture/index.ts';
import { toGeoJson, toKml } from '../results/index.ts';
import { usageError } from './cli-error.ts';
import {
  engineOptions,
  fileOptions,
  formatOf,
  oneOf,
  parseCommand,
  positiveNumber,
  travelOf,
} from './command-line.ts';
import { note, type ProgramContext } from './context.ts';
import { withEngine } from './engine.ts';
import { printNotes, withOutput, writePicture } from './output.ts';
import { labelsOf, type Place, positionsOf, withPlaces } from './place.ts';
import { runInParts } from './progress.ts';
import { readPlaces } from './read-places.ts';
import { describeAreas, planText } from './text.ts';

const options = {
  ...engineOptions,
  ...fileOptions,
  ranges: { type: 'string', short: 'r' },
  distance: { type: 'boolean' },
  direction: { type: 'string' },
  resume: { type: 'string' },
} as const;

const formats = ['geojson', 'kml', 'json', 'text'] as const;

type RangeType = 'time' | 'distance';

/** `routing isochrones`: the areas within ranges of places. */
export async function runIsochrones(context: ProgramContext): Promise<void> {
  const { values, positionals } = parseCommand(context.args, options);
  const format = formatOf(values, formats);
  const rangeType: RangeType = values.distance ? 'distance' : 'time';
  const direction = oneOf('--direction', values.direction, ['from', 'to']);
  if (values.ranges === undefined)
    throw usageError('--ranges is missing: seconds such as 300,600, or metres with --distance.');
  const ranges = values.ranges.split(',').map((text) => positiveNumber('--ranges', text));
  const travel = travelOf(values);
  const places = await readPlaces(positionals, context, { what: 'The locations', values });
  const request = {
    ...travel,
    locations: positionsOf(places),
    ranges,
    rangeType,
    ...(direction && { direction }),
  };
  await withEngine(values, context, 'isochrones', async (routing) => {
    await withOutput(values, context, async (write) => {
      if (values['dry-run']) return write(planText(await routing.estimate('isochrones', request)));
      const result = await withPlaces(places, () =>
        runInParts(values, context, (parts) => routing.isochrones(request, parts)),
      );
      await write(render(result, format, rangeType));
      await drawAreas(values.svg, result, places, rangeType);
      for (const index of result.missing)
        note(context, `Warning: ${places[index]?.where} has no road near it.`);
      printNotes(context, result.warnings, format === 'text' ? [] : result.meta.attribution);
    });
  });
}

function render(result: IsochronesResult, format: (typeof formats)[number], rangeType: RangeType): string {
  if (format === 'text') return describeAreas(result, rangeType);
  if (format === 'json') return `${JSON.stringify(result)}\n`;
  return format === 'kml' ? toKml(result) : `${JSON.stringify(toGeoJson(result))}\n`;
}

async function drawAreas(
  path: string | undefined,
  result: IsochronesResult,
  places: readonly Place[],
  rangeType: RangeType,
): Promise<void> {
  const waypoints = positionsOf(places).map(([longitude, latitude]) => ({
    position: [longitude, latitude] as [number, number],
  }));
  await writePicture(path, () => drawMap({ ...result, waypoints }, { ...labelsOf(places), rangeType }));
}
