import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

/** An answered part of a request. */
export interface Record {
  /** The hash of the request. */
  readonly key: string;
  readonly part: number;
  /** Without line breaks. */
  readonly content: string;
}

const marker = 'org-routing';
const pattern = /^org-routing ([0-9a-f]{64}) (\d+) ([0-9a-f]{8})$/;

/** A record as a line. */
export function formatRecord({ key, part, content }: Record): Buffer {
  return Buffer.from(`${marker} ${key} ${part} ${checksum(key, part, content)} ${content}\n`);
}

/** The record of a line; `undefined` if it is none, or damaged. */
export function parseRecord(line: Buffer): Record | undefined {
  const text = line.toString();
  const end = text.indexOf(' ', marker.length + 66 + 1);
  const checksumEnd = end + 9;
  const [, key = '', digits = '', sum] = pattern.exec(text.slice(0, checksumEnd)) ?? [];
  const content = text.slice(checksumEnd + 1);
  const part = Number(digits);
  return sum !== undefined && sum === checksum(key, part, content) ? { key, part, content } : undefined;
}

/** Whether a file that begins with these bytes may be one of records, the first of which may be cut off. */
export function mayBeginRecords(bytes: Buffer): boolean {
  const length = Math.min(bytes.length, marker.length);
  return bytes.toString('latin1', 0, length) === marker.slice(0, length);
}

function checksum(key: string, part: number, content: string): string {
  return crc32(`${key} ${part} ${content}`).toString(16).padStart(8, '0');
}

/** A complete line, without its line break. */
interface Line {
  readonly line: Buffer;
  readonly start: number;
}

/** Every complete line of a file. A last line without a line break is left out. */
export async function* readLines(file: FileHandle): AsyncGenerator<Line> {
  const chunk = Buffer.alloc(64 * 1024);
  let rest: Buffer = Buffer.alloc(0);
  let position = 0;
  for (;;) {
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
    if (bytesRead === 0) return;
    const start = position - rest.length;
    const bytes = Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
    position += bytesRead;
    let from = 0;
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, from)) {
      yield { line: bytes.subarray(from, at), start: start + from };
      from = at + 1;
    }
    rest = bytes.subarray(from);
  }
}
