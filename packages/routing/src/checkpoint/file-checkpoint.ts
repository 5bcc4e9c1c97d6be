import { type FileHandle, open } from 'node:fs/promises';
import { ConfigurationError } from '@org/core';
import type { Checkpoint } from '../call-options.ts';
import { formatRecord, mayBeginRecords, parseRecord, readLines } from './records.ts';

/** Where the line of a part lies in the file. */
interface Place {
  readonly start: number;
  readonly length: number;
}

/** The file, and the parts that it has. */
interface OpenFile {
  readonly file: FileHandle;
  readonly places: Map<number, Place>;
  /** Of the whole file, in bytes, as far as this process knows. */
  length: number;
  /** The last line has no end: a full disk or a killed process cut it off. */
  isCut: boolean;
}

/**
 * A checkpoint in a file that only grows: one line for each answered part, with a checksum. A line that a
 * killed process did not complete, or that is damaged, is ignored: its part is sent again. The file holds the
 * answers, with places on the road; nobody else may read it. Use one process at a time, and delete the file
 * when the result is complete.
 *
 * @example
 * const checkpoint = fileCheckpoint('matrix.checkpoint');
 * for await (const part of routing.matrix.stream(request, { checkpoint })) …
 *
 * @throws ConfigurationError from the call: for a file of another request, or that is no checkpoint
 * @public
 */
export function fileCheckpoint(path: string): Checkpoint {
  if (typeof path !== 'string' || path === '')
    throw new ConfigurationError({
      message: "fileCheckpoint() needs a path: fileCheckpoint('matrix.checkpoint').",
    });
  let opened: { readonly key: string; readonly file: Promise<OpenFile> } | undefined;
  let writing: Promise<unknown> = Promise.resolve();
  const use = async (key: string) => {
    opened ??= { key, file: openFile(path, key) };
    // Another call that has not ended.
    if (opened.key !== key) throw belongsElsewhere(path);
    return opened.file;
  };
  return {
    async load(key, part) {
      const { file, places } = await use(key);
      const place = places.get(part);
      if (place === undefined) return undefined;
      const line = Buffer.alloc(place.length);
      await file.read(line, 0, place.length, place.start);
      const record = parseRecord(line);
      // Another process may have written in between.
      return record?.key === key && record.part === part ? record.content : undefined;
    },
    save(key, part, content) {
      // One after the other: each line starts where the one before it ends.
      const written = writing.then(async () => append(await use(key), key, part, content));
      writing = written.catch(() => {});
      return written;
    },
    async close() {
      const closing = opened;
      opened = undefined;
      await writing;
      const { file } = (await closing?.file.catch(() => undefined)) ?? {};
      await file?.close();
    },
  };
}

async function append(open: OpenFile, key: string, part: number, content: string): Promise<void> {
  const record = formatRecord({ key, part, content });
  const line = open.isCut ? Buffer.concat([Buffer.from('\n'), record]) : record;
  open.isCut = true;
  // One write, at the end of the file: lines of two processes do not mix.
  const { bytesWritten } = await open.file.write(line);
  await open.file.appendFile(line.subarray(bytesWritten));
  open.isCut = false;
  open.length += line.length;
  open.places.set(part, { start: open.length - record.length, length: record.length - 1 });
}

/** @throws ConfigurationError for a file of another request, or that is no checkpoint */
async function openFile(path: string, key: string): Promise<OpenFile> {
  const file = await open(path, 'a+', 0o600);
  try {
    return { file, ...(await readParts(file, path, key)) };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readParts(file: FileHandle, path: string, key: string) {
  const places = new Map<number, Place>();
  let length = 0;
  for await (const { line, start } of readLines(file)) {
    length = start + line.length + 1;
    const record = parseRecord(line);
    if (record === undefined) continue;
    if (record.key !== key) throw belongsElsewhere(path);
    places.set(record.part, { start, length: line.length });
  }
  const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
  if (places.size === 0 && !mayBeginRecords(buffer.subarray(0, bytesRead)))
    throw refuse(`The file ${path} is no checkpoint. Use another file.`);
  const { size } = await file.stat();
  return { places, length: size, isCut: size > length };
}

function belongsElsewhere(path: string): ConfigurationError {
  return refuse(
    `The checkpoint ${path} belongs to another request, driver or split. ` +
      'Repeat that request, or use another file.',
  );
}

function refuse(message: string): ConfigurationError {
  return new ConfigurationError({ message, outcome: 'not-sent' });
}
