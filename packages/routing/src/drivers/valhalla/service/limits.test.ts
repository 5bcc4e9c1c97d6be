import { maxConcurrency, perMinute, perSecond } from '@org/core';
import { describe, expect, it } from 'vitest';
import { valhallaLimits } from './limits.ts';

describe('valhallaLimits', () => {
  it("keeps the limits of the community's server", () => {
    expect(valhallaLimits('https://valhalla1.openstreetmap.de')).toEqual([perSecond(1), maxConcurrency(1)]);
  });

  it.each(['http://localhost:8002', 'https://valhalla1.openstreetmap.de.example.com', 'not a URL'])(
    'is the default for %s',
    (baseUrl) => {
      expect(valhallaLimits(baseUrl)).toEqual([perMinute(100)]);
    },
  );
});
