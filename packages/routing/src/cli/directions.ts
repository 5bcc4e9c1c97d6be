import type { DirectionsResult } from '../model/routes/directions.ts';
import { drawMap } from '../picture/index.ts';
import { toGeoJson, toGpx, toKml } from '../results/index.ts';
import {
  engineOptions,
  fileOptions,
  formatOf,
  oneOf,
  parseCommand,
  travelOf,
  wholeNumber,
} from './command-line.ts';
import type { ProgramContext } from './context.ts';
import { withEngine } from './engine.ts';
import { printNotes, withOutput, writePicture } from './output.ts';
import { labelsOf, positionsOf, withPlaces } from './place.ts';
import { readPlaces } from './read-places.ts';
import { describeRoutes, planText } from './text.ts';

const options = {
  ...engineOptions,
  ...fileOptions,
  preference: { type: 'string' },
  alternatives: { type: 'string' },
  language: { type: 'string' },
  elevation: { type: 'boolean' },
} as const;

const formats = ['text', 'geojson', 'gpx', 'kml', 'json'] as const;

/** `routing directions`: routes over waypoints. */
export async function runDirections(context: ProgramContext): Promise<void> {
  const { values, positionals } = parseCommand(context.args, options);
  const format = formatOf(values, formats);
  const preference = oneOf('--preference', values.preference, ['fastest', 'shortest', 'recommended']);
  const alternatives = wholeNumber('--alternatives', values.alternatives);
  const travel = travelOf(values);
  const places = await readPlaces(positionals, context, { what: 'The waypoints', fewest: 2, values });
  const request = {
    ...travel,
    waypoints: positionsOf(places),
    ...(preference && { preference }),
    ...(alternatives !== undefined && { alternatives }),
    ...(values.language !== undefined && { language: values.language }),
    ...(values.elevation && { elevation: true }),
  };
  await withEngine(values, context, 'directions', async (routing) => {
    await withOutput(values, context, async (write) => {
      if (values['dry-run']) return write(planText(await routing.estimate('directions', request)));
      const { signal } = context;
      const result = await withPlaces(places, () => routing.directions(request, { signal }));
      await write(render(result, format));
      await writePicture(values.svg, () => drawMap(result, labelsOf(places)));
      printNotes(context, result.warnings, format === 'text' ? [] : result.meta.attribution);
    });
  });
}

function render(result: DirectionsResult, format: (typeof formats)[number]): string {
  if (format === 'text') return describeRoutes(result);
  if (format === 'json') return `${JSON.stringify(result)}\n`;
  if (format === 'gpx') return toGpx(result);
  return format === 'kml' ? toKml(result) : `${JSON.stringify(toGeoJson(result))}\n`;
}
