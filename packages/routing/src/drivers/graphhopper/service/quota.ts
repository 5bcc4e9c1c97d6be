import type { ServiceResponse } from '@org/core';
import type { RateReport } from '@org/core/driver';
import type { Quota } from '../../../driver.ts';

/** These headers state the credits of the day, not of the minute: they are reported, never waited for. */
export function readRates(response: ServiceResponse): readonly RateReport[] {
  const { limit, remaining, resetSeconds } = readHeaders(response);
  if (limit === undefined && remaining === undefined) return [];
  const resetAfterMs = resetSeconds === undefined ? undefined : resetSeconds * 1000;
  return [{ kind: 'quota', limit, remaining, resetAfterMs }];
}

/** The credits of the day. The reset is in seconds from now. */
export function readQuota(response: ServiceResponse, nowMs: number): Quota | undefined {
  const { limit, remaining, resetSeconds } = readHeaders(response);
  if (limit === undefined && remaining === undefined) return undefined;
  return {
    ...(limit === undefined ? {} : { limit }),
    ...(remaining === undefined ? {} : { remaining }),
    ...(resetSeconds === undefined ? {} : { resetAt: new Date(nowMs + resetSeconds * 1000) }),
  };
}

const longestResetSeconds = 48 * 3600;

function readHeaders(response: ServiceResponse) {
  const reset = readNumber(response, 'x-ratelimit-reset');
  const isPlausible = reset !== undefined && reset >= 0 && reset <= longestResetSeconds;
  return {
    limit: readNumber(response, 'x-ratelimit-limit'),
    remaining: readNumber(response, 'x-ratelimit-remaining'),
    resetSeconds: isPlausible ? reset : undefined,
  };
}

// Credits are fractional, and negative when more were used than the day has.
function readNumber(response: ServiceResponse, header: string): number | undefined {
  const text = response.headers.get(header)?.trim() ?? '';
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}
