import type { FileHandle } from 'node:fs/promises';
import { ConfigurationError } from '../errors/caller-errors.ts';
import type { Outcome } from '../errors/org-error.ts';
import { meantOption } from '../options/meant-option.ts';
import { type OptionNames, requireOptions } from '../options/refuse-unknown.ts';
import { EntryAppender } from './entry-appender.ts';
import type { EntryPlace } from './entry-place.ts';
import { toFileError, toOpenError } from './file-error.ts';
import { lockFile } from './file-lock.ts';
import { parseLine, readLines } from './read-lines.ts';

const entryFileNames: OptionNames<EntryFileOptions> = {
  format: 0,
  header: 0,
  durability: 0,
  onHeader: 0,
  onEntry: 0,
  canSkipDamaged: 0,
  after: 0,
};

/** Options of `openEntryFile()`. @public */
export interface EntryFileOptions {
  /** Name of the format, `org-email-journal`. A file with another name is refused. */
  readonly format: string;
  /** Further fields of the first line of a new file. */
  readonly header: object;
  /**
   * `disk`: `append` resolves after fdatasync, and the folder of a new file is synced. `process`: after the
   * write.
   */
  readonly durability: 'disk' | 'process';
  /** Accepts the first line, also of a new file. `false` for a file of another form; may throw. */
  readonly onHeader: (header: unknown) => boolean;
  /** Called for each entry of an existing file, in order. `false` for a damaged entry. */
  readonly onEntry: (entry: unknown, place: EntryPlace) => boolean;
  /** Skips damaged entries instead of refusing the file. */
  readonly canSkipDamaged?: boolean | undefined;
  /**
   * The end of the file when this process had it open before: what is before it is not read again. Of another
   * file under this path, or of a shorter one, everything is read.
   */
  readonly after?: EntryFileEnd | undefined;
}

/** How far a file is known. @public */
export interface EntryFileEnd {
  readonly inode: number;
  readonly length: number;
}

/** An open file of entries, locked by this process. @public */
export interface EntryFile {
  /**
   * Resolves when the entry is durable. Concurrent calls share one write. A thrown error has `outcome`.
   *
   * @throws FileError if the disk is full or failed; the file stays usable
   */
  append(entry: object, outcome?: Outcome): Promise<EntryPlace>;
  /** The end of the entries that were read or appended. */
  readonly end: EntryFileEnd;
  /** Reads an entry again; `undefined` if it is damaged. */
  read(place: EntryPlace): Promise<unknown>;
  /** Completes pending entries, closes the file and removes its lock. */
  close(): Promise<void>;
}

/**
 * Opens or creates an append-only file of JSON entries, one a line after a header. `<path>.lock` keeps other
 * processes out. Drops an incomplete last line. Never changes a file of another format. @public
 *
 * @throws ConfigurationError for a file of another format, a damaged or locked file, or a wrong path
 * @throws FileError if the disk is full or failed
 */
export async function openEntryFile(path: string, options: EntryFileOptions): Promise<EntryFile> {
  requireOptions(options, entryFileNames, 'openEntryFile()', meantOption);
  // Not imported: browsers load this file's chunk too, and their bundlers find no `node:fs`.
  const { open, realpath } = process.getBuiltinModule('node:fs/promises');
  let file: FileHandle | undefined;
  let unlock: (() => void) | undefined;
  const close = async () => {
    try {
      await file?.close();
    } finally {
      unlock?.();
    }
  };
  try {
    file = await open(path, 'a+', 0o600);
    const stats = await file.stat();
    if (!stats.isFile()) throw refusal(path, 'is not a regular file');
    unlock = await lockFile(`${await realpath(path)}.lock`);
    const { after } = options;
    const isKnown = after?.inode === stats.ino && after.length <= (await file.stat()).size;
    const length = await readEntries(file, path, options, isKnown ? after.length : 0);
    const appender = new EntryAppender(file, path, length, options.durability);
    await appender.truncate();
    const header = { format: options.format, ...options.header };
    if (length === 0 && options.onHeader(header)) await appender.append(header, 'not-sent');
    if (length === 0 && options.durability === 'disk') await syncFolder(await realpath(path));
    const opened = file;
    return {
      append: (entry, outcome) => appender.append(entry, outcome),
      get end() {
        return { inode: stats.ino, length: appender.length };
      },
      read: async ({ start, length }) => {
        const { buffer } = await opened.read(Buffer.alloc(length), 0, length, start).catch((error) => {
          throw toFileError(error, path);
        });
        return parseLine(buffer);
      },
      close: async () => {
        await appender.idle();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw toOpenError(error, path);
  }
}

/** A new file outlives a power failure when the disk has its name too. */
async function syncFolder(path: string): Promise<void> {
  const { open } = process.getBuiltinModule('node:fs/promises');
  const { dirname } = process.getBuiltinModule('node:path');
  // Windows opens no folder, and some file systems sync none.
  const folder = await open(dirname(path)).catch(() => undefined);
  await folder?.sync().catch(() => {});
  await folder?.close();
}

/** The length of all complete lines, in bytes. */
async function readEntries(
  file: FileHandle,
  path: string,
  options: EntryFileOptions,
  from: number,
): Promise<number> {
  const { format, onHeader, onEntry, canSkipDamaged = false } = options;
  let length = from;
  for await (const { line, start } of readLines(file, from)) {
    const entry = parseLine(line);
    if (start === 0) {
      if (Object(entry).format !== format || !onHeader(entry))
        throw refusal(path, `is not of the format ${format}`);
    } else if (!onEntry(entry, { start, length: line.length }) && !canSkipDamaged)
      throw refusal(path, `is damaged at byte ${start}`);
    length = start + line.length + 1;
  }
  if (length > 0) return length;
  // An incomplete first line is dropped only if it is the start of a header.
  const expected = Buffer.from(`{"format":${JSON.stringify(format)}`);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(expected.length), 0, expected.length, 0);
  if (!expected.subarray(0, bytesRead).equals(buffer.subarray(0, bytesRead)))
    throw refusal(path, `is not of the format ${format}`);
  return 0;
}

function refusal(path: string, problem: string): ConfigurationError {
  return new ConfigurationError({
    message: `The file ${path} ${problem}; it was left as it is. Use another file.`,
    outcome: 'not-sent',
  });
}
