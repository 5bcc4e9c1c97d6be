import { buildMap } from '../drivers/embedded/index.ts';
import { usageError } from './cli-error.ts';
import { oneOf, parseCommand, wholeNumber } from './command-line.ts';
import { note, type ProgramContext } from './context.ts';
import { withOutput } from './output.ts';
import { createProgressBar } from './progress.ts';

const options = {
  directory: { type: 'string' },
  'driving-side': { type: 'string' },
  'elevation-directory': { type: 'string' },
  threads: { type: 'string' },
} as const;

/** `routing map build`: tiles for the embedded engine. Prints their folder. */
export async function runMapBuild(context: ProgramContext): Promise<void> {
  const { values, positionals: extracts } = parseCommand(context.args, options);
  const { directory, 'elevation-directory': elevationDirectory } = values;
  if (extracts.length === 0) throw usageError('map build needs extracts: one or more .osm.pbf files.');
  if (directory === undefined) throw usageError('--directory is missing: the folder of the map.');
  const drivingSide = oneOf('--driving-side', values['driving-side'], ['right', 'left', 'borders']);
  const threads = wholeNumber('--threads', values.threads);
  const bar = createProgressBar(context.stderr);
  const built = await buildMap({
    extracts,
    directory,
    signal: context.signal,
    onProgress: ({ stage, fraction, step }) => {
      if (stage === 'waiting') {
        bar.clear();
        note(context, `Waiting for ${step}, which builds in ${directory}.`);
      } else bar.show(fraction, `${Math.round(fraction * 100)} % ${stage}`);
    },
    ...(drivingSide && { drivingSide }),
    ...(threads !== undefined && { threads }),
    ...(elevationDirectory !== undefined && { elevationDirectory }),
  }).finally(bar.clear);
  await withOutput({}, context, (write) => write(`${built.tilesDirectory}\n`));
  const state = built.reused ? 'The map is up to date' : 'The map is built';
  if (context.stderr.isTTY) note(context, `${state}. Set TILES_DIRECTORY to its folder.`);
}
