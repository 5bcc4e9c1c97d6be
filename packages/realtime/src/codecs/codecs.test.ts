import { gzipSync } from 'node:zlib';
import { createManualRuntime } from '@org/core/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChannelEvent } from '../channels/channel.ts';
import { formatChunk, readChunk } from './chunk-text.ts';
import type { Codec } from './codec.ts';
import { base64Codec, chunkedCodec, defineCodec, gzipCodec, jsonCodec, textCodec } from './index.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/** A receiver of a codec on a manual clock. */
function receiver<Data>(codec: Codec<Data>) {
  const runtime = createManualRuntime();
  const received: unknown[] = [];
  const errors: string[] = [];
  const session = codec.open({
    runtime,
    maxEventBytes: 10_240,
    deliver: ({ data }) => received.push(data),
    report: ({ message }) => errors.push(message),
    send: () => {},
  });
  const receive = (raw: string, name = 'paid') => {
    const event: ChannelEvent = { name, channel: 'orders', data: raw, raw, receivedAt: new Date(0) };
    session.receive(event);
  };
  return { runtime, received, errors, session, receive };
}

const limit = (maxBytes: number, isJsonString = false) => {
  let nth = 0;
  const createId = () => {
    nth += 1;
    return `id-${nth}`;
  };
  return { maxBytes, isJsonString, createId };
};

const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)));
const text = fc.string({ unit: 'binary', maxLength: 3_000 });
const wellFormed = text.filter((value) => !/\p{Surrogate}/u.test(value));

describe('codecs return what they got', () => {
  const codecs: readonly (readonly [Codec<unknown>, fc.Arbitrary<unknown>])[] = [
    [jsonCodec, json],
    [textCodec, wellFormed],
    [base64Codec, fc.uint8Array({ maxLength: 3_000 })],
    [gzipCodec(), json],
    [gzipCodec(textCodec, { minLength: 1 }), wellFormed],
    [gzipCodec(base64Codec, { minLength: 1 }), fc.uint8Array({ maxLength: 3_000 })],
    [chunkedCodec(), json],
    [chunkedCodec(gzipCodec(textCodec, { minLength: 1 })), wellFormed],
    [chunkedCodec(base64Codec), fc.uint8Array({ maxLength: 3_000 })],
  ];

  it.each(codecs)('$name', async (codec, arbitrary) => {
    await fc.assert(
      fc.asyncProperty(
        arbitrary,
        fc.integer({ min: 120, max: 500 }),
        fc.boolean(),
        async (data, most, isJson) => {
          const texts = await codec.toTexts(data, limit(most, isJson));
          const { received, errors, receive } = receiver(codec);
          for (const each of texts) {
            receive(each);
            if (!codec.splits) continue;
            expect(isJson ? bytesOf(JSON.stringify(each)) - 2 : bytesOf(each)).toBeLessThanOrEqual(most);
          }
          while (received.length + errors.length === 0) await new Promise((resolve) => setTimeout(resolve));
          expect(errors).toEqual([]);
          expect(received).toEqual([data]);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('the text 123 is a text with textCodec, and a number with jsonCodec', () => {
    expect(textCodec.decode(textCodec.encode('123') as string)).toBe('123');
    expect(jsonCodec.decode('123')).toBe(123);
  });

  it('own codecs of two functions', () => {
    const dates = defineCodec<Date>({
      name: 'date',
      encode: (date) => date.toISOString(),
      decode: (iso) => new Date(iso),
    });
    const { received, receive } = receiver(dates);
    receive(dates.encode(new Date(7)) as string);
    expect(received).toEqual([new Date(7)]);
  });

  it.each([
    ['text', () => textCodec.encode(1 as never)],
    ['bytes', () => base64Codec.encode('AAAA' as never)],
    ['JSON', () => jsonCodec.encode(1n)],
    ['JSON of undefined', () => jsonCodec.encode(undefined)],
    ['no functions', () => defineCodec({ name: 'x' } as never)],
    ['chunks in chunks', () => chunkedCodec(chunkedCodec())],
    ['chunks in gzip', () => gzipCodec(chunkedCodec())],
  ])('refuse another type: %s', (_, encode) => {
    expect(encode).toThrow(expect.objectContaining({ code: 'invalid-input' }));
  });
});

describe('a text that a codec cannot decode', () => {
  it.each([
    ['json', jsonCodec, '{'],
    ['base64', base64Codec, 'no!'],
    ['gzip', gzipCodec(), 'H4sIAAAA'],
    ['gzip that ends early', gzipCodec(), gzipSync('"x"'.repeat(50)).subarray(0, 20).toString('base64')],
    ['gzip that is not base64', gzipCodec(), 'H4sI!'],
    ['gzip of other text', gzipCodec(), gzipSync('{').toString('base64')],
  ])('%s: is one error, and the next event arrives', async (_, codec, damaged) => {
    const { received, errors, receive } = receiver(codec as Codec<unknown>);
    receive(damaged);
    receive((await codec.encode(new Uint8Array([1, 2, 3]) as never)) as string);
    await expect.poll(() => received.length).toBe(1);
    expect(errors).toEqual([expect.stringMatching(/"paid" on orders was not delivered/)]);
  });

  it('is not text, from a client without the codec', () => {
    const { errors, session } = receiver(textCodec);
    session.receive({ name: 'client-x', channel: 'private-a', data: { on: true }, receivedAt: new Date(0) });
    expect(errors).toEqual([expect.stringContaining('not text')]);
  });

  it('reports nothing after the end of the channel', async () => {
    let fail = (_: unknown) => {};
    const decoding = new Promise<never>((_, reject) => {
      fail = reject;
    });
    const slow = defineCodec({ name: 'slow', encode: String, decode: () => decoding });
    const { errors, session, receive } = receiver(slow);
    receive('x');
    session.stop();
    fail(new Error('damaged'));
    await new Promise((resolve) => setTimeout(resolve));
    expect(errors).toEqual([]);
  });

  it('a compressed bomb is refused at maxBytes', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, '"')).toString('base64');
    const { errors, receive } = receiver(gzipCodec(textCodec));
    const before = process.memoryUsage().arrayBuffers;
    receive(bomb);
    await expect.poll(() => errors.length).toBe(1);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
  });
});

describe('order', () => {
  it('is kept when some events are compressed and others are not', async () => {
    const codec = gzipCodec(textCodec, { minLength: 20 });
    const sent = Array.from({ length: 50 }, (_, at) => `${at} `.repeat(at % 2 === 0 ? 1 : 100));
    const { received, receive } = receiver(codec);
    for (const each of await Promise.all(sent.map((data) => codec.encode(data)))) receive(each);
    while (received.length < sent.length) await new Promise((resolve) => setTimeout(resolve));
    expect(received).toEqual(sent);
  });
});

describe('chunks', () => {
  const chunksOf = (data: string, maxBytes = 100) =>
    chunkedCodec(textCodec).toTexts(data, limit(maxBytes)) as readonly string[];

  it('have a documented form', () => {
    expect(chunksOf('x'.repeat(150))).toEqual([
      `chunk1 id-1 0/2 ${'x'.repeat(79)}`,
      `chunk1 id-1 1/2 ${'x'.repeat(71)}`,
    ]);
    expect(readChunk('chunk1 a-b 0/2 rest / 1')).toEqual({ id: 'a-b', index: 0, total: 2, text: 'rest / 1' });
  });

  it.each([
    'chunk2 a 0/1 x',
    'chunk1 a 1/1 x',
    'chunk1 a 0/1001 x',
    'chunk1  0/1 x',
    'chunk1 a -1/1 x',
    '{}',
  ])('are not read from %s', (given) => {
    expect(readChunk(given)).toBeUndefined();
  });

  it('a small event is not split, unless it looks like a chunk', () => {
    expect(chunksOf('small')).toEqual(['small']);
    expect(chunksOf('chunk1 a 0/2 x')).toEqual(['chunk1 id-1 0/1 chunk1 a 0/2 x']);
  });

  it('of several events may arrive mixed, twice and in any order', () => {
    const [a = [], b = []] = ['a'.repeat(200), 'b'.repeat(200)].map((data, at) =>
      chunksOf(data).map((chunk) => chunk.replace('id-1', `id-${at}`)),
    );
    fc.assert(
      fc.property(fc.shuffledSubarray([...a, ...b, ...a, ...b], { minLength: 12 }), (chunks) => {
        const { received, errors, receive } = receiver(chunkedCodec(textCodec));
        for (const chunk of chunks) receive(chunk);
        expect(received.toSorted()).toEqual(['a'.repeat(200), 'b'.repeat(200)]);
        expect(errors).toEqual([]);
      }),
    );
  });

  it('that arrive again take no space', () => {
    const { received, errors, receive } = receiver(chunkedCodec(textCodec, { maxLength: 200 }));
    const [first = '', second = ''] = chunksOf('x'.repeat(150));
    for (let times = 0; times < 10; times += 1) receive(first);
    receive(second);
    expect([received, errors]).toEqual([['x'.repeat(150)], []]);
  });

  it('that do not all arrive in time are one error', async () => {
    const { runtime, errors, received, receive } = receiver(chunkedCodec(textCodec, { timeoutMs: 1_000 }));
    const [first = '', second = ''] = chunksOf('x'.repeat(150));
    receive(first);
    await runtime.advance(999);
    expect(errors).toEqual([]);
    await runtime.advance(1);
    expect(errors).toEqual([expect.stringContaining('1 of 2 chunks arrived')]);
    receive(second);
    await runtime.advance(5_000);
    expect([errors.length, received.length]).toEqual([1, 0]);
  });

  it('are one error when the subscription ends in between', () => {
    const { errors, session, receive } = receiver(chunkedCodec(textCodec));
    receive(chunksOf('x'.repeat(150))[0] ?? '');
    session.interrupt();
    session.interrupt();
    expect(errors).toEqual([expect.stringContaining('subscription ended')]);
  });

  it('of hostile senders hold at most maxLength characters', () => {
    const { errors, receive } = receiver(chunkedCodec(textCodec, { maxLength: 10_000 }));
    for (let at = 0; at < 1_000; at += 1)
      receive(formatChunk({ id: `x${at}`, index: 0, total: 999, text: 'x'.repeat(1_000) }));
    expect(errors.length).toBeGreaterThanOrEqual(990);
    for (let at = 0; at < 20_000; at += 1)
      receive(formatChunk({ id: `e${at}`, index: 0, total: 2, text: '' }));
    expect(errors.length).toBeGreaterThanOrEqual(10_990);
  });

  it('with different totals do not belong together', () => {
    const { errors, received, receive } = receiver(chunkedCodec(textCodec));
    receive('chunk1 a 0/2 x');
    receive('chunk1 a 1/3 x');
    expect([errors.length, received.length]).toEqual([1, 0]);
  });

  it.each([
    [
      'more than maxLength',
      () => chunkedCodec(textCodec, { maxLength: 10 }).toTexts('x'.repeat(11), limit(100)),
    ],
    ['more than 1000 chunks', () => chunkedCodec(textCodec).toTexts('x'.repeat(80_000), limit(100))],
    ['no space for a header', () => chunkedCodec(textCodec).toTexts('x'.repeat(80_000), limit(20))],
  ])('refuse %s', (_, split) => {
    expect(split).toThrow(expect.objectContaining({ code: 'payload-too-large' }));
  });
});
