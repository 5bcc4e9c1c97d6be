import { crc32 } from 'node:zlib';
import { ConfigurationError } from '@org/core';
import { type EntryFile, type EntryPlace, openEntryFile } from '@org/core/node';
import type { Checkpoint } from '../call-options.ts';
import { checkpointVersion } from './version.ts';

/** The file, and the positions of its parts. */
interface OpenFile {
  readonly key: string;
  readonly file: EntryFile;
  readonly places: Map<number, EntryPlace>;
}

interface PartEntry {
  readonly part: number;
  readonly content: string;
  /** CRC-32 of part and content. */
  readonly sum: number;
}

/**
 * A checkpoint in a file that only grows: one line of JSON for each answered part, with a checksum. An
 * incomplete or damaged line is ignored: its part is sent again. The file holds the answers, with places on
 * the road; only its owner may read it. `<path>.lock` refuses a second process at the same time. Delete the
 * file when the result is complete. @public
 *
 * @example
 * const checkpoint = fileCheckpoint('matrix.checkpoint');
 * for await (const part of routing.matrix.stream(places, { checkpoint })) console.log(part.rows);
 *
 * @throws ConfigurationError from the call: for a file of another request, format or version of this
 * package, or in use elsewhere
 */
export function fileCheckpoint(path: string): Checkpoint {
  if (typeof path !== 'string' || path === '')
    throw new ConfigurationError({
      message: "fileCheckpoint() needs a path: fileCheckpoint('matrix.checkpoint').",
    });
  let opened: OpenFile | undefined;
  let last: Promise<unknown> = Promise.resolve();
  /** One after the other: a call that ends closes the file, and a concurrent call opens it again. */
  const inTurn = <Result>(run: () => Promise<Result>): Promise<Result> => {
    const result = last.then(run);
    last = result.catch(() => {});
    return result;
  };
  const use = async (key: string): Promise<OpenFile> => {
    opened ??= await openParts(path, key);
    // Another call that has not ended.
    if (opened.key !== key) throw refused(path, ofOtherRequest);
    return opened;
  };
  return {
    load: (key, part) =>
      inTurn(async () => {
        const { file, places } = await use(key);
        const place = places.get(part);
        const entry = place && (await file.read(place));
        return isPart(entry) ? entry.content : undefined;
      }),
    save: (key, part, content) =>
      inTurn(async () => {
        const { file, places } = await use(key);
        places.set(part, await file.append({ part, content, sum: checksum(part, content) }));
      }),
    close: () =>
      inTurn(async () => {
        const closing = opened;
        opened = undefined;
        await closing?.file.close();
      }),
  };
}

async function openParts(path: string, key: string): Promise<OpenFile> {
  const places = new Map<number, EntryPlace>();
  const file = await openEntryFile(path, {
    format: 'org-routing-checkpoint',
    header: { version: checkpointVersion, key },
    durability: 'process',
    onHeader(header) {
      const found = Object(header) as { readonly version?: unknown; readonly key?: unknown };
      if (found.version !== checkpointVersion) throw refused(path, ofOtherVersion);
      if (found.key !== key) throw refused(path, ofOtherRequest);
      return true;
    },
    onEntry: (entry, place) => isPart(entry) && places.set(entry.part, place).has(entry.part),
    canSkipDamaged: true,
  });
  return { key, file, places };
}

function isPart(entry: unknown): entry is PartEntry {
  const { part, content, sum } = Object(entry) as Partial<PartEntry>;
  return typeof part === 'number' && typeof content === 'string' && sum === checksum(part, content);
}

function checksum(part: number, content: string): number {
  return crc32(`${part} ${content}`);
}

function refused(path: string, why: string): ConfigurationError {
  const message = `The checkpoint ${path} ${why}, or use another file.`;
  return new ConfigurationError({ message, outcome: 'not-sent' });
}

// Versions hash a request differently: whether the file belongs to this request is not known.
const ofOtherVersion =
  'was written by another version of @org/routing. Complete the request with that version';
const ofOtherRequest = 'belongs to another request, driver or split. Repeat that request';
