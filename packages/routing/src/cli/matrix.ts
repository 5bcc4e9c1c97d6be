import type { ProgressOptions } from '../call-options.ts';
import type { MatrixMetric, MatrixRequest } from '../model/reach/matrix.ts';
import { drawHeatMap } from '../picture/index.ts';
import { toCsv } from '../results/index.ts';
import { usageError } from './cli-error.ts';
import {
  engineOptions,
  fileOptions,
  formatOf,
  listOf,
  oneOf,
  parseCommand,
  travelOf,
} from './command-line.ts';
import type { ProgramContext } from './context.ts';
import { type ProgramClient, withEngine } from './engine.ts';
import { type Band, bandsOf } from './matrix-bands.ts';
import { withBlankPlaces, withBlanks } from './matrix-blanks.ts';
import { createMatrixWriter, type MatrixLayout } from './matrix-formats.ts';
import { printNotes, type WriteText, withOutput, writePicture } from './output.ts';
import { namesOf, positionsOf, withoutBlank, withPlaces } from './place.ts';
import { runInParts } from './progress.ts';
import { readRows } from './read-places.ts';
import { planText } from './text.ts';

const options = {
  ...engineOptions,
  ...fileOptions,
  destinations: { type: 'string' },
  metrics: { type: 'string', short: 'm' },
  layout: { type: 'string' },
  resume: { type: 'string' },
} as const;

const formats = ['csv', 'geojson', 'json'] as const;
const mostCellsInPicture = 10_000;

/** `routing matrix`: durations and distances between places. */
export async function runMatrix(context: ProgramContext): Promise<void> {
  const { values, positionals } = parseCommand(context.args, options);
  const format = formatOf(values, formats);
  const layout = oneOf('--layout', values.layout, ['long', 'wide']) ?? 'long';
  const metrics = metricsOf(values.metrics, layout);
  const travel = travelOf(values);
  const origins = await readRows(positionals, context, { what: 'The origins', values });
  const toFile = values.destinations;
  if (toFile === '-' && positionals[0] === '-')
    throw usageError('stdin can be the origins or --destinations.');
  const destinations =
    toFile === undefined ? origins : await readRows([toFile], context, { what: '--destinations', values });
  if (values.svg !== undefined && origins.length * destinations.length > mostCellsInPicture)
    throw usageError(`--svg draws at most ${mostCellsInPicture} cells.`);
  const [from, to] = [withoutBlank(origins), withoutBlank(destinations)];
  const request = {
    ...travel,
    origins: positionsOf(from),
    metrics,
    ...(toFile === undefined ? {} : { destinations: positionsOf(to) }),
  };
  const names = { origins: namesOf(origins), destinations: namesOf(destinations) };
  const run = { request, names, format, layout, svg: values.svg, places: { origins, destinations } };
  await withEngine(values, context, 'matrix', async (routing) => {
    await withOutput(values, context, async (write) => {
      if (values['dry-run']) return write(planText(await routing.estimate('matrix', request)));
      await withPlaces([...from, ...to], () =>
        runInParts(values, context, (parts) => produce(routing, parts, run, write, context)),
      );
    });
  });
}

function metricsOf(text: string | undefined, layout: 'long' | 'wide'): readonly MatrixMetric[] {
  const both = ['duration', 'distance'] as const;
  const metrics = listOf('--metrics', text, both) ?? (layout === 'wide' ? ['duration'] : both);
  if (layout === 'wide' && metrics.length > 1)
    throw usageError('--layout wide has one metric: --metrics duration, or --metrics distance.');
  return metrics;
}

interface MatrixRun extends MatrixLayout {
  readonly request: MatrixRequest;
  readonly format: (typeof formats)[number];
  readonly svg: string | undefined;
}

/** In bands of rows; a picture and JSON need the whole matrix. */
async function produce(
  routing: ProgramClient,
  parts: ProgressOptions,
  run: MatrixRun,
  write: WriteText,
  context: ProgramContext,
): Promise<void> {
  const { request, format, svg, places } = run;
  const [from, to] = [withoutBlank(places.origins), withoutBlank(places.destinations)];
  if (format !== 'json' && svg === undefined)
    return await writeBands(bandsOf(routing.matrix.stream(request, parts), to.length), run, write, context);
  const result = await routing.matrix(request, parts);
  await writePicture(svg, () =>
    drawHeatMap(result, { labels: namesOf(from), destinationLabels: namesOf(to) }),
  );
  if (format === 'json') {
    await write(`${JSON.stringify(withBlankPlaces(result, places))}\n`);
    return printNotes(context, result.warnings, result.meta.attribution);
  }
  await writeBands([{ ...result, from: 0, attribution: result.meta.attribution }], run, write, context);
}

async function writeBands(
  bands: AsyncIterable<Band> | Iterable<Band>,
  run: MatrixRun,
  write: WriteText,
  context: ProgramContext,
): Promise<void> {
  const writer = createMatrixWriter(run.format === 'geojson' ? 'geojson' : 'csv', run, toCsv);
  const warnings = new Map<string, { readonly message: string }>();
  let attribution: readonly string[] = [];
  for await (const band of withBlanks(bands, run.places)) {
    for (const warning of band.warnings) warnings.set(warning.message, warning);
    attribution = [...new Set([...attribution, ...band.attribution])];
    await write(writer.band(band));
  }
  await write(writer.end(attribution));
  printNotes(context, [...warnings.values()], attribution);
}
