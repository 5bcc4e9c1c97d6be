import { type Constraint, maxConcurrency, perMinute, perSecond } from '@org/core';

const publicHosts: ReadonlySet<string> = new Set(['router.project-osrm.org', 'routing.openstreetmap.de']);

/**
 * One request a second, one at a time, for the public servers, as their rules say; otherwise this package's
 * default of 100 requests a minute.
 *
 * Source: Project-OSRM/osrm-backend wiki, "Api usage policy"; the rules of FOSSGIS's routing servers.
 */
export function osrmLimits(baseUrl: string): readonly Constraint[] {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : '';
  return publicHosts.has(host) ? [perSecond(1), maxConcurrency(1)] : [perMinute(100)];
}
