import { createServiceResponse } from '@org/core';
import { readRateHeaders } from '@org/core/headers';
import { expect, it } from 'vitest';
import { readRates } from './rates.ts';

const usual = { 'ratelimit-limit': '2', 'ratelimit-remaining': '1', 'ratelimit-reset': '1' };

it.each<Record<string, string>>([
  usual,
  { ...usual, 'ratelimit-remaining': '0', 'ratelimit-reset': '60' },
  { ...usual, 'ratelimit-remaining': ' 0 ' },
  { 'ratelimit-remaining': '5' },
  { 'ratelimit-limit': '2' },
  { ...usual, 'ratelimit-remaining': '-1' },
  { ...usual, 'ratelimit-remaining': 'none' },
  { ...usual, 'ratelimit-limit': 'none', 'ratelimit-reset': 'soon' },
  {},
])('reads %j as the usual reader does', (headers) => {
  const response = createServiceResponse(429, new Headers(headers), new Uint8Array());
  expect(readRates(response)).toEqual(readRateHeaders(response.headers, { nowMs: 0 }));
});
