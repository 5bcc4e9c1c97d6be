import type { ServiceResponse } from '@org/core';
import type { RateReport } from '@org/core/driver';
import type { Quota } from '../../driver.ts';

/** These headers state the quota of the day, not of the minute: it is reported, never waited for. */
export function readRates(
  response: ServiceResponse,
  context: { readonly nowMs: number },
): readonly RateReport[] {
  const { limit, remaining, resetAt } = readQuota(response, context) ?? {};
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

export function readQuota(
  { headers }: ServiceResponse,
  context: { readonly nowMs: number },
): Quota | undefined {
  const stated: (number | undefined)[] = [];
  for (const name of ['limit', 'remaining', 'reset']) {
    const text = headers.get(`x-ratelimit-${name}`)?.trim() ?? '';
    stated.push(/^\d+$/.test(text) ? Number(text) : undefined);
  }
  const [limit, remaining, reset] = stated;
  if (limit === undefined && remaining === undefined) return undefined;
  const resetAt = reset === undefined ? undefined : readInstant(reset, context.nowMs);
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
