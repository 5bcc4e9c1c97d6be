import { type Constraint, perMinute, type RateReport, type ServiceResponse } from '@org/core';
import type { RequestCaps } from '../../model/capabilities.ts';
import type { Quota } from '../../model/result.ts';

/** Plans of the hosted service. @public */
export type OpenrouteservicePlan = 'standard' | 'collaborative';

type LimitGroup = 'directions' | 'isochrones' | 'matrix' | 'snap';

// Requests a minute. Source: openrouteservice.org/plans.
const plans: Readonly<Record<OpenrouteservicePlan, Readonly<Record<LimitGroup, number>>>> = {
  standard: { directions: 40, isochrones: 20, matrix: 40, snap: 100 },
  collaborative: { directions: 60, isochrones: 40, matrix: 60, snap: 150 },
};

/** The service counts each endpoint separately. */
export function planLimits(plan: OpenrouteservicePlan): Readonly<Record<LimitGroup, readonly Constraint[]>> {
  const { directions, isochrones, matrix, snap } = plans[plan];
  return {
    directions: [perMinute(directions)],
    isochrones: [perMinute(isochrones)],
    matrix: [perMinute(matrix)],
    snap: [perMinute(snap)],
  };
}

/** Source: openrouteservice.org/restrictions. */
export const hostedCaps: RequestCaps = {
  waypoints: 50,
  alternatives: 2,
  isochroneLocations: 5,
  isochroneRanges: 10,
  matrixCells: 3500,
  snapPositions: 5000,
};

/** Source: GIScience/openrouteservice ors-api/src/main/resources/application.yml. */
export const selfHostedCaps: RequestCaps = {
  waypoints: 50,
  alternatives: 2,
  isochroneLocations: 2,
  isochroneRanges: 1,
  matrixCells: 2500,
  snapPositions: 5000,
};

/** These headers state the quota of the day, not of the minute: it is reported, never waited for. */
export function readRates(
  response: ServiceResponse,
  context: { readonly nowMs: number },
): readonly RateReport[] {
  const { limit, remaining, resetAt } = readQuota(response, context.nowMs) ?? {};
  if (limit === undefined && remaining === undefined) return [];
  return [
    {
      kind: 'quota',
      limit,
      remaining,
      resetAfterMs: resetAt === undefined ? undefined : Math.max(0, resetAt.getTime() - context.nowMs),
    },
  ];
}

export function readQuota(response: ServiceResponse, nowMs: number): Quota | undefined {
  const limit = readNumber(response, 'x-ratelimit-limit');
  const remaining = readNumber(response, 'x-ratelimit-remaining');
  const reset = readNumber(response, 'x-ratelimit-reset');
  if (limit === undefined && remaining === undefined) return undefined;
  const resetAt = reset === undefined ? undefined : readInstant(reset, nowMs);
  return {
    ...(limit === undefined ? {} : { limit }),
    ...(remaining === undefined ? {} : { remaining }),
    ...(resetAt === undefined ? {} : { resetAt }),
  };
}

const longestResetMs = 48 * 3600 * 1000;

// The gateway sends seconds since 1970. Milliseconds, and seconds from now, differ in size.
function readInstant(reset: number, nowMs: number): Date | undefined {
  const atMs = reset > 1e12 ? reset : reset > 1e9 ? reset * 1000 : nowMs + reset * 1000;
  return atMs >= nowMs && atMs <= nowMs + longestResetMs ? new Date(atMs) : undefined;
}

function readNumber(response: ServiceResponse, header: string): number | undefined {
  const text = response.headers.get(header);
  return text !== null && /^\d+$/.test(text.trim()) ? Number(text) : undefined;
}
