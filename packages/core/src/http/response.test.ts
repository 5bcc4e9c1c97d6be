import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteCollector, HeaderLines } from './response.ts';

describe('collected bytes', () => {
  it('C20: returns every byte in order, for chunks of any size', () => {
    const piece = fc.integer({ min: 0, max: 9_000 });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60, size: 'max' }), (lengths) => {
        const collected = new ByteCollector();
        const pieces = lengths.map((length, index) => new Uint8Array(length).fill(index + 1));
        for (const each of pieces) collected.add(each);
        expect(collected.length).toBe(lengths.reduce((sum, length) => sum + length, 0));
        expect(Buffer.compare(collected.join(), Buffer.concat(pieces))).toBe(0);
      }),
    );
  });

  it('does not copy a single chunk', () => {
    const collected = new ByteCollector();
    const piece = new Uint8Array([1, 2, 3]);
    collected.add(piece);
    expect(collected.join()).toBe(piece);
  });

  it('C15: keeps no reference to very many small chunks', () => {
    const collected = new ByteCollector();
    const piece = new Uint8Array(1);
    for (let index = 0; index < 100_000; index += 1) {
      piece[0] = index;
      collected.add(piece);
    }
    // The first few are the piece itself, which has changed since; the others were copied in time.
    const late = collected.join().subarray(16);
    expect(late.every((byte, index) => byte === (index + 16) % 256)).toBe(true);
  });
});

describe('the headers of a response', () => {
  const lines = [
    'Content-Type',
    'text/plain',
    'X-Limit',
    '1',
    'x-limiT',
    '2',
    'Set-Cookie',
    'a',
    'set-cookie',
    'b',
  ];
  const headers = new HeaderLines(lines);
  const platform = new Headers();
  for (let at = 0; at < lines.length; at += 2) platform.append(lines[at] ?? '', lines[at + 1] ?? '');

  it.each([
    'content-type',
    'CONTENT-TYPE',
    'x-limit',
    'set-cookie',
    'content-typ',
    'x-limi',
    'constructor',
    '',
  ])('are found as the platform finds them: %j', (name) => {
    expect(headers.get(name)).toBe(name === '' ? null : platform.get(name));
  });
});
