import { expect, it } from 'vitest';
import { parseIsoInstant } from './instant.ts';

it.each([
  ['2030-01-02T03:04:05Z', Date.UTC(2030, 0, 2, 3, 4, 5)],
  ['2030-01-02 03:04+01:00', Date.UTC(2030, 0, 2, 2, 4)],
  ['2018-03-22T02:24:06.945319214Z', Date.UTC(2018, 2, 22, 2, 24, 6, 945)],
  ['2028-02-29T00:00:00Z', Date.UTC(2028, 1, 29)],
])('reads %s', (text, at) => {
  expect(parseIsoInstant(text)).toBe(at);
});

it.each([
  '2030-02-31T00:00:00Z',
  '2030-02-29T00:00:00Z',
  '2030-13-01T00:00:00Z',
  '2030-01-02T25:00:00Z',
  '2030-01-02',
  '2030',
  '',
])('returns no instant for %j', (text) => {
  expect(parseIsoInstant(text)).toBeUndefined();
});
