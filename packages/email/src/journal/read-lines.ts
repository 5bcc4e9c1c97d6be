import type { FileHandle } from 'node:fs/promises';

interface Line {
  readonly text: string;
  /** The place after its line break, in bytes. */
  readonly end: number;
}

/** Every complete line of a file. A last line without a line break is left out. */
export async function* readLines(file: FileHandle): AsyncGenerator<Line> {
  const chunk = Buffer.alloc(64 * 1024);
  let rest = Buffer.alloc(0);
  let position = 0;
  for (;;) {
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
    if (bytesRead === 0) return;
    const start = position - rest.length;
    const bytes = Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
    position += bytesRead;
    let from = 0;
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, from)) {
      yield { text: bytes.toString('utf8', from, at), end: start + at + 1 };
      from = at + 1;
    }
    rest = Buffer.from(bytes.subarray(from));
  }
}
