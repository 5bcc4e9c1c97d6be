import { randomUUID } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { ConfigurationError } from '@org/core';
import type { JournalEntry, SendJournal } from '../send-journal.ts';
import { readLines } from './read-lines.ts';

/** Options of a journal in a file. @public */
export interface FileJournalOptions {
  /**
   * `disk`: an entry is durable when the disk has it (fdatasync), which also survives a power failure.
   * `process`: when the operating system has it, which survives the end of this process, `kill -9` included.
   *
   * @defaultValue 'disk'
   */
  readonly durability?: 'disk' | 'process' | undefined;
}

interface Waiter {
  readonly line: string;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A journal in a file that only grows: one line of JSON for each state of a message, with its idempotency key
 * and no address. Entries that are written at the same time share one write. Delete the file when all
 * messages are sent.
 *
 * @example
 * email.sendEach(messages, { journal: fileJournal('newsletter-17.jsonl') });
 *
 * @public
 */
export function fileJournal(path: string, { durability = 'disk' }: FileJournalOptions = {}): SendJournal {
  if (typeof path !== 'string' || path === '')
    throw new ConfigurationError({ message: "fileJournal() needs a path: fileJournal('run.jsonl')." });
  if (durability !== 'disk' && durability !== 'process')
    throw new ConfigurationError({ message: "durability must be 'disk' or 'process'." });
  let file: FileHandle | undefined;
  let waiting: Waiter[] = [];
  let flushing: Promise<void> | undefined;
  /** Of all complete lines, in bytes. */
  let length = 0;
  let isCut = false;

  const append = async (lines: string): Promise<void> => {
    if (file === undefined) throw new ConfigurationError({ message: 'The journal is not open.' });
    // Without the part of a line that a full disk cut off, which would damage the next line.
    if (isCut) await file.truncate(length);
    isCut = true;
    await file.appendFile(lines);
    isCut = false;
    length += Buffer.byteLength(lines);
    if (durability === 'disk') await file.datasync();
  };
  const flush = async (): Promise<void> => {
    while (waiting.length > 0) {
      const written = waiting;
      waiting = [];
      try {
        await append(written.map(({ line }) => line).join(''));
        for (const { resolve } of written) resolve();
      } catch (error) {
        for (const { reject } of written) reject(error);
      }
    }
    flushing = undefined;
  };
  const write = (line: string): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ line, resolve, reject });
      flushing ??= flush();
    });

  return {
    async open(provider) {
      const { id, entries, ...read } = await openJournal(path, provider);
      file = read.file;
      length = read.length;
      // The line that a killed process did not complete.
      await file.truncate(length);
      const journalId = id ?? randomUUID();
      if (id === undefined) await write(`${JSON.stringify({ journal: 1, id: journalId, provider })}\n`);
      return { id: journalId, find: (key) => entries.get(key) };
    },
    write: ({ key, state, startedAtMs }) => write(`${JSON.stringify({ key, state, startedAtMs })}\n`),
    async close() {
      const open = file;
      await flushing;
      file = undefined;
      await open?.close();
    },
  };
}

interface ReadJournal {
  readonly id: string | undefined;
  readonly entries: ReadonlyMap<string, JournalEntry>;
  /** Of all complete lines, in bytes. */
  readonly length: number;
}

/** @throws ConfigurationError for a file that is no journal, or one of another provider */
async function openJournal(path: string, provider: string) {
  const file = await open(path, 'a+', 0o600);
  try {
    return { file, ...(await readJournal(file, path, provider)) };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readJournal(file: FileHandle, path: string, provider: string): Promise<ReadJournal> {
  const entries = new Map<string, JournalEntry>();
  let id: string | undefined;
  let length = 0;
  for await (const { text, end } of readLines(file)) {
    const line = parse(text);
    if (id === undefined && isHeader(line)) {
      if (line.provider !== provider)
        throw new ConfigurationError({
          message: `The journal ${path} is of ${line.provider}, not of ${provider}. Use another file.`,
        });
      id = line.id;
    } else if (id !== undefined && isEntry(line)) entries.set(line.key, line);
    else
      throw new ConfigurationError({
        message: `The file ${path} is no journal, or is damaged at byte ${length}. Use another file.`,
      });
    length = end;
  }
  return { id, entries, length };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isHeader(line: unknown): line is { readonly id: string; readonly provider: string } {
  return hasTexts(line, ['id', 'provider']) && 'journal' in line && line.journal === 1;
}

const states: readonly unknown[] = ['started', 'sent', 'not-sent', 'unknown'];

function isEntry(line: unknown): line is JournalEntry {
  if (!hasTexts(line, ['key', 'state']) || !('startedAtMs' in line)) return false;
  return typeof line.startedAtMs === 'number' && 'state' in line && states.includes(line.state);
}

function hasTexts(line: unknown, names: readonly string[]): line is object {
  return (
    typeof line === 'object' &&
    line !== null &&
    names.every((name) => typeof Reflect.get(line, name) === 'string')
  );
}
