import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildServiceResponse, HeaderLines, type ResponseHeaders } from '../src/http/response.ts';
import { readRateHeaders } from '../src/limits/headers/rate-limit-headers.ts';
import { readRetryAfter } from '../src/retry/retry-after.ts';

const nowMs = Date.UTC(2030, 0, 1);

/** The readers that look for a few of many names. */
const readers: Readonly<Record<string, (headers: ResponseHeaders) => unknown>> = {
  readRateHeaders: (headers) => readRateHeaders(headers, { nowMs }),
  readRetryAfter: (headers) => readRetryAfter(headers, nowMs),
};

const prefixes = ['ratelimit', 'x-ratelimit', 'x-rate-limit'];
const words = ['limit', 'remaining', 'reset', 'reset-after', 'remaining-minute', 'limit-minute', 'policy'];
const names = [
  'ratelimit',
  ...prefixes.flatMap((prefix) => words.map((word) => `${prefix}-${word}`)),
  ...['retry-after', 'retry-after-ms', 'x-ms-retry-after-ms', 'x-amz-retry-after', 'x-ratelimit-retry-after'],
  ...['age', 'date', 'content-type', 'x-request-id'],
];
const name = fc
  .constantFrom(...names)
  .chain((lower) => fc.constantFrom(lower, lower.toUpperCase(), lower.replace('x-rate', 'X-Rate')));
const value = fc.oneof(
  fc.nat(5_000).map(String),
  fc.constantFrom('"a";r=1;t=5', '100;w=60', 'limit=9, remaining=3, reset=7', '0.5', '', 'soon'),
  fc.constant(new Date(nowMs + 9_000).toUTCString()),
);
const lines = fc.array(fc.tuple(name, value), { maxLength: 8 }).map((fields) => fields.flat());

describe.each(Object.entries(readers))('%s', (_, read) => {
  it('asks a response for no name that it does not have', () => {
    const asked: string[] = [];
    const headers: ResponseHeaders = {
      get: (name) => {
        asked.push(name);
        return null;
      },
      *[Symbol.iterator](): Iterator<[string, string]> {
        yield ['content-type', 'application/json'];
        yield ['date', 'Tue, 01 Jan 2030 00:00:00 GMT'];
        yield ['x-request-id', 'a'];
      },
    };
    read(headers);
    expect(asked).toEqual([]);
  });

  it('reads the same from headers with and without an iterator, in any case, once or twice', () => {
    fc.assert(
      fc.property(lines, (all) => {
        const headers = new HeaderLines(all);
        expect(read(headers)).toEqual(read({ get: (name) => headers.get(name) }));
      }),
      { numRuns: 1_000 },
    );
  });

  it('reads the same from the headers of the platform', () => {
    fc.assert(
      fc.property(lines, (all) => {
        const headers = new Headers();
        for (let at = 0; at < all.length; at += 2) headers.append(all[at] ?? '', all[at + 1] ?? '');
        const response = buildServiceResponse(200, headers, new Uint8Array());
        expect(read(response.headers)).toEqual(read({ get: (name) => headers.get(name) }));
      }),
    );
  });
});
