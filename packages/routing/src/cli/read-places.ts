import { createReadStream } from 'node:fs';
import { readPlaces as readPlacesFile } from '../files/read-places.ts';
import { usageError } from './cli-error.ts';
import type { FileValues } from './command-line.ts';
import { note, type ProgramContext } from './context.ts';
import { printFileNotes, readFileOptions } from './file-options.ts';
import { type BlankPlace, checkedPlace, type Place, withoutBlank } from './place.ts';

const looksLikePlace = /^\s*[-+]?[\d.]+\s*,/;

/** The list of a command. */
interface Wanted {
  readonly what: string;
  readonly fewest?: number;
  readonly values?: FileValues;
}

/**
 * Places from the command line: `lon,lat` arguments, or one file, `-` for stdin. Entries without a place are
 * left out.
 *
 * @throws CliError for wrong arguments; InvalidInputError with the line of the first wrong place of a file
 */
export async function readPlaces(
  args: readonly string[],
  context: Pick<ProgramContext, 'stdin' | 'stderr'>,
  wanted: Wanted,
): Promise<Place[]> {
  const all = await readRows(args, context, wanted);
  const places = withoutBlank(all);
  // A blank row of a table has nothing to miss.
  const named = all.filter(({ position, name }) => position === null && name !== undefined);
  for (const { where } of named) note(context, `${where} has no place, and is left out.`);
  return places;
}

/** The same, with the blank rows. */
export async function readRows(
  args: readonly string[],
  context: Pick<ProgramContext, 'stdin' | 'stderr'>,
  { what, fewest = 1, values = {} }: Wanted,
): Promise<(Place | BlankPlace)[]> {
  const places = args.some((arg) => looksLikePlace.test(arg))
    ? inArgs(args)
    : await inFile(args, context, what, values);
  const count = withoutBlank(places).length;
  if (count >= fewest) return places;
  const needed = fewest === 1 ? 'one place or more' : 'two places or more';
  throw usageError(`${what} must be ${needed}; the input has ${count}.`);
}

function inArgs(args: readonly string[]): Place[] {
  return args.map((arg, index) => {
    const where = `Place ${index + 1}`;
    if (!looksLikePlace.test(arg)) throw usageError(`${where} must look like 8.681,49.414: lon,lat.`);
    const position = arg.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
    return checkedPlace(position, undefined, where, 2);
  });
}

async function inFile(
  args: readonly string[],
  context: Pick<ProgramContext, 'stdin' | 'stderr'>,
  what: string,
  values: FileValues,
): Promise<(Place | BlankPlace)[]> {
  const { input, source } = fileOf(args, context, what);
  const file = await readPlacesFile(input, readFileOptions(values, source));
  printFileNotes(context, source, file);
  return file.places.map(({ position, ...rest }): Place | BlankPlace => ({ position, ...rest }) as Place);
}

/** The file that a command names, as a stream. */
export function fileOf(args: readonly string[], { stdin }: Pick<ProgramContext, 'stdin'>, what: string) {
  const [path, ...rest] = args;
  if (path === undefined || rest.length > 0)
    throw usageError(
      `${what}: give lon,lat arguments, or one file of CSV, GeoJSON, GPX or KML, or - for stdin.`,
    );
  return path === '-' ? { input: stdin, source: 'stdin' } : { input: createReadStream(path), source: path };
}
