import type { FileHandle } from 'node:fs/promises';
import type { Outcome } from '../errors/org-error.ts';
import type { EntryPlace } from './entry-place.ts';
import { toFileError } from './file-error.ts';

interface Waiter {
  readonly line: Buffer;
  readonly resolve: (place: EntryPlace) => void;
  readonly reject: (error: unknown) => void;
}

/** Appends lines; those of one moment share one write and one fdatasync (group commit). */
export class EntryAppender {
  readonly #file: FileHandle;
  readonly #path: string;
  readonly #durability: 'disk' | 'process';
  /** Of all durable lines, in bytes. */
  #length: number;
  /** The file may end with lines that a failed write left. */
  #isCut = true;
  #waiting: Waiter[] = [];
  #flushing: Promise<void> | undefined;

  constructor(file: FileHandle, path: string, length: number, durability: 'disk' | 'process') {
    this.#file = file;
    this.#path = path;
    this.#length = length;
    this.#durability = durability;
  }

  get length(): number {
    return this.#length;
  }

  async append(entry: object, outcome?: Outcome): Promise<EntryPlace> {
    const line = Buffer.from(`${JSON.stringify(entry)}\n`);
    try {
      return await new Promise<EntryPlace>((resolve, reject) => {
        this.#waiting.push({ line, resolve, reject });
        this.#flushing ??= this.#flush();
      });
    } catch (error) {
      throw toFileError(error, this.#path, outcome);
    }
  }

  async idle(): Promise<void> {
    await this.#flushing;
  }

  /** Removes an incomplete line, which would damage the next one. */
  async truncate(): Promise<void> {
    if (this.#isCut && (await this.#file.stat()).size > this.#length) await this.#file.truncate(this.#length);
    this.#isCut = false;
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      const written = this.#waiting;
      this.#waiting = [];
      try {
        await this.#write(Buffer.concat(written.map(({ line }) => line)));
        for (const { line, resolve } of written) {
          resolve({ start: this.#length, length: line.length - 1 });
          this.#length += line.length;
        }
      } catch (error) {
        for (const { reject } of written) reject(error);
      }
    }
    this.#flushing = undefined;
  }

  async #write(lines: Buffer): Promise<void> {
    await this.truncate();
    this.#isCut = true;
    await this.#file.appendFile(lines);
    if (this.#durability === 'disk') await this.#file.datasync();
    this.#isCut = false;
  }
}
