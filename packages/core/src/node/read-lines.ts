import type { FileHandle } from 'node:fs/promises';

/** A complete line, without its line break. */
interface Line {
  readonly line: Buffer;
  readonly start: number;
}

/** Every complete line of a file from `position` on. A last line without a line break is left out. */
export async function* readLines(file: FileHandle, position = 0): AsyncGenerator<Line> {
  const chunk = Buffer.alloc(64 * 1024);
  let rest: Buffer = Buffer.alloc(0);
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

/** The value of a line of JSON; `undefined` if the line is damaged. */
export function parseLine(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString());
  } catch {
    return undefined;
  }
}
