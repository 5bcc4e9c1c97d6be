/** A part of the text of an event. */
export interface Chunk {
  readonly id: string;
  readonly index: number;
  readonly total: number;
  readonly text: string;
}

/** Version 1: `chunk1 <id> <index>/<total> <text>`, index from 0. Not JSON, so nothing is escaped. */
export function formatChunk({ id, index, total, text }: Chunk): string {
  return `${chunkStart}${id} ${index}/${total} ${text}`;
}

export const chunkStart = 'chunk1 ';

export const maxChunks = 1_000;

const form = /^chunk1 ([\w-]{1,64}) (\d{1,3})\/(\d{1,4}) ([\s\S]*)$/;

/** `undefined` for a text that is not a chunk. */
export function readChunk(text: string): Chunk | undefined {
  const [, id = '', first, second, rest = ''] = form.exec(text) ?? [];
  const index = Number(first);
  const total = Number(second);
  return index < total && total <= maxChunks ? { id, index, total, text: rest } : undefined;
}

/** Splits a text into pieces of at most `maxBytes`, between characters. */
export function splitText(text: string, maxBytes: number, cost: (character: string) => number): string[] {
  const pieces: string[] = [];
  let start = 0;
  let at = 0;
  let used = 0;
  for (const character of text) {
    const bytes = cost(character);
    if (used + bytes > maxBytes) {
      pieces.push(text.slice(start, at));
      start = at;
      used = 0;
    }
    used += bytes;
    at += character.length;
  }
  return [...pieces, text.slice(start)];
}

/** Bytes of a character as UTF-8; half a surrogate pair becomes U+FFFD. */
export function utf8Bytes(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

/** Bytes of a character inside a JSON string. */
export function jsonBytes(character: string): number {
  let bytes = -2; // the quotes
  for (const each of JSON.stringify(character)) bytes += utf8Bytes(each);
  return bytes;
}
