import type { ServiceResponse } from '@org/core';
import type { RateReport } from '@org/core/driver';

/** The rate headers of Plunk and Resend: `ratelimit-limit`, `-remaining`, and `-reset` in seconds. */
export function readRates({ headers }: ServiceResponse): readonly RateReport[] {
  const [limit, remaining, seconds] = ['limit', 'remaining', 'reset'].map((name) => {
    const text = headers.get(`ratelimit-${name}`)?.trim() ?? '';
    return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
  });
  if (remaining === undefined) return [];
  return [{ kind: 'rate', limit, remaining, resetAfterMs: seconds && seconds * 1_000 }];
}
