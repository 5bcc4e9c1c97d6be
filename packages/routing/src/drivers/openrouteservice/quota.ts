import type { RateReport, ServiceResponse } from '@org/core';
import type { Quota } from '../../driver.ts';

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
  if (limit === undefined && remaining === undefined) return undefined;
  const reset = readNumber(response, 'x-ratelimit-reset');
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
