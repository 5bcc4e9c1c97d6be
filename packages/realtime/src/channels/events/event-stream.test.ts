import { createManualRuntime } from '@org/core/testing';
import { describe, expect, it } from 'vitest';
import { EventStream, type StreamOptions } from './event-stream.ts';

interface Numbered {
  readonly n: number;
  readonly dropped?: number;
}

function open(options: StreamOptions = {}) {
  const runtime = createManualRuntime();
  const stream = new EventStream<Numbered>(options, runtime, () => {});
  const push = (from: number, to: number) => {
    for (let n = from; n < to; n += 1) stream.push({ n });
  };
  return { runtime, stream, push };
}

const drain = async (stream: AsyncIterable<Numbered>, seen: Numbered[]) => {
  for await (const event of stream) seen.push(event);
};

describe('the limit counts unread events after a turn', () => {
  it('W9: a reader that only reads never overflows, however many events come at once', async () => {
    const { runtime, stream, push } = open({ buffer: 1 });
    const seen: Numbered[] = [];
    const reading = drain(stream.iterator, seen);
    for (let round = 0; round < 3; round += 1) {
      push(round * 100_000, (round + 1) * 100_000);
      await runtime.advance(1);
    }
    stream.end();
    await reading;
    expect(seen.length).toBe(300_000);
    expect(seen.every(({ n }, index) => n === index)).toBe(true);
  });

  it('P6: one unread event more than the buffer fails the stream; the buffer alone does not', async () => {
    const { runtime, stream, push } = open({ buffer: 3 });
    const seen: Numbered[] = [];
    push(0, 3);
    await runtime.advance(1);
    push(3, 4);
    await runtime.advance(1);
    await expect(drain(stream.iterator, seen)).rejects.toMatchObject({ code: 'event-overflow' });
    expect(seen).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }]);
  });

  it('P6: the oldest are dropped and counted once', async () => {
    const { runtime, stream, push } = open({ buffer: 2, overflow: 'drop-oldest' });
    push(0, 5);
    await runtime.advance(1);
    push(5, 6);
    await runtime.advance(1);
    stream.end();
    const seen: Numbered[] = [];
    await drain(stream.iterator, seen);
    expect(seen).toEqual([{ n: 4, dropped: 4 }, { n: 5 }]);
  });

  it('P6: the newest are dropped, and counted in the event after them', async () => {
    const { runtime, stream, push } = open({ buffer: 2, overflow: 'drop-newest' });
    push(0, 4);
    await runtime.advance(1);
    const seen: Numbered[] = [(await stream.iterator.next()).value];
    push(4, 5);
    await runtime.advance(1);
    stream.end();
    await drain(stream.iterator, seen);
    expect(seen).toEqual([{ n: 0 }, { n: 1 }, { n: 4, dropped: 2 }]);
  });

  it('P6: a dropped event passes on the count of those before it', async () => {
    const { runtime, stream, push } = open({ buffer: 2, overflow: 'drop-newest' });
    for (let n = 0; n < 6; n += 1) {
      push(n, n + 1);
      await runtime.advance(1);
    }
    const seen: Numbered[] = [(await stream.iterator.next()).value];
    push(6, 8);
    await runtime.advance(1);
    seen.push((await stream.iterator.next()).value);
    push(8, 9);
    stream.end();
    await drain(stream.iterator, seen);
    expect(seen).toEqual([{ n: 0 }, { n: 1 }, { n: 6, dropped: 4 }, { n: 8, dropped: 1 }]);
  });

  it('P6: one turn without end is bounded too', () => {
    const { stream, push } = open({ buffer: 1 });
    push(0, 200_002);
    return expect(drain(stream.iterator, [])).rejects.toMatchObject({ code: 'event-overflow' });
  });

  it('leaves no timer when it ends', async () => {
    const { runtime, stream, push } = open({ buffer: 1 });
    push(0, 5);
    expect(runtime.pendingSleeps).toEqual([1]);
    stream.end();
    expect(runtime.pendingSleeps).toEqual([]);
  });
});
