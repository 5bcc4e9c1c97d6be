import { InvalidInputError } from '@org/core';

/** The options of {@link readPlaces} and {@link readTrack} that settle what a file does not say. @public */
export interface ReadFileOptions {
  /** The name of the file, for errors and notices. @defaultValue 'The file' */
  readonly source?: string | undefined;
  /** The column of the longitude in a table. @defaultValue the one whose name and values fit best */
  readonly longitudeColumn?: string | undefined;
  /** The column of the latitude in a table. @defaultValue the one whose name and values fit best */
  readonly latitudeColumn?: string | undefined;
  /** The column of the names in a table. @defaultValue the one whose name fits best, ids last */
  readonly labelColumn?: string | undefined;
  /**
   * Goes on after an invalid entry, and lists it in `skipped`.
   * @defaultValue false: the first one is an error
   */
  readonly skipInvalid?: boolean | undefined;
  /** A larger file is an error, before the rest of it is read. @defaultValue 100000000 */
  readonly maxBytes?: number | undefined;
}

/** An entry of a file that was left out, with `skipInvalid`. @public */
export interface SkippedEntry {
  /** Where it is: `stops.txt, line 12`. */
  readonly where: string;
  /** Why it was left out, with the column and the value. */
  readonly problem: string;
}

/** The format of a file that was read. @public */
export type FileFormat = 'csv' | 'geojson' | 'gpx' | 'kml' | 'json';

/** Collects what a reader ignores, guesses and skips. */
export interface Report {
  readonly source: string;
  readonly options: ReadFileOptions;
  /** The caller reads times and elevations too. */
  readonly isTrack: boolean;
  readonly skipped: SkippedEntry[];
  /** What was ignored or guessed, each thing once, with its first example. */
  notice(text: string, example?: string): void;
  notices(): string[];
  /** Skips an entry. @throws InvalidInputError without `skipInvalid` */
  skip(where: string, problem: string): void;
}

export function createReport(operation: string, options: ReadFileOptions): Report {
  const texts = new Map<string, string>();
  const skipped: SkippedEntry[] = [];
  return {
    source: options.source ?? 'The file',
    options,
    isTrack: operation === 'readTrack',
    skipped,
    notice: (text, example) => {
      const full = example === undefined ? text : `${text}; the first: ${example}`;
      if (!texts.has(text)) texts.set(text, full);
    },
    notices: () => [...texts.values()],
    skip: (where, problem) => {
      if (options.skipInvalid !== true) throw invalidFile(where, problem, operation);
      skipped.push({ where, problem });
    },
  };
}

/** The error of a file that cannot be read, or of its first invalid entry. */
export function invalidFile(where: string, problem: string, operation = 'readFile'): InvalidInputError {
  const message = `${where}${problem.startsWith(':') ? '' : ' '}${problem}.`;
  return new InvalidInputError({
    message,
    operation,
    outcome: 'not-sent',
    issues: [{ path: where, message: problem.replace(/^: /, '') }],
  });
}

/** A value of JSON as a text. Lists in each other may be too deep for JSON.stringify(). */
export function shown(value: unknown): string {
  if (!Array.isArray(value)) return typeof value === 'object' && value !== null ? '{…}' : String(value);
  return `[${value.slice(0, 4).map((each) => (typeof each === 'object' ? '…' : String(each)))}]`;
}

/** A value for a message: one line, cut. */
export function quoted(value: string): string {
  const line = value.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
  return `"${line.length > 40 ? `${line.slice(0, 40)}…` : line}"`;
}
