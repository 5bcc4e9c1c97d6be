import { describe, expect, it } from 'vitest';
import { ExpiredUsage } from './expired-usage.ts';

/** Ten a second, all our usage; the service frees two after 300 ms. */
function bucket(inFlight = 0): ExpiredUsage {
  const usage = new ExpiredUsage(1_000);
  usage.recordResponse(10, 0);
  usage.recordResponse(2, 300);
  usage.report(10, 10, 1_000, inFlight, 300, 300);
  return usage;
}

/** Ten a second; one response at 0, the rest at 600. */
function slide(inFlight = 0): ExpiredUsage {
  const usage = new ExpiredUsage(1_000);
  usage.recordResponse(1, 0);
  usage.recordResponse(9, 600);
  usage.report(10, 10, 1_000, inFlight, 600, 600);
  return usage;
}

describe('ExpiredUsage', () => {
  it('frees units one window after their responses', () => {
    expect([slide().freeAt(1, 600), slide().freeAt(2, 600)]).toEqual([1_000, 1_600]);
    expect(slide().freeAt(11, 600)).toBe(Number.POSITIVE_INFINITY);
  });

  it('frees no unit twice when a request in flight may have been counted in its place', () => {
    expect(slide(1).freeAt(1, 600)).toBe(1_600);
  });

  it('refills evenly, like a token bucket, when the service frees recent units', () => {
    expect([bucket().freeAt(1, 300), bucket().freeAt(3, 300)]).toEqual([400, 600]);
  });

  it('does not refill evenly when a new window frees all units', () => {
    const usage = new ExpiredUsage(1_000);
    usage.recordResponse(10, 0);
    usage.recordResponse(1, 300);
    usage.report(1, 10, 1_000, 0, 300, 300);
    expect(usage.freeAt(1, 300)).toBe(1_300);
  });

  it('gives refilled units to the requests in flight first', () => {
    expect(bucket(2).freeAt(1, 300)).toBe(600);
  });

  it('reports no time for free units while other clients use the limit', () => {
    const usage = slide();
    usage.report(10, 10, 1_000, 0, 1_000, 1_000);
    expect(usage.isShared).toBe(false);
    usage.report(10, 10, 1_000, 0, 1_600, 1_600);
    expect(usage.isShared).toBe(true);
    expect(usage.freeAt(1, 1_600)).toBe(Number.POSITIVE_INFINITY);
  });

  it('does not mistake units that expired while a report was on its way for usage of other clients', () => {
    const usage = slide();
    // Counted before 1600, when all our units were still in the window.
    usage.recordResponse(1, 1_000);
    usage.report(10, 10, 1_000, 0, 1_595, 1_595);
    usage.report(10, 10, 1_000, 0, 1_595, 1_605);
    expect(usage.isShared).toBe(false);
    expect([usage.freeAt(9, 1_605), usage.freeAt(10, 1_605)]).toEqual([1_605, 2_000]);
  });

  it('takes the usage of a later report that still counts as many units for that of other clients', () => {
    const usage = slide();
    usage.recordResponse(1, 1_000);
    usage.report(10, 10, 1_000, 0, 1_605, 1_605);
    expect(usage.isShared).toBe(true);
    // The known usage of other clients stands while our units expire.
    usage.recordResponse(1, 1_700);
    usage.report(10, 10, 1_000, 0, 1_995, 2_005);
    expect(usage.isShared).toBe(true);
  });

  it('does not rely on its own count after a 429, for one window, then for four', () => {
    const usage = slide();
    const isTrustedAt = (now: number) => {
      usage.recordResponse(10, now);
      usage.report(10, 10, 1_000, 0, now, now);
      return !usage.isShared;
    };
    usage.recordThrottle(1_000);
    expect([isTrustedAt(1_999), isTrustedAt(2_000)]).toEqual([false, true]);
    usage.recordThrottle(3_000);
    expect([isTrustedAt(6_999), isTrustedAt(7_000)]).toEqual([false, true]);
  });

  it('does not refill evenly after a 429', () => {
    const usage = bucket();
    usage.recordThrottle(300);
    usage.recordResponse(10, 1_300);
    usage.recordResponse(2, 1_400);
    usage.report(10, 10, 1_000, 0, 1_400, 1_400);
    expect(usage.freeAt(1, 1_400)).toBe(2_300);
  });
});
