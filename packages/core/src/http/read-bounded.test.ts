import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteCollector, readBounded } from './read-bounded.ts';

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

const request = (body: string) => new Request('https://app.example/', { method: 'POST', body });

describe('P6: a bounded body', () => {
  it('has all bytes up to the limit', async () => {
    expect(await readBounded(null, 0)).toEqual(new Uint8Array());
    expect(await readBounded(request('12345').body, 5)).toEqual(new TextEncoder().encode('12345'));
    expect(await readBounded(request('123456').body, 5)).toBeUndefined();
  });

  it('of a cloned request ends at the limit too, although the other body is not read', async () => {
    const logged = request('x'.repeat(1_000));
    expect(await readBounded(logged.clone().body, 5)).toBeUndefined();
    expect(await logged.text()).toHaveLength(1_000);
  });
});
