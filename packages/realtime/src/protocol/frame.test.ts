import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeFrame } from './frame.ts';

const decode = (message: unknown) =>
  decodeFrame(typeof message === 'string' ? message : JSON.stringify(message));

describe('frames as they come', () => {
  it.each([
    ['an object inside text', '{"id":7}', { id: 7 }],
    ['text that is not JSON', 'hello', 'hello'],
    ['text that happens to be a number', '123', 123],
    ['text inside text', '"x"', 'x'],
    ['text inside text inside text, once', '"\\"x\\""', '"x"'],
    ['nothing', '', ''],
    ['null', 'null', null],
    ['broken JSON', '{"a":', '{"a":'],
  ])('data: %s', (_name, raw, data) => {
    expect(decode({ event: 'e', channel: 'c', data: raw })).toEqual({
      ok: true,
      frame: { event: 'e', channel: 'c', data, raw },
    });
  });

  it.each([[{ a: 1 }], [[1]], [5], [false], [null]])('data %j that is not text is used unchanged', (data) => {
    expect(decode({ event: 'e', data })).toEqual({ ok: true, frame: { event: 'e', data } });
  });

  it('data may be missing', () => {
    expect(decode({ event: 'pusher:pong' })).toEqual({
      ok: true,
      frame: { event: 'pusher:pong', data: undefined },
    });
  });

  it('unknown fields are ignored, and a sender counts only when there is one', () => {
    const frame = { event: 'client-x', data: '1', user_id: 'u1', message_id: 'm', serial: 4 };
    expect(decode(frame)).toEqual({
      ok: true,
      frame: { event: 'client-x', data: 1, raw: '1', userId: 'u1' },
    });
    for (const user_id of ['', 0, null, false, {}, []]) {
      expect(decode({ event: 'e', data: 1, user_id })).toEqual({ ok: true, frame: { event: 'e', data: 1 } });
    }
  });

  it.each([
    '',
    ' ',
    'null',
    'true',
    '1',
    '"text"',
    '[]',
    '[{"event":"e"}]',
    '{',
    '{}',
    '{"event":}',
    '{"event":null}',
    '{"event":1}',
    '{"event":""}',
    '{"event":[]}',
    '{"event":{}}',
    '{"event":true}',
    '{"data":"x"}',
    '{"Event":"x"}',
    '{"event":"e","channel":1}',
    '{"event":"e","channel":{}}',
    '{"event":"e","channel":[]}',
    '{"event":"e","channel":true}',
    "{'event':'e'}",
    '{"event":"e"}}',
    '{"event":"e"},',
    'NaN',
    'undefined',
    '\u0000',
    '\uFEFF{"event":"e"}',
    '<html>',
    '{"event":"e",}',
    '{"event":"\ud800',
    '{"__proto__":{"event":"e"}}',
    '{"constructor":{"event":"e"}}',
    `${'['.repeat(200_000)}`,
    `{"a":${'{"a":'.repeat(100_000)}`,
  ])('W2: %j is refused and nothing is thrown', (text) => {
    expect(decodeFrame(text)).toEqual({ ok: false, reason: expect.any(String) });
  });

  it.each([
    ['__proto__ in data', '{"event":"e","data":"{\\"__proto__\\":{\\"polluted\\":1}}"}'],
    ['__proto__ beside data', '{"event":"e","__proto__":{"polluted":1},"data":1}'],
    ['an event called __proto__', '{"event":"__proto__","channel":"__proto__"}'],
    ['an event called constructor', '{"event":"constructor","channel":"constructor"}'],
  ])('W2: %s reaches no prototype', (_name, text) => {
    expect(decodeFrame(text).ok).toBe(true);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('W2: any text at all is answered', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        (text) => void expect(decodeFrame(text)).toHaveProperty('ok'),
      ),
    );
    fc.assert(fc.property(fc.json(), (text) => void expect(decodeFrame(text)).toHaveProperty('ok')));
  });

  it('encoded frames can be decoded', () => {
    fc.assert(
      fc.property(
        fc.jsonValue().filter((value) => typeof value !== 'string'),
        (data) => {
          const decoded = decodeFrame(JSON.stringify({ event: 'client-x', channel: 'private-a', data }));
          expect(decoded).toEqual({
            ok: true,
            frame: { event: 'client-x', channel: 'private-a', data: JSON.parse(JSON.stringify(data)) },
          });
        },
      ),
    );
  });
});
