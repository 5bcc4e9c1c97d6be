import { parseIsoInstant } from '@org/core/driver';

/**
 * The instant that a service writes as ISO 8601, also with an offset of hours only (`+00`); `undefined` for
 * any other text. @public
 *
 * @example
 * const at = toDate('2026-08-01T12:00:00+00'); // 2026-08-01T12:00:00.000Z
 */
export function toDate(text: string | null | undefined): Date | undefined {
  const at = parseIsoInstant((text ?? '').replace(/:\d{2}(?:\.\d+)?[+-]\d{2}$/, '$&:00'));
  return at === undefined ? undefined : new Date(at);
}

const headerDate = /^(?:[A-Z]{3}, )?\d{1,2} [A-Z]{3} \d{4} \d{2}:\d{2}(?::\d{2})? (?:[+-]\d{4}|GMT|UT)\b/i;

/** The instant of a mail's `Date` header (RFC 5322): `Mon, 2 Jan 2030 03:04:05 +0100`. @public */
export function fromHeaderDate(text: string | null | undefined): Date | undefined {
  const [date] = headerDate.exec(text ?? '') ?? [];
  const at = new Date(date ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** The instant that a service writes as seconds since 1970; 1970-01-01 for anything else. @public */
export function fromSeconds(seconds: unknown): Date {
  const at = new Date(typeof seconds === 'number' ? seconds * 1_000 : 0);
  return Number.isNaN(at.getTime()) ? new Date(0) : at;
}

/** Whether an instant is in the period of a filter; one that is not known may be. @public */
export function isWithin(
  at: Date | undefined,
  { from, to }: { readonly from?: Date | undefined; readonly to?: Date | undefined },
): boolean {
  return at === undefined || (!(from && at < from) && !(to && at >= to));
}
