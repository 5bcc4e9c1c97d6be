import { describe, expect, it } from 'vitest';
import { fromHeaderDate, toDate } from './instant.ts';

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

describe('fromHeaderDate', () => {
  it.each([
    ['Mon, 17 Jul 2023 11:11:22 -0700', '2023-07-17T18:11:22.000Z'],
    ['5 Apr 2012 16:59:01 +0200 (CEST)', '2012-04-05T14:59:01.000Z'],
  ])('reads %j', (text, instant) => {
    expect(fromHeaderDate(text)?.toISOString()).toBe(instant);
  });

  it.each([undefined, '', '2023-10-06', 'Mon, 99 Foo 2023 11:11:22 -0700'])('refuses %j', (text) => {
    expect(fromHeaderDate(text)).toBeUndefined();
  });
});
