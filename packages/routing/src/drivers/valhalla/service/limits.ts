import { type Constraint, maxConcurrency, perMinute, perSecond } from '@org/core';

/**
 * One request a second for the community server of FOSSGIS, as its rules say; otherwise this package's
 * default of 100 requests a minute.
 *
 * Source: valhalla/valhalla README, "Demo server".
 */
export function valhallaLimits(baseUrl: string): readonly Constraint[] {
  const isCommunityServer = hostOf(baseUrl) === 'valhalla1.openstreetmap.de';
  return isCommunityServer ? [perSecond(1), maxConcurrency(1)] : [perMinute(100)];
}

function hostOf(baseUrl: string): string | undefined {
  return URL.canParse(baseUrl) ? new URL(baseUrl).hostname : undefined;
}
