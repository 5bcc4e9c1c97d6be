import { type Constraint, concurrency, perMinute, perSecond } from '@org/core';

/**
 * The community server of FOSSGIS asks for one request a second; a server that says nothing gets the 100 a
 * minute that this package defaults to.
 *
 * Source: valhalla/valhalla README, "Demo server".
 */
export function valhallaLimits(baseUrl: string): readonly Constraint[] {
  const isCommunityServer = hostOf(baseUrl) === 'valhalla1.openstreetmap.de';
  return isCommunityServer ? [perSecond(1), concurrency(1)] : [perMinute(100)];
}

function hostOf(baseUrl: string): string | undefined {
  return URL.canParse(baseUrl) ? new URL(baseUrl).hostname : undefined;
}
