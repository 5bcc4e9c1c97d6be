import { describe, expect, it } from 'vitest';
import { deepCopy, ownCopy } from './own.ts';

describe('deepCopy', () => {
  it('copies objects, lists and bytes, all the way down', () => {
    const given = { list: [1, { two: 2 }], bytes: new Uint8Array([3]), buffer: Buffer.from('4'), none: null };
    const copy = deepCopy(given);
    expect(copy).toEqual(given);
    expect(copy.list[1]).not.toBe(given.list[1]);
    given.bytes.fill(0);
    given.buffer.fill(0);
    expect([copy.bytes[0], copy.buffer.toString()]).toEqual([3, '4']);
  });

  it('keeps instances of classes and functions as they are', () => {
    const given = {
      signal: new AbortController().signal,
      at: new Date(),
      ask: () => 1,
      error: new Error('x'),
    };
    const copy = deepCopy(given);
    for (const key of ['signal', 'at', 'ask', 'error'] as const) expect(copy[key]).toBe(given[key]);
  });

  it('keeps a signal of no class, and listens to nothing that an Object.prototype has', () => {
    const signal = { aborted: false, addEventListener() {} };
    expect(deepCopy({ signal }).signal).toBe(signal);
    Object.assign(Object.prototype, { addEventListener() {} });
    try {
      const given = { a: {} };
      expect(deepCopy(given).a).not.toBe(given.a);
    } finally {
      delete (Object.prototype as { addEventListener?: unknown }).addEventListener;
    }
  });

  it('copies circular objects', () => {
    const given: { self?: unknown } = {};
    given.self = given;
    const copy = deepCopy(given);
    expect(copy).not.toBe(given);
    expect(copy.self).toBe(copy);
  });

  it('keeps getters, like `replayable` of a body', () => {
    let sent = false;
    const given = {
      body: {
        get replayable() {
          return !sent;
        },
      },
    };
    const copy = deepCopy(given);
    expect(copy.body).not.toBe(given.body);
    sent = true;
    expect(copy.body.replayable).toBe(false);
  });

  it('copies a frozen object into a mutable one', () => {
    const copy: { list: number[] } = deepCopy(Object.freeze({ list: [1] }));
    copy.list = [2];
    expect(copy).toEqual({ list: [2] });
  });

  it('never changes the prototype of an object', () => {
    const hostile = JSON.parse('{"__proto__":{"polluted":true}}');
    const copy = deepCopy(hostile);
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(Object.keys(copy)).toEqual(['__proto__']);
    expect('toString' in deepCopy(ownCopy({ a: 1 }))).toBe(false);
    expect('toString' in deepCopy(Object.create(null))).toBe(false);
  });
});
