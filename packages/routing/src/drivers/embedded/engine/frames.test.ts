import { describe, expect, it } from 'vitest';
import { createFrameReader, type Frame, frameHeader } from './frames.ts';

describe('frames', () => {
  const texts = ['', 'é', '{"a":1}', 'x'.repeat(70_000)];
  const bytes = Buffer.concat(
    texts.flatMap((text, index) => {
      const payload = Buffer.from(text);
      return [frameHeader(index * 1_000_000_000, index, payload.length), payload];
    }),
  );

  it.each([1, 2, 8, 9, 10, 4096, 1_000_000])('are read from chunks of %i bytes', (size) => {
    const frames: Frame[] = [];
    const read = createFrameReader((frame) => frames.push(frame));
    for (let offset = 0; offset < bytes.length; offset += size) read(bytes.subarray(offset, offset + size));
    expect(frames.map(({ payload }) => payload.toString())).toEqual(texts);
    expect(frames.map(({ id }) => id)).toEqual([0, 1e9, 2e9, 3e9]);
    expect(frames.map(({ kind }) => kind)).toEqual([0, 1, 2, 3]);
  });

  it('are not read before they are complete', () => {
    const frames: Frame[] = [];
    createFrameReader((frame) => frames.push(frame))(bytes.subarray(0, -1));
    expect(frames).toHaveLength(3);
  });
});
