import { describe, expect, it } from 'vitest';
import { toDate } from './instant.ts';

describe('toDate', () => {
  it.each([
    ['2023-10-06 23:47:56.678+00', '2023-10-06T23:47:56.678Z'],
    ['2023-04-03 22:13:42.674981+00', '2023-04-03T22:13:42.674Z'],
    ['2023-10-06T23:47:56+02', '2023-10-06T21:47:56.000Z'],
    ['2023-10-06T23:47:56.678Z', '2023-10-06T23:47:56.678Z'],
    ['2023-10-06T23:47:56+02:00', '2023-10-06T21:47:56.000Z'],
  ])('reads %j', (text, instant) => {
    expect(toDate(text)?.toISOString()).toBe(instant);
  });

  it.each([undefined, null, '', 'soon', '2023-02-31T00:00:00Z', '2023-10-06'])('refuses %j', (text) => {
    expect(toDate(text)).toBeUndefined();
  });
});
