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
