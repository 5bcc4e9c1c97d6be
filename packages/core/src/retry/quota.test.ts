import { describe, expect, it } from 'vitest';
import { createRetryQuota } from './quota.ts';

describe('retry quota', () => {
  it('refuses a retry that costs more than is available', () => {
    const quota = createRetryQuota(20);
    expect([quota.take(14), quota.take(14), quota.take(6)]).toEqual([true, false, true]);
    expect(quota.available).toBe(0);
  });

  it('refunds the cost of a successful retry, and 1 for a success without retry', () => {
    const quota = createRetryQuota(100);
    quota.take(14);
    quota.take(5);
    quota.refund(5);
    expect(quota.available).toBe(86);
    quota.refund(0);
    expect(quota.available).toBe(87);
  });

  it('never holds more than its capacity', () => {
    const quota = createRetryQuota(10);
    quota.refund(14);
    quota.refund(0);
    expect(quota.available).toBe(10);
  });

  it('C2: lets an outage cost at most a quarter more requests than calls', () => {
    const quota = createRetryQuota(500);
    let requests = 0;
    const calls = 1_000;
    for (let call = 0; call < calls; call += 1) {
      requests += 1;
      for (let retry = 0; retry < 2 && quota.take(14); retry += 1) requests += 1;
    }
    expect(requests / calls).toBeLessThanOrEqual(1.25);
  });
});
