import { describe, expect, it } from 'vitest';
import { createHeaders } from './request.ts';

/** What the platform's own class says to the same: its text, or that it throws. */
function both(name: string, value: string): [ours: unknown, platform: unknown] {
  const outcome = (headers: { set(name: string, value: string): void } & Iterable<[string, string]>) => {
    try {
      headers.set(name, value);
      return [...headers];
    } catch (error) {
      return (error as Error).name;
    }
  };
  return [outcome(createHeaders()), outcome(new Headers())];
}

describe('the headers of a request', () => {
  it.each([
    ['X-Key', 'value'],
    ['x-key', ' \t around \r\n'],
    ['x-key', ''],
    ['x-key', 'caf\u00e9'],
    ['x-key', 'a\tb'],
    ['x-key', 'a\r\nx-evil: 1'],
    ['x-key', 'a\nb'],
    ['x-key', 'a\0b'],
    // Blanks that only `trim` knows: a random property found that they were taken off.
    ['x-key', '\u00a0around\u00a0'],
    ['x-key', '\ufeffaround'],
    ['x-key', '\u20ac'],
    ['x-key', '\u{1f511}'],
    ['x key', 'v'],
    ['x-key:', 'v'],
    ['x\r\n', 'v'],
    ['', 'v'],
    ['h\u00e9', 'v'],
    ["!#$%&'*+.^_`|~-", 'v'],
  ])('take and refuse %j: %j as the platform does', (name, value) => {
    const [ours, platform] = both(name, value);
    expect(ours).toEqual(platform);
  });

  it('refuse values that fetch accepts and node:http rejects', () => {
    expect(() => createHeaders().set('x-key', 'a\u0001b')).toThrow(TypeError);
    expect(() => createHeaders().set('x-key', 'a\u007fb')).toThrow(TypeError);
  });

  it('are found in any case, replaced and removed', () => {
    const headers = createHeaders([['accept', 'a']]);
    headers.set('ACCEPT', 'b');
    headers.set('X-Id', '1');
    expect([headers.get('Accept'), headers.has('x-ID'), [...headers]]).toEqual([
      'b',
      true,
      [
        ['accept', 'b'],
        ['x-id', '1'],
      ],
    ]);
    headers.delete('x-id');
    expect([headers.get('x-id'), headers.has('x-id')]).toEqual([null, false]);
  });

  it('are an independent copy', () => {
    const first = createHeaders([['accept', 'a']]);
    const second = createHeaders(first);
    second.set('accept', 'b');
    expect(first.get('accept')).toBe('a');
  });
});
