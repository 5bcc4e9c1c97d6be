import { describe, expect, it } from 'vitest';
import { ExpiredUsage } from './expired-usage.ts';

/** Ten a second, all ours, of which the service lets go of two after 300 ms. */
function bucket(inFlight = 0): ExpiredUsage {
  const places = new ExpiredUsage(1_000);
  places.answered(10, 0);
  places.answered(2, 300);
  places.report(10, 10, 1_000, inFlight, 300, 300);
  return places;
}

/** Ten a second, one answered at 0 and the rest at 600. */
function slide(inFlight = 0): ExpiredUsage {
  const places = new ExpiredUsage(1_000);
  places.answered(1, 0);
  places.answered(9, 600);
  places.report(10, 10, 1_000, inFlight, 600, 600);
  return places;
}

describe('places of ours', () => {
  it('are free one window after their answers', () => {
    expect([slide().freeAt(1, 600), slide().freeAt(2, 600)]).toEqual([1_000, 1_600]);
    expect(slide().freeAt(11, 600)).toBe(Number.POSITIVE_INFINITY);
  });

  it('may be gone already when something in flight may have been counted in their stead', () => {
    expect(slide(1).freeAt(1, 600)).toBe(1_600);
  });

  it('drip in evenly when the service lets go of young ones', () => {
    expect([bucket().freeAt(1, 300), bucket().freeAt(3, 300)]).toEqual([400, 600]);
  });

  it('do not drip in when a new window lets go of all of them', () => {
    const places = new ExpiredUsage(1_000);
    places.answered(10, 0);
    places.answered(1, 300);
    places.report(1, 10, 1_000, 0, 300, 300);
    expect(places.freeAt(1, 300)).toBe(1_300);
  });

  it('that drip in go to what was in flight first', () => {
    expect(bucket(2).freeAt(1, 300)).toBe(600);
  });

  it('are nobody knows when while others take from the limit', () => {
    const places = slide();
    places.report(10, 10, 1_000, 0, 1_000, 1_000);
    expect(places.othersTake).toBe(false);
    places.report(10, 10, 1_000, 0, 1_600, 1_600);
    expect(places.othersTake).toBe(true);
    expect(places.freeAt(1, 1_600)).toBe(Number.POSITIVE_INFINITY);
  });

  it('that ran out while a report was on its way are not taken for others, and are free', () => {
    const places = slide();
    // Counted before 1600, when all of ours were still in the window.
    places.answered(1, 1_000);
    places.report(10, 10, 1_000, 0, 1_595, 1_595);
    places.report(10, 10, 1_000, 0, 1_595, 1_605);
    expect(places.othersTake).toBe(false);
    expect([places.freeAt(9, 1_605), places.freeAt(10, 1_605)]).toEqual([1_605, 2_000]);
  });

  it('are not free when a report asked for later still counts as many: those are others', () => {
    const places = slide();
    places.answered(1, 1_000);
    places.report(10, 10, 1_000, 0, 1_605, 1_605);
    expect(places.othersTake).toBe(true);
    // And what is known of the others stands while something of ours runs out.
    places.answered(1, 1_700);
    places.report(10, 10, 1_000, 0, 1_995, 2_005);
    expect(places.othersTake).toBe(true);
  });

  it('are not trusted after a refusal, for one window, then four', () => {
    const places = slide();
    const isTrustedAt = (now: number) => {
      places.answered(10, now);
      places.report(10, 10, 1_000, 0, now, now);
      return !places.othersTake;
    };
    places.refused(1_000);
    expect([isTrustedAt(1_999), isTrustedAt(2_000)]).toEqual([false, true]);
    places.refused(3_000);
    expect([isTrustedAt(6_999), isTrustedAt(7_000)]).toEqual([false, true]);
  });

  it('do not drip in any more after a refusal', () => {
    const places = bucket();
    places.refused(300);
    places.answered(10, 1_300);
    places.answered(2, 1_400);
    places.report(10, 10, 1_000, 0, 1_400, 1_400);
    expect(places.freeAt(1, 1_400)).toBe(2_300);
  });
});
