import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { CliError, usageError } from './cli-error.ts';
import type { ProgramContext } from './context.ts';
import { checkedPlace, type Place } from './place.ts';
import { placesInCsv } from './places-in-csv.ts';
import { placesInGeoJson } from './places-in-geojson.ts';

const looksLikePlace = /^\s*[-+]?[\d.]+\s*,/;

/**
 * Places from the command line: `lon,lat` arguments, or one file of CSV or GeoJSON, `-` for stdin.
 *
 * @throws CliError with the line of the first wrong place
 */
export async function readPlaces(
  args: readonly string[],
  { stdin }: Pick<ProgramContext, 'stdin'>,
  { what, fewest = 1 }: { readonly what: string; readonly fewest?: number },
): Promise<Place[]> {
  const places = await (args.some((arg) => looksLikePlace.test(arg))
    ? inArgs(args)
    : inFile(args, stdin, what));
  if (places.length >= fewest) return places;
  const needed = fewest === 1 ? 'one place or more' : 'two places or more';
  throw usageError(`${what} must be ${needed}; the input has ${places.length}.`);
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
  stdin: ProgramContext['stdin'],
  what: string,
): Promise<Place[]> {
  const [path, ...rest] = args;
  if (path === undefined || rest.length > 0)
    throw usageError(`${what}: give lon,lat arguments, or one file of CSV or GeoJSON, or - for stdin.`);
  const bytes = path === '-' ? await buffer(stdin) : await readFile(path);
  const source = path === '-' ? 'stdin' : path;
  const text = decode(bytes, source);
  return /^\s*[[{]/.test(text) ? placesInGeoJson(text, source) : placesInCsv(text, source);
}

// Removes a byte order mark.
function decode(bytes: Uint8Array, source: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CliError(`${source} is not UTF-8. Save it as "CSV UTF-8".`);
  }
}
